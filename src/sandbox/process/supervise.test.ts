import { spawn } from "node:child_process";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import type { Launched } from "../driver.ts";
import { DEFAULT_LIMITS } from "../limit/limits.ts";
import { supervise } from "./supervise.ts";

const BLOCKED_MS = 1_000;

test("supervise() reads what a program wrote, even if this process got no processor time since the program ended", async () => {
  // The writer is ready to write as soon as it is told to, while this process stands still.
  const writer = spawn("sh", ["-c", "read -r _; echo late"], { stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void writer.kill());
  const launched: Launched = {
    stdin: new PassThrough(),
    stdout: writer.stdout,
    stderr: new PassThrough().end(),
    exited: Promise.resolve(0),
    begin() {},
    kill() {
      setImmediate(() => {
        writer.stdin.write("go\n");
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
      });
    },
    brokenLimit: async () => null,
    limitAtEnd: async () => null,
    startFailure: () => undefined,
    async dispose() {},
  };
  const { result } = supervise(Promise.resolve(launched), {
    driver: "process",
    limits: DEFAULT_LIMITS,
    stdin: undefined,
    stays: false,
    signal: undefined,
    connections: undefined,
  });
  expect(await result).toMatchObject({ exitCode: 0, stdout: "late\n" });
});
