import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "./limits.ts";
import { limitArguments, limitFailure } from "./resource-limits.ts";

const limits = { ...DEFAULT_LIMITS, openFiles: 99, fileSizeBytes: 5000, cpuTimeMs: 2500 };

test.runIf(process.platform === "linux")("limitArguments() sets each limit in the kernel's units", () => {
  const [shell = "", ...args] = [...limitArguments(limits), "cat", "/proc/self/limits"];
  const table = execFileSync(shell, args, { encoding: "utf8" });
  expect(table).toMatch(/Max open files +99 +99 /);
  expect(table).toMatch(/Max file size +5120 +5120 /);
  expect(table).toMatch(/Max cpu time +3 +4 /);
  expect(table).toMatch(/Max core file size +0 +0 /);
});

test("limitArguments() writes itself into each group before the program starts, or does not start it", () => {
  const folder = mkdtempSync(join(tmpdir(), "dejima-limits-"));
  const files = ["it's one", "two"].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, "");
  const run = (entered: string[]) => {
    const [shell = "", ...args] = [...limitArguments(limits, entered), "echo", "$HOME", "a b"];
    return spawnSync(shell, args, { encoding: "utf8" });
  };
  expect(run(files).stdout).toBe("$HOME a b\n");
  expect(files.map((file) => readFileSync(file, "utf8"))).toEqual(["0\n", "0\n"]);
  const refused = run([join(folder, "missing/file")]);
  expect([refused.status, refused.stdout]).toEqual([1, ""]);
  expect(limitFailure(1, refused.stderr)).toContain("cannot enter");
  rmSync(folder, { recursive: true });
});
