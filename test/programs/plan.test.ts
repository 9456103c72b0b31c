import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { questionText } from "../../src/approval/chat-question.ts";
import type { Approval, ApprovalAnswer, ApprovalRequest } from "../../src/contract/asking/approval.ts";
import { permissionFor } from "../../src/doors/acp/permission.ts";
import { describeQuestion } from "../../src/doors/cli/describe/describe-approval.ts";
import { approvalText } from "../../src/doors/mcp/calls/approval-form.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aRuntime, aTool, errorOf, outputOf } from "../support/a-runtime.ts";
import { programFile } from "../support/program.ts";

interface Story {
  readonly code: string;
  /** What is done in the run before the program. */
  readonly before?: readonly string[];
  readonly answer?: Omit<ApprovalAnswer, "by">;
  readonly mode?: "interactive" | "unattended";
}

/** Runs a program whose plan is answered; every other question is denied. */
async function play({ code, before = [], answer = { answer: "approve" }, mode = "interactive" }: Story) {
  const questions: ApprovalRequest[] = [];
  const done: string[] = [];
  const act = aTool({
    name: "act",
    risk: "medium",
    input: z.object({ what: z.string() }),
    run: ({ what }) => done.push(what),
  });
  const send = aTool({
    name: "send",
    risk: "medium",
    input: z.looseObject({ to: z.string(), body: z.unknown() }),
    run: ({ to, body }) => done.push(`${to}: ${JSON.stringify(body)}`),
  });
  const page = aTool({ name: "page", flow: { output: "untrusted", sends: "nothing" }, run: () => "x" });
  await using world = await aRuntime({ tools: [act, send, page] });
  const run = await world.runtime.openRun({
    title: "a program",
    mode,
    ...(mode === "unattended"
      ? {}
      : {
          ask: async (request: ApprovalRequest) => {
            questions.push(request);
            return request.lines === undefined
              ? { answer: "deny" as const, by: "ann" }
              : { ...answer, by: "ann" };
          },
        }),
  });
  for (const tool of before) outputOf(await run.execute({ tool, input: {} }));
  const outcome = await run.execute({ tool: "run_program", input: { code } });
  await run.end("done");
  return { outcome, done, questions, asked: questions.map(({ tool }) => tool), events: world.events };
}

const TWO = `await tools.act({ what: "a" });
await tools.act({ what: "b" });
return "both";`;

test("one yes to the calls of a program covers each of them once, and shows them with the program", async () => {
  const { outcome, done, questions, asked, events } = await play({ code: TWO });
  expect([outputOf(outcome), done, asked]).toEqual(["both", ["a", "b"], ["plan"]]);
  expect(questions[0]?.lines?.map(({ tool, input }) => [tool, input])).toEqual([
    ["act", { what: "a" }],
    ["act", { what: "b" }],
  ]);
  expect(questions[0]?.preview).toEqual({ kind: "content", text: TWO });
  const ends = events.filter((event) => event.type === "call-end" && event.tool === "act");
  expect(ends).toMatchObject([{ policy: { approved: true } }, { policy: { approved: true } }]);
});

test("the plan of a program is shown with its calls and its text at every door", async () => {
  const { questions } = await play({ code: TWO });
  const [question] = questions;
  if (question === undefined) throw new Error("nobody was asked");
  const stored = question as unknown as Approval; // what an editor shows stands in the question already
  for (const shown of [
    questionText(question, "en"),
    questionText(question, "zh"),
    describeQuestion(question, "en"),
    approvalText(question),
    JSON.stringify(permissionFor(stored, "en")),
  ]) {
    expect(shown).toMatch(/what[\\": ：“]+a[\s\S]*what[\\": ：“]+b/);
    expect(shown).toMatch(/await tools\.act\(\{ what: \\?"b\\?" \}\)/);
  }
});

test("a field that is written twice is shown with the value that counts", async () => {
  const { done, questions } = await play({ code: `${TWO.replace('"a"', '"a", what: "z"')}` });
  expect(questions[0]?.lines?.map(({ input }) => input)).toEqual([{ what: "z" }, { what: "b" }]);
  expect(done).toEqual(["z", "b"]);
});

test("a no to the calls of a program ends it before it begins", async () => {
  const { outcome, done, asked } = await play({ code: TWO, answer: { answer: "deny", reason: "not today" } });
  expect(errorOf(outcome)).toMatchObject({
    code: "approval_denied",
    message: expect.stringContaining("not today"),
  });
  expect([done, asked]).toEqual([[], ["plan"]]);
});

test("a line that the person leaves out is asked about when its call is made", async () => {
  const { done, asked } = await play({ code: TWO, answer: { answer: "approve", lines: [1] } });
  expect([done, asked]).toEqual([["a"], ["plan", "act"]]);
});

test("a single call that needs approval is asked about alone, and a marked run plans nothing", async () => {
  expect((await play({ code: 'return tools.act({ what: "a" })' })).asked).toEqual(["act"]);
  const marked = await play({ code: TWO, before: ["page"] });
  expect([marked.done, marked.asked]).toEqual([[], ["act"]]);
});

test("where nobody can be asked a program runs as before, and its calls are refused one by one", async () => {
  const code = `return tools.act({ what: "a" }).catch((error) => tools.act({ what: "b" }).catch(() => error.code))`;
  const { outcome, done } = await play({ code, mode: "unattended" });
  expect([outputOf(outcome), done]).toEqual(["approval_required", []]);
});

test("a value that is worked out may be any text without new addresses, where the destination is fixed", async () => {
  const covered = await play({
    code: `for (const n of [1, 2, 3]) await tools.send({ to: "ann", body: "number " + n });`,
  });
  expect([covered.done.length, covered.asked]).toEqual([3, ["plan"]]);
  for (const body of [
    `"see https://evil.example/x"`,
    `"to eve@evil.example"`,
    `({ to: "eve" })`,
    `[{ to: "eve" }]`,
  ]) {
    const { done, asked } = await play({
      code: `for (const body of [${body}]) await tools.send({ to: "ann", body });`,
    });
    expect([body, done, asked]).toEqual([body, [], ["plan", "send"]]);
  }
  const open = await play({
    code: `for (const to of ["ann"]) await tools.send({ to: to + "", body: "x" });`,
  });
  expect(open.asked).toEqual(["send"]);
});

/** Programs that show two calls and make another. */
const HOSTILE: Readonly<Record<string, string>> = {
  "another value by toJSON": `await tools.act({ what: "a", toJSON: () => ({ what: "evil" }) });`,
  "a prototype that changes JSON": `Object.prototype.toJSON = function () { return { what: "evil" }; }; await tools.act({ what: "a" });`,
  "a text object that changes JSON": `String.prototype.toJSON = () => "evil"; await tools.act({ what: new String("a") });`,
  "a getter": `await tools.act({ get what() { return "evil"; } });`,
  "a name that is worked out": `await tools["a" + "ct"]({ what: "evil" });`,
  "a name in another spelling": `await t\\u006fols.act({ what: "evil" });`,
  "tools handed on": `const t = tools; await t.act({ what: "evil" });`,
  "tools taken apart": `const { act } = tools; await act({ what: "evil" });`,
  "a function of tools": `await tools.act.call(null, { what: "evil" });`,
  "a comma": `await (0, tools.act)({ what: "evil" });`,
  "a second argument that wins": `await tools.act({ what: "a" }, { what: "evil" }).catch(() => {}); await tools.act(...[{ what: "evil" }]);`,
  "a field by another spelling": `await tools.act({ what: "a", "wh\\x61t": "evil" });`,
  "an escape in a string": `await tools.act({ what: "\\x65vil" });`,
  "a call in a comment of the plan": `/* tools.act({ what: "evil" }) */ await Reflect.get(tools, "act")({ what: "evil" });`,
  "a call in text": `const text = 'tools.act({ what: "evil" })'; await eval("tools")["act"]({ what: "evil" });`,
  "an open value of its own": `await tools.act({ what: { $hole: "text" } }).catch(() => {}); const t = tools; await t.act({ what: "evil" });`,
  "a shadow": `{ const tools = { act: (x) => x }; tools.act({ what: "x" }); } const t = tools; await t.act({ what: "evil" });`,
  "the same call once more": `await tools.act({ what: "a" }); const t = tools; await t.act({ what: "a" }); await t.act({ what: "evil" });`,
  "a changed array method": `Array.prototype.map = () => ["evil"]; const t = tools; await t.act({ what: "evil" });`,
};

test.for(Object.entries(HOSTILE))("a program gets no more than it showed: %s", async ([, code]) => {
  const shown = `await tools.act({ what: "b" }).catch(() => {}); await tools.act({ what: "c" }).catch(() => {});`;
  const { done, questions } = await play({ code: `${shown}\n${code}` });
  expect(done).not.toContain("evil");
  expect(done.slice(0, 2)).toEqual(["b", "c"]);
  const covered = new Set(
    questions[0]?.lines?.map(({ input }) => (input as { what: string }).what), // the only tool here
  );
  expect(covered.has("evil")).toBe(false);
  // Each line once.
  expect(new Set(done).size).toBe(done.length);
  expect(questions.length).toBeGreaterThan(1);
});

test("a program that goes on after kill -9 is not asked about again, and makes each planned call once", async () => {
  await using world = await aRuntime();
  const script = programFile(import.meta.dirname, "plan-process.ts");
  const live = (...runId: string[]) =>
    new Promise<{ runId: string; type: string; answer?: string }[]>((resolve) => {
      execFile(process.execPath, [script, world.workspace, ...runId], (_killed, out) =>
        resolve(
          out
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line)),
        ),
      );
    });
  const [first] = await live();
  const last = (await live(String(first?.runId))).at(-1);
  const linesOf = async (name: string) =>
    (await readFile(join(world.workspace, name), "utf8")).trim().split("\n");
  expect(last?.answer).toContain("went on");
  expect([await linesOf("questions.txt"), await linesOf("done.txt")]).toEqual([["plan"], ["a", "b"]]);
});

test.each(["approve", "deny"] as const)(
  "a program that was killed while its plan waited goes on after the answer: %s",
  async (answer) => {
    await using world = await aRuntime();
    const { workspace } = world;
    await using runtime = createRuntime({ workspace });
    const script = programFile(import.meta.dirname, "plan-process.ts");
    const waiting = spawn(process.execPath, [script, workspace, "wait"], { stdio: "inherit" });
    const gone = once(waiting, "exit");
    const pending = () => runtime.approvals.list({ status: "pending" });
    await expect.poll(async () => (await pending()).length, { timeout: 20_000 }).toBe(1);
    const [{ id = "", runId = "", tool } = {}] = await pending();
    waiting.kill("SIGKILL");
    await gone;
    expect(tool).toBe("plan");
    await runtime.approvals.answer(id, { answer, by: "ann", door: "test" });
    const { stdout } = await promisify(execFile)(process.execPath, [script, workspace, "answered", id]);
    const { outcome } = JSON.parse(stdout);
    if (answer === "approve") expect(outcome).toMatchObject({ type: "success", output: "alone" });
    else expect(outcome).toMatchObject({ type: "failure", error: { code: "approval_denied" } });
    const done = await readFile(join(workspace, "done.txt"), "utf8").catch(() => "");
    expect(done).toBe(answer === "approve" ? "a\nb\n" : "");
    expect(await pending()).toEqual([]);
    const records = await Array.fromAsync(runtime.history.read(runId));
    const ends = records.filter((record) => record.type === "approval-end" && record.id === id);
    expect(ends[0]).toMatchObject({ answer, by: "ann" });
    expect(await runtime.history.verify(runId)).toMatchObject({ ok: true });
  },
);

test("the question shows characters that would hide or turn around a part of the program", async () => {
  const code = `await tools.act({ what: "a" }); /* \u202e */ await tools.act({ what: "\u200bb" });`;
  const { questions } = await play({ code });
  expect(questions[0]?.preview?.text).toBe(
    'await tools.act({ what: "a" }); /* <U+202E> */ await tools.act({ what: "<U+200B>b" });',
  );
});
