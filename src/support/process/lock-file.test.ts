import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { lockHolder, processFileIn, removeLock, takeLock } from "./lock-file.ts";

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "dejima-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("takeLock() gives a lock to one holder at a time, whom everybody can name", () => {
  const folder = aFolder();
  const [own, path] = [join(folder, "process"), join(folder, "lock")];
  const first = takeLock(path, own);
  expect(takeLock(path, own)).toEqual({ heldBy: process.pid });
  expect(lockHolder(path)).toBe(process.pid);
  // Another runtime of this process may close meanwhile.
  removeLock(own);
  expect(lockHolder(path)).toBe(process.pid);
  if ("release" in first) first.release();
  expect(lockHolder(path)).toBeUndefined();
  expect("release" in takeLock(path, own)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(["lock", "process"]);
});

test("takeLock() leaves nothing but the lock behind where no file is shared", () => {
  const folder = aFolder();
  takeLock(join(folder, "lock"));
  expect(readdirSync(folder)).toEqual(["lock"]);
  expect(() => takeLock(join(folder, "no", "lock"))).toThrow(/ENOENT/);
});

test.each(["999999999", "", "nobody"])("takeLock() takes over from a holder that is gone: %j", (left) => {
  const folder = aFolder();
  const path = join(folder, "lock");
  writeFileSync(path, left);
  expect("release" in takeLock(path, join(folder, "process"))).toBe(true);
  expect(lockHolder(path)).toBe(process.pid);
});

test("takeLock() removes the names of processes that were killed, and of no others", () => {
  const folder = aFolder();
  for (const [name, pid] of [
    ["process-999999999.lock", "999999999"],
    ["process-1.lock", "1"],
    ["other-999999999.lock", "999999999"],
  ] as const)
    writeFileSync(join(folder, name), pid);
  takeLock(join(folder, "lock"), processFileIn(folder));
  expect(readdirSync(folder).sort()).toEqual(
    ["lock", "other-999999999.lock", "process-1.lock", `process-${process.pid}.lock`].sort(),
  );
});

test.runIf(process.platform === "linux")(
  "lockHolder() knows that a killed process is gone before its parent has noticed",
  async () => {
    // `exec` leaves the inner process with a parent that never asks how it ended.
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [line] = await once(createInterface({ input: parent.stdout }), "line");
    const path = join(aFolder(), "lock");
    writeFileSync(path, String(line));
    expect(lockHolder(path)).toBe(Number(line));
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8")).toBe("sleep\n");
    process.kill(Number(line), "SIGKILL");
    await expect.poll(() => lockHolder(path)).toBeUndefined();
    expect(() => process.kill(Number(line), 0)).not.toThrow();
  },
);
