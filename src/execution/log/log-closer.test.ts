import { closeSync, fstatSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLogCloser } from "./log-closer.ts";

test("done() closes at once what waits to be synced, and throws what failed, once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dejima-test-"));
  const closer = createLogCloser();
  const files = ["a", "b"].map((name) => openSync(join(folder, name), "a"));
  for (const file of files) closer.close(file, folder);
  await closer.done();
  for (const file of files) expect(() => fstatSync(file)).toThrow(/EBADF/);
  rmSync(folder, { recursive: true });
});

test("done() tells that a log could not be synced, once", async () => {
  const closer = createLogCloser();
  const unsyncable = openSync("/proc/self/status", "r");
  closer.close(unsyncable, "/a/log");
  await expect(closer.done()).rejects.toMatchObject({ code: "io_error", message: /sync .*"\/a\/log"/ });
  await closer.done();
  expect(() => closeSync(unsyncable)).toThrow(/EBADF/);
});

test("close() keeps few files open, however many come before the disk has written them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dejima-test-"));
  const closer = createLogCloser();
  const files: number[] = [];
  let most = 0;
  // Nothing else runs meanwhile: no sync can end before the last file has come.
  for (let count = 0; count < 3_000; count++) {
    const file = openSync(join(folder, String(count % 10)), "a");
    most = Math.max(most, file);
    files.push(file);
    closer.close(file, folder);
  }
  await closer.done();
  rmSync(folder, { recursive: true });
  // Numbers of files are given anew once they are closed.
  expect(most - Math.min(...files)).toBeLessThan(160);
});
