import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { openStore } from "../../src/store/open-store.ts";
import { hear } from "../agent/an-agent.ts";
import { aRuntime, aTool, errorOf, outputOf } from "../support/a-runtime.ts";

const numbered = z.object({ n: z.number() });
const act = aTool({ name: "act", risk: "medium" });

interface Lives {
  /** The tool that the model calls once, and its input. */
  readonly tool: string;
  readonly input?: object;
  /** The tools of the first process, and of the one that goes on with the run after a yes. */
  readonly tools: (life: 1 | 2) => ReturnType<typeof aTool>[];
}

/** Runs until a call of `act` waits for a person. Then another runtime gets a yes and goes on. */
async function play({ tool, input = {}, tools }: Lives) {
  await using world = await aRuntime();
  const { workspace, home } = world;
  const live = (life: 1 | 2) =>
    createRuntime({
      workspace,
      home,
      park: "leave",
      tools: [act, ...tools(life)],
      model: new ScriptedModel(({ messages }) => {
        const result = messages.find((message) => message.role === "tool");
        if (result !== undefined) return { text: JSON.stringify(result.data) ?? result.text };
        return { calls: [{ tool, input, id: "the-call" }] };
      }),
    });
  await using first = live(1);
  const { runId, end } = await hear(first.agent.run("do it"));
  expect(end.status).toBe("parked");
  await first.close();
  await using second = live(2);
  for (const { id } of await second.approvals.list({ status: "pending" }))
    await second.approvals.answer(id, { answer: "approve", by: "ann", door: "test" });
  const told = await hear(second.agent.resume(runId));
  return { answer: String(told.end.answer), status: told.end.status };
}

test("a program that goes on gets its results in the order in which the calls ended", async () => {
  const code = `const order = [];
    await Promise.all([0, 1, 2].map(async (n) => {
      await tools.step({ n });
      order.push(n);
      await tools.note({ n });
    }));
    const first = await Promise.race([tools.step({ n: 3 }), tools.step({ n: 4 })]);
    await tools.note({ n: 4 });
    await tools.act();
    return { order, first };`;
  const { answer } = await play({
    tool: "run_program",
    input: { code },
    tools(life) {
      const noted = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
      const never = () => expect.unreachable("a call was made again");
      // Each step waits until the next one was noted. Steps 2 and 4 wait for nothing.
      const stepAfter = async (n: number) => {
        if (n !== 2 && n !== 4) await noted[n + 1]?.promise;
        return n;
      };
      const run = life === 2 ? never : ({ n }: { n: number }) => stepAfter(n);
      const step = aTool({ name: "step", input: numbered, run });
      const record = life === 2 ? never : ({ n }: { n: number }) => noted[n]?.resolve();
      const note = aTool({ name: "note", input: numbered, run: record });
      return [step, note];
    },
  });
  expect(JSON.parse(answer)).toEqual({ order: [2, 1, 0], first: 4 });
});

test("a program that goes on gets every output and error as it was, of the same type and in the same order", async () => {
  const token = `ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}`;
  // Texts that are JSON data themselves, short, longer than a line of the log, and longer than what a caller gets.
  const outputs: Readonly<Record<number, unknown>> = {
    0: '{"a":1}',
    1: `{"a":"${"x".repeat(3_000)}"}`,
    2: `[${"1,".repeat(30_000)}1]`,
    3: "7".repeat(3_000),
    4: { z: 1, a: { 10: 1, 9: [2], "": "\ud800" }, long: "y".repeat(3_000) },
    5: { z: -0, a: undefined, at: new Date(0) },
    6: undefined,
    8: "null".padEnd(3_000),
  };
  const code = `const seen = [];
    for (let n = 0; n < 9; n++) {
      const value = await tools.give({ n }).catch(({ name, code, message }) => [name, code, message]);
      const text = JSON.stringify(value);
      seen.push([typeof value, text.length, text.slice(0, 60), Object.keys(value ?? {}).length]);
    }
    await tools.note({ n: seen.flat().join().length });
    await tools.note({ n: seen.map(([type]) => type).join().length });
    await tools.act();
    return seen.map(([type]) => type);`;
  const run = ({ n }: { n: number }) => {
    if (n === 7) throw new Error(`no: ${token}\n at ${Math.random()}`);
    return outputs[n];
  };
  const { answer } = await play({
    tool: "run_program",
    input: { code },
    tools: () => [
      aTool({ name: "give", input: numbered, run }),
      aTool({ name: "note", input: numbered, run: ({ n }) => n }),
    ],
  });
  const text = "string";
  expect(JSON.parse(answer)).toEqual([text, text, text, text, "object", "object", "object", "object", text]);
});

/** A tool whose calls within its own differ from life to life. */
const changing = (life: 1 | 2, change: "input" | "work") => {
  const done: string[] = [];
  const note = aTool({ name: "note", input: numbered, run: ({ n }) => done.push(`note ${n}`) });
  const compose = aTool({
    name: "compose",
    composes: true,
    async run(_input, { calls }) {
      const work = change === "work" ? `work ${life}` : "work";
      const n = change === "input" ? life : 0;
      await calls?.make({ index: 0, tool: "note", input: { n } }, work);
      await calls?.make({ index: 1, tool: "act", input: {} }, work);
      return "both";
    },
  });
  return { tools: [note, compose], done };
};

test.each(["input", "work"] as const)(
  "a call that is another one after the restart is an error that names the recorded one, and is not made: another %s",
  async (change) => {
    const second: string[][] = [];
    const { answer } = await play({
      tool: "compose",
      tools(life) {
        const { tools, done } = changing(life, change);
        if (life === 2) second.push(done);
        return tools;
      },
    });
    expect(answer).toMatch(/not the call that was made here before the restart, [\w-]+\.2 of \\?"note/);
    expect(second).toEqual([[]]);
  },
);

/** Runs a program in which a person refuses every call of `act`. */
async function refuse(code: string) {
  let questions = 0;
  const ask = aTool({ name: "ask", risk: "medium", input: z.looseObject({}) });
  await using world = await aRuntime({ tools: [ask, aTool({ name: "free" })] });
  const run = await world.runtime.openRun({
    title: "no",
    mode: "interactive",
    async ask() {
      questions += 1;
      return { answer: "deny", by: "ann", reason: "not today" };
    },
  });
  const outcome = await run.execute({ tool: "run_program", input: { code } });
  await run.end("done");
  const ends = world.events.filter((event) => event.type === "call-end" && event.tool === "ask");
  return { outcome, questions, ends };
}

test("a call that a person refused is not asked about again, and each refusal is recorded", async () => {
  const { outcome, questions, ends } = await refuse(
    `const codes = [];
    for (let time = 0; time < 3; time++) await tools.ask({ n: 1 }).catch(({ code, message }) => codes.push([code, message]));
    return codes;`,
  );
  const no = ["approval_denied", expect.stringContaining("not today")];
  expect([outputOf(outcome), questions]).toEqual([[no, no, no], 1]);
  expect(ends).toHaveLength(3);
});

test.each([
  "for (let n = 0; ; n++) { await tools.ask({ n }).catch(() => {}); await tools.free(); }",
  "for (;;) await tools.ask({ n: 1 }).catch(() => {})",
  "await Promise.allSettled([...Array(400).keys()].map((n) => tools.ask({ n })))",
  "const all = (n) => tools.ask({ n }).catch(() => all(n + 100)); await Promise.all([...Array(100).keys()].map(all))",
])("a program whose calls are refused ten times ends, whatever it catches: %s", async (code) => {
  const { outcome, questions } = await refuse(code);
  expect(errorOf(outcome)).toMatchObject({
    code: "approval_denied",
    message: expect.stringMatching(/10 calls of this program were refused.*not today/),
  });
  expect(questions).toBeLessThanOrEqual(10);
});

test("a program that waits for an answer in another process leaves at most ten questions", async () => {
  const ask = aTool({ name: "ask", risk: "medium", input: z.looseObject({}) });
  await using world = await aRuntime({ tools: [ask] });
  const run = await world.runtime.openRun({ title: "parked", mode: "unattended", park: "leave" });
  const code = "await Promise.allSettled([...Array(40).keys()].map((n) => tools.ask({ n })))";
  const outcome = await run.execute({ tool: "run_program", input: { code } });
  expect(errorOf(outcome).details).toMatchObject({ parked: true });
  expect(world.events.filter(({ type }) => type === "approval-start").length).toBeLessThanOrEqual(10);
});

test("a call that ran to its end before a kill, and whose end is only in the store, gives its result", async () => {
  for (const [result, expected] of [
    [{ ok: true, output: "done before", sha256: "0" }, { said: "done before" }],
    [
      { ok: false, error: { code: "timeout", message: "It took too long", details: {} } },
      { code: "timeout", message: "It took too long" },
    ],
  ] as const) {
    await using world = await aRuntime();
    const { workspace, home } = world;
    let runs = 0;
    const code =
      "try { return { said: await tools.act() } } catch ({ code, message }) { return { code, message } }";
    const live = () =>
      createRuntime({
        workspace,
        home,
        park: "leave",
        tools: [aTool({ name: "act", risk: "medium", run: () => ++runs })],
        model: new ScriptedModel(({ messages }) => {
          const told = messages.find((message) => message.role === "tool");
          return told === undefined
            ? { calls: [{ tool: "run_program", input: { code }, id: "the-call" }] }
            : { text: JSON.stringify(told.data) };
        }),
      });
    await using first = live();
    const { runId } = await hear(first.agent.run("do it"));
    const [question] = await first.approvals.list({ status: "pending" });
    const { id = "", callId = "" } = question ?? {};
    await first.approvals.answer(id, { answer: "approve", by: "ann", door: "test" });
    await first.close();
    const store = await openStore({ file: join(home, "dejima.db") });
    const times = { startedAt: 1, endedAt: 2 };
    const status = result.ok ? "done" : "failed";
    await store.executions.create({ id, runId, callId, tool: "act", status, ...times, result });
    await store.close();
    await using second = live();
    const { end } = await hear(second.agent.resume(runId));
    expect(JSON.parse(String(end.answer))).toEqual(expected);
    expect(runs).toBe(0);
    expect(await second.history.verify(runId)).toMatchObject({ ok: true });
  }
});
