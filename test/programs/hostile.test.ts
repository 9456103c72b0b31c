import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { createProgramEngine, type ProgramEngine } from "../../src/sources/builtin/program/program-engine.ts";
import { FAILS, GOES_ON, REACHES_NOTHING } from "./hostile-programs.ts";

let sandbox: Sandbox;
let engine: ProgramEngine;
let strictEngine: ProgramEngine;
const made: string[] = [];
beforeAll(async () => {
  sandbox = await createSandbox();
  engine = createProgramEngine({ sandbox: async () => sandbox, limits: { ownMs: 1_000 } });
  // Whatever must fail does so sooner with less time of its own.
  strictEngine = createProgramEngine({ sandbox: async () => sandbox, limits: { ownMs: 250 } });
});
afterAll(async () => {
  await sandbox.close();
});

const run = (code: string, on = engine) =>
  on.run(
    { code, clock: 0, ended: [] },
    {
      log: () => {},
      note: () => {},
      async call({ tool, input }) {
        made.push(tool);
        if (tool === "echo") return { ok: true, output: input };
        return {
          ok: false,
          error: { code: tool === "fails" ? "io_error" : "tool_not_found", message: "no" },
        };
      },
    },
    new AbortController().signal,
  );

test.each(REACHES_NOTHING)("reaches nothing: %s", async (code) => {
  const value = await run(code).catch((error: Error) => error.message);
  expect(JSON.stringify(value) ?? "").not.toMatch(/object|\[native|node:|forged|42/);
});

test.each(FAILS)("fails, and the next program runs: %s", async (code) => {
  await expect(run(code, strictEngine)).rejects.toThrow(/The program failed/);
  expect(await run("return 'fine'")).toBe("fine");
});

test.each(GOES_ON)("goes on: %s", async (code, value) => {
  const before = made.length;
  expect(await run(code)).toEqual(value);
  for (const name of ["toJSON", "toString", "valueOf"]) expect(made.slice(before)).not.toContain(name);
});

test("a flood of large inputs ends the program before it fills the memory outside", async () => {
  const code = "const s = 'x'.repeat(3.9e6); for (let i = 0; i < 400; i++) tools.waits({ s, i }); return 1";
  const waits = Promise.withResolvers<never>();
  let calls = 0;
  const ended = engine.run(
    { code, clock: 0, ended: [] },
    {
      log: () => {},
      note: () => {},
      call() {
        calls += 1;
        return waits.promise;
      },
    },
    new AbortController().signal,
  );
  while (calls < 16) await new Promise((resolve) => setImmediate(resolve));
  // The calls under way end first.
  waits.reject(new Error("stopped"));
  await expect(ended).rejects.toThrow();
  expect(calls).toBeLessThan(20);
});

test("no more than 64 calls of a program are under way, and each is made", async () => {
  const code =
    "return (await Promise.all(Array.from({ length: 300 }, (_, i) => tools.n(i)))).reduce((a, b) => a + b)";
  let [now, most] = [0, 0];
  const full = Promise.withResolvers<void>();
  const value = await engine.run(
    { code, clock: 0, ended: [] },
    {
      log: () => {},
      note: () => {},
      async call({ input }) {
        most = Math.max(most, ++now);
        // No call ends before as many are under way as may be.
        if (now === 64) setImmediate(full.resolve);
        await full.promise;
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return { ok: true, output: input };
      },
    },
    new AbortController().signal,
  );
  expect(value).toBe(44_850);
  expect(most).toBe(64);
});

test("a program that waits for the reader of its lines has not computed", async () => {
  let lines = 0;
  const host = {
    note: () => {},
    log() {
      // Holds up this process, as a busy machine does: the pipe fills up, and the program waits.
      if (++lines === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    },
    call: async () => ({ ok: true, output: 1 }) as const,
  };
  const code =
    "for (let n = 0; n < 150; n++) console.log('x'.repeat(1_900)); for (let n = 0; n < 1e5; n++) {} return 7";
  expect(await strictEngine.run({ code, clock: 0, ended: [] }, host, new AbortController().signal)).toBe(7);
  expect(lines).toBe(150);
});

test("results that a program does not keep do not fill its memory, and names and values arrive as they were sent", async () => {
  const code = (size: number, times: number) =>
    `let sum = 0;
    for (let call = 0; call < ${times}; call++) sum += (await tools.echo("é\\n😀 ".repeat(${size}))).length;
    return [sum, await tools["a b\\nc\\u2028\\ud800"]({}).catch(({ code }) => code)]`;
  made.length = 0;
  expect(await run(code(200_000, 60))).toEqual([60_000_000, "tool_not_found"]);
  expect(made.at(-1)).toBe("a b\nc\u2028\ud800");
});

test("an input of very many values costs the program its own time, not the process that makes the calls", async () => {
  made.length = 0;
  const code = (input: string) =>
    `return await tools.echo(${input}).then((all) => all.length, (error) => error.message)`;
  const of = (count: number) => code(`Array.from({ length: ${count} }, () => [])`);
  expect(await run(of(19_999))).toBe(19_999);
  expect(await run(of(20_000))).toBe("the input has more than 20000 values. Make several calls");
  // Text counts once, whatever is in it.
  expect(await run(code(String.raw`'[,{"\\'.repeat(30_000)`))).toBe(150_000);
  expect(made).toEqual(["echo", "echo"]);
});
