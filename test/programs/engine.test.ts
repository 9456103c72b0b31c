import { expect, test } from "vitest";
import type { OutputChunk, Sandbox, SandboxResult } from "../../src/sandbox/sandbox.ts";
import { createProgramEngine } from "../../src/sources/builtin/program/program-engine.ts";

/** Runs a program in a process that has been taken over: it says these lines, whatever it is told. */
async function run(lines: readonly unknown[]) {
  const over = Promise.withResolvers<SandboxResult>();
  const kill = () => over.resolve({ stderr: "", cause: "cancelled" } as SandboxResult); // the fields that are read
  const output = async function* (): AsyncGenerator<OutputChunk> {
    for (const line of lines)
      yield { stream: "stdout", text: `${typeof line === "string" ? line : JSON.stringify(line)}\n` };
    await over.promise;
  };
  const start = () => ({ output: output(), result: over.promise, kill });
  const sandbox = { start } as unknown as Sandbox; // nothing else is used
  const engine = createProgramEngine({
    sandbox: async () => sandbox,
    limits: { calls: 3, logLines: 2, ownMs: 100 },
  });
  const made: number[] = [];
  const logs: string[] = [];
  const result = engine
    .run(
      { code: "", clock: 0, ended: [] },
      {
        log: (text) => void logs.push(text),
        async call({ index }) {
          made.push(index);
          return { ok: true, output: 1 };
        },
      },
      new AbortController().signal,
    )
    .catch((error: Error) => error.message);
  return { result: await result, made, logs };
}

const call = (index: unknown) => ({ type: "call", index, tool: "a", json: "{}" });
const REFUSED = "The program failed: the engine sent a message that it may not send";

test("a process that was taken over makes no more calls than a program may, and none twice", async () => {
  expect(await run([0, 1, 2, 3].map(call))).toMatchObject({ result: REFUSED, made: [0, 1, 2] });
  expect(await run([0, 0].map(call))).toMatchObject({ result: REFUSED, made: [0] });
  expect(await run([0, 5].map(call))).toMatchObject({ result: REFUSED, made: [0] });
  expect(await run([call("0/x/../0")])).toMatchObject({ result: REFUSED, made: [] });
});

test("a process that was taken over shows no more lines than a program may, and cannot end with nonsense", async () => {
  const log = { type: "log", text: "x" };
  expect(await run([log, log, log])).toMatchObject({ result: REFUSED, logs: ["x", "x"] });
  for (const line of ["nonsense", "null", "[]", { type: "other" }, ""])
    expect(await run([line])).toMatchObject({ result: REFUSED });
  expect(await run([log, { type: "done", json: "7" }])).toMatchObject({ result: 7, logs: ["x"] });
});
