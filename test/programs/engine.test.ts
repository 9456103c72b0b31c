import { expect, test, vi } from "vitest";
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
        note: () => {},
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

const call = (index: unknown) => `${index} "a" {}`;
const REFUSED = "The program failed: the engine sent a message that it may not send";

test("a process that was taken over makes no more calls than a program may, and none twice", async () => {
  expect(await run([0, 1, 2, 3].map(call))).toMatchObject({ result: REFUSED, made: [0, 1, 2] });
  expect(await run([0, 0].map(call))).toMatchObject({ result: REFUSED, made: [0] });
  expect(await run([0, 5].map(call))).toMatchObject({ result: REFUSED, made: [0] });
  expect(await run([call("0/x/../0")])).toMatchObject({ result: REFUSED, made: [] });
  for (const line of [
    `0 "${"a".repeat(201)}" {}`,
    `0 "a" ${"x".repeat(4_000_001)}`,
    ...[
      "0 a {}",
      '0 {"toString":1} {}',
      '-0 "a" {}',
      '0x0 "a" {}',
      ' "a" {}',
      '0 "a"',
      "0",
      "0 ",
      '0 "a" {',
      '0 "a" ',
    ],
    { type: "call", index: 0, tool: "a", json: "{}" },
  ])
    expect([line, await run([line])]).toMatchObject([line, { made: [], result: expect.any(String) }]);
  expect(await run([{ type: "pong" }])).toMatchObject({ result: REFUSED, made: [] });
});

test("a process that was taken over shows no more lines than a program may, and cannot end with nonsense", async () => {
  const log = { type: "log", text: "x" };
  expect(await run([log, log, log])).toMatchObject({ result: REFUSED, logs: ["x", "x"] });
  for (const line of ["nonsense", "null", "[]", { type: "other" }, ""])
    expect(await run([line])).toMatchObject({ result: REFUSED });
  expect(await run([log, { type: "done", json: "7" }])).toMatchObject({ result: 7, logs: ["x"] });
});

test.each([true, false])(
  "a process that is silent while a call waits is asked whether it is stuck: it answers %s",
  async (answers) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const over = Promise.withResolvers<SandboxResult>();
      const line = (message: unknown): OutputChunk => ({
        stream: "stdout",
        text: `${typeof message === "string" ? message : JSON.stringify(message)}\n`,
      });
      let asked = 0;
      const kill = vi.fn(() => over.resolve({ stderr: "", cause: "cancelled" } as SandboxResult)); // the fields that are read
      const start = (_argv: unknown, { stdin }: { stdin: AsyncIterable<string> }) => ({
        output: (async function* () {
          for await (const text of stdin) {
            const { type } = JSON.parse(text);
            if (type === "program") yield line(call(0));
            if (type === "ping") asked += 1;
            if (type === "ping" && answers) yield line({ type: "pong" });
          }
        })(),
        result: over.promise,
        kill,
      });
      const sandbox = { start } as unknown as Sandbox; // nothing else is used
      const engine = createProgramEngine({ sandbox: async () => sandbox });
      const person = Promise.withResolvers<{ ok: true; output: number }>();
      const host = { log: () => {}, note: () => {}, call: () => person.promise };
      const ended = engine.run({ code: "", clock: 0, ended: [] }, host, new AbortController().signal);
      const told = ended.catch((error: Error) => error.message);
      await vi.advanceTimersByTimeAsync(10 * 60_000);
      expect(kill).toHaveBeenCalledTimes(answers ? 0 : 1);
      expect(asked).toBe(answers ? 40 : 1);
      if (!answers) {
        person.resolve({ ok: true, output: 1 });
        expect(await told).toBe("The program failed: its own code ran longer than its limit of 10 s");
      }
    } finally {
      vi.useRealTimers();
    }
  },
);
