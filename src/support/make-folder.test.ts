import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "./paths.ts";

test("makeFolder() makes the whole way for the owner only, and is content with what exists", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-make-folder-"));
  await Promise.all([makeFolder(join(folder, "a", "b", "c")), makeFolder(join(folder, "a", "b", "c"))]);
  await makeFolder(join(folder, "a", "b", "c"));
  expect((await stat(join(folder, "a", "b"))).mode & 0o777).toBe(0o700);
  await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
});

test("makeFolder() fails where a file is in the way and where no folder can be made", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-make-folder-"));
  await writeFile(join(folder, "file"), "");
  await expect(makeFolder(join(folder, "file"))).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(folder, "file", "a"))).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(makeFolder("/proc/dejima/home")).rejects.toMatchObject({ code: "ENOENT" });
  await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
});
