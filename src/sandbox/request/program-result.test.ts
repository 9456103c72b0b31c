import { expect, test } from "vitest";
import type { SandboxResult } from "../sandbox.ts";
import { resultError } from "./program-result.ts";

const done: SandboxResult = {
  stdout: "",
  stderr: "",
  exitCode: 0,
  durationMs: 5,
  timedOut: false,
  truncated: false,
  limitHit: null,
  driver: "process",
};

test("resultError() gives each way to fail its code", () => {
  const ways: [Partial<SandboxResult>, string][] = [
    [{ exitCode: null, cause: "ENOENT" }, "spawn_failed"],
    [{ exitCode: 137, cause: "cancelled" }, "cancelled"],
    [{ exitCode: 124, timedOut: true, limitHit: "wallTimeMs" }, "timeout"],
    [{ exitCode: 137, truncated: true, limitHit: "outputBytes" }, "output_truncated"],
    [{ exitCode: 137, limitHit: "memoryBytes" }, "limit_exceeded"],
    [{ exitCode: 3, stderr: "boom" }, "exit_nonzero"],
  ];
  for (const [facts, code] of ways) expect(resultError({ ...done, ...facts })?.code).toBe(code);
  expect(resultError({ ...done, exitCode: 3, stderr: "boom" })?.details).toMatchObject({
    exitCode: 3,
    stderr: "boom",
  });
});

test("resultError() is nothing for a program that ended well, whatever limit it met on the way", () => {
  expect(resultError(done)).toBeUndefined();
  expect(resultError({ ...done, limitHit: "processes" })).toBeUndefined();
});
