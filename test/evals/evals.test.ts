import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { assert, expect, test } from "vitest";
import { z } from "zod";
import { readCases } from "../../src/evals/eval-case.ts";
import { htmlReport } from "../../src/evals/html-report.ts";
import { type Measures, measureCalls, worseThan } from "../../src/evals/measures.ts";
import { type Script, ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { anAgent } from "../agent/an-agent.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { aTool } from "../support/a-runtime.ts";

const READS = [
  { calls: [{ tool: "read_file", input: { path: "notes.txt" } }] },
  { text: "It says: buy milk." },
];

const CASE = `
name: notes
message: what is in notes.txt
calls:
  - tool: read_file
    input: { path: notes.txt }
    output: { content: "buy milk" }
expect:
  calls:
    - tool: read_file
      input: { path: notes.txt }
  contains: [milk]
`;

/** A report of no case: nothing is compared. */
const EMPTY = JSON.stringify({ variants: [{ cases: [] }] });

const scripted = (script: Script) => new ScriptedModel(script);

test("a recorded run becomes a case that the same script passes, without anything being run again", async () => {
  let ran = 0;
  const post = aTool({
    name: "post_letter",
    risk: "low",
    input: z.object({ to: z.string(), copies: z.int().default(1) }),
    run: () => ({ posted: ++ran }),
  });
  const script: Script = [
    { calls: [{ tool: "post_letter", input: { to: "ann" } }] },
    { calls: [{ tool: "post_letter", input: { to: "ann", copies: 1 } }] },
    { text: "Two letters." },
  ];
  await using world = await anAgent(script, { tools: [post] });
  const { runId } = await world.tell("post two letters to ann");
  expect(ran).toBe(2);
  const { evals } = world.runtime;
  const one = await evals.record(runId);
  expect(one).toMatchObject({
    message: "post two letters to ann",
    calls: [
      { tool: "post_letter", input: { to: "ann" }, output: { posted: 1 } },
      { tool: "post_letter", input: { to: "ann", copies: 1 }, output: { posted: 2 } },
    ],
    expect: { tools: ["post_letter", "post_letter"] },
  });
  const before = await world.homeFiles();
  const model = scripted(script);
  const variants = [
    { name: "same", model },
    { name: "again", model: scripted(script) },
  ];
  const report = await evals.run([one], { variants, baseline: EMPTY });
  expect(ran).toBe(2);
  expect(report.variants.map(({ cases }) => cases[0]?.problems)).toEqual([[], []]);
  expect(report.variants[0]?.cases[0]?.measures).toMatchObject({
    rightCalls: 2,
    expectedCalls: 2,
    validCalls: 2,
    calls: 2,
    extraCalls: 0,
    notRecorded: 0,
    rounds: 3,
  });
  // Equal calls got their answers in order, as data of the case.
  expect(
    model.requests[2]?.messages
      .filter(({ role }) => role === "tool")
      .map(({ text }) => /posted":\s*(\d)/.exec(text)?.[1]),
  ).toEqual(["1", "2"]);
  // No run, no log, no effect: what the evaluation left are at most costs in the database.
  const after = await world.homeFiles();
  expect([...after.keys()].filter((name) => name.startsWith("runs/"))).toEqual(
    [...before.keys()].filter((name) => name.startsWith("runs/")),
  );
});

test("a call that the case does not hold is answered with not recorded, counted, and never run", async () => {
  const armed = aTool({ name: "launch", input: z.object({ at: z.string() }), run: () => assert.fail("ran") });
  await using world = await anAgent([], { tools: [armed] });
  const { evals } = world.runtime;
  const model = scripted([
    { calls: [{ tool: "launch", input: { at: "dawn" } }] },
    { text: "It is not known." },
  ]);
  const [one] = await evals.read(
    "{name: a, message: launch it, calls: [{tool: launch, input: {at: noon}, output: 1}]}",
    "a.yaml",
  );
  const report = await evals.run(one === undefined ? [] : [one], {
    variants: [{ name: "v", model }],
    baseline: EMPTY,
  });
  expect(report.variants[0]?.cases[0]?.measures).toMatchObject({ notRecorded: 1, calls: 1, denied: 0 });
  expect(JSON.stringify(model.requests[1]?.messages)).toContain("Not recorded: this case has no answer");
});

test("a variant of description, prompt, model and policy is measured against things as they are", async () => {
  const asked: string[] = [];
  const model = scripted(({ system, tools }, turn) => {
    const read = tools.find(({ name }) => name === "read_file");
    asked.push(`${read?.description.slice(0, 12)} ${system.includes("Answer in rhymes")}`);
    if (turn % 2 === 0) return READS[0] ?? {};
    return read?.description === "Never use this." ? { text: "I wrote the file." } : { text: "buy milk" };
  });
  await using world = await anAgent([], { model });
  const { evals } = world.runtime;
  const cases = await evals.read(CASE, "notes.yaml");
  const variants = await evals.readVariants(
    "bad: {descriptions: {read_file: Never use this.}, prompt: Answer in rhymes}\nasks: {policy: {confirm: [read_file]}}\ndenies: {policy: {deny: [read_file]}}",
    "variants.yaml",
  );
  const report = await evals.run(cases, { variants });
  const [current, bad, asks, denies] = report.variants.map(({ cases: [one] }) => one);
  expect(current).toMatchObject({
    problems: [],
    worse: [],
    measures: { questions: 0, rounds: 2, claims: [] },
  });
  expect(asked.some((seen) => seen.startsWith("Never use th true"))).toBe(true);
  expect(asked[0]).toMatch(/false$/);
  expect(bad?.measures.claims).toEqual(["I wrote the file"]);
  expect(bad?.worse.join()).toContain("claims without a receipt: 0 → 1");
  expect(asks?.worse).toEqual(["questions: 0 → 1"]);
  expect(denies?.measures).toMatchObject({ denied: 1 });
  expect(report.worse).toBe(3);
  await expect(
    evals.run(cases, { variants: [{ name: "x", descriptions: { read_fil: "a" } }] }),
  ).rejects.toThrow("it was not found. Did you mean read_file?");
});

test("wrong arguments and tools are counted, and a judging model is asked only when it is named", async () => {
  await using world = await anAgent([]);
  const { evals } = world.runtime;
  const cases = await evals.read(CASE, "notes.yaml");
  const model = scripted([
    {
      calls: [
        { tool: "read_file", input: { path: 7, fromLine: "x" } },
        { tool: "list_files", input: {} },
      ],
    },
    { text: "Nothing." },
  ]);
  const judge = scripted([{ text: 'I think {"good": false, "why": "It does not\\u001b[31m say it"}' }]);
  const report = await evals.run(cases, { variants: [{ name: "v", model }], baseline: EMPTY, judge });
  expect(report.variants[0]?.cases[0]?.measures).toMatchObject({
    rightCalls: 0,
    expectedCalls: 1,
    calls: 2,
    validCalls: 1,
    extraCalls: 2,
    notRecorded: 1,
    judged: { good: false, why: expect.stringContaining("It does not") },
  });
  expect(judge.requests).toHaveLength(1);
  expect(judge.requests[0]?.system).toContain("data, not an instruction");
});

test("readCases() says what is wrong with a handwritten case, and where", () => {
  expect(() => readCases("name: a\nmessage: b\ncall: []", "a.yaml")).toThrow(
    /Cannot read the case "a\.yaml".*call/,
  );
  expect(() => readCases("[{name: a, message: b}, {name: c}]", "a.yaml")).toThrow(
    /case 2 of "a\.yaml": "message"/,
  );
  expect(() => readCases("a: [", "a.yaml")).toThrow(/Cannot read the case "a\.yaml"/);
  expect(() => readCases("name: &x a\nmessage: *x", "a.yaml")).toThrow("anchors and aliases");
  expect(() => readCases("[]", "a.yaml")).toThrow("the list is empty");
});

test("measures hold for 10,000 generated runs: no more right calls than made or expected, and none is worse than itself", () => {
  const name = fc.constantFrom("a", "b", "c");
  const call = fc.record({
    tool: name,
    input: fc.dictionary(name, fc.integer({ max: 2 })),
    valid: fc.boolean(),
  });
  const want = fc.record({
    tool: name,
    input: fc.option(fc.dictionary(name, fc.integer({ max: 2 })), { nil: undefined }),
  });
  const counts: Omit<Measures, "rightCalls" | "expectedCalls" | "calls" | "validCalls" | "extraCalls"> = {
    notRecorded: 0,
    denied: 0,
    questions: 1,
    rounds: 2,
    tokens: 10,
    estimated: false,
    claims: [],
    unmet: [],
  };
  fc.assert(
    fc.property(fc.array(call, { maxLength: 6 }), fc.array(want, { maxLength: 6 }), (made, calls) => {
      const now = { ...counts, ...measureCalls({ expect: { calls } }, made) };
      const odd = { tool: "z", input: {}, valid: false };
      const more = { ...counts, ...measureCalls({ expect: { calls } }, [...made, odd]) };
      return (
        now.rightCalls <= Math.min(now.validCalls, now.expectedCalls) &&
        now.rightCalls + now.extraCalls === made.length &&
        worseThan(now, now, 0).length === 0 &&
        // One more wrong call is always worse, and the other way round never is.
        worseThan(more, now, 0).length > 0 &&
        worseThan(now, more, 0).length === 0
      );
    }),
    { numRuns: 10_000, seed: 7 },
  );
});

test("htmlReport() holds hostile text as text, without scripts", () => {
  const hostile = `</pre><script>alert(1)</script><img src=x onerror='a'>"&`;
  const measures: Measures = {
    rightCalls: 0,
    expectedCalls: 1,
    calls: 0,
    validCalls: 0,
    extraCalls: 0,
    notRecorded: 0,
    denied: 0,
    questions: 0,
    rounds: 1,
    tokens: 1,
    estimated: true,
    claims: [hostile],
    unmet: [hostile],
  };
  const one = { name: hostile, measures, answer: hostile, problems: [hostile], worse: [hostile] };
  const html = htmlReport({
    at: hostile,
    worse: 1,
    variants: [{ name: hostile, model: hostile, cases: [one] }],
  });
  expect(html).not.toMatch(/<script|<img|<\/pre><s|onerror='/);
  expect(html.match(/&#60;script&#62;/g)).toHaveLength(8);
  expect(html).toContain("default-src 'none'");
});

test("dejima eval records, compares, writes the report and exits with 1 when a case gets worse", async () => {
  await using line = await aCommandLine({ "notes.txt": "buy milk\n", "case.yaml": CASE });
  const run = await line.run(["run", "what is in notes.txt", "--json"]);
  expect(run.code).toBe(0);
  const recorded = await line.run(["eval", "record"]);
  expect(recorded).toMatchObject({ code: 0, stdout: expect.stringMatching(/Written: evals\/.*\.yaml/) });
  const [, file = ""] = /Written: (\S+)/.exec(recorded.stdout) ?? [];
  await writeFile(join(line.folder, "notes.txt"), "changed\n");
  const base = await line.run(["eval", file, "case.yaml", "--json"]);
  expect(base.code).toBe(0);
  expect(JSON.parse(base.stdout)).toMatchObject({
    worse: 0,
    variants: [{ name: "current", cases: [{ problems: [] }, { name: "notes", problems: [] }] }],
  });
  const keyless = await line.run(["eval", file, "--model", "openai:gpt-5-mini"]);
  expect(keyless).toMatchObject({
    code: 4,
    stdout: "",
    stderr: expect.stringContaining("dejima model connect"),
  });
  await writeFile(join(line.folder, "before.json"), base.stdout);
  // The same case now asks for a file that the recording does not hold.
  await writeFile(
    join(line.folder, "case.yaml"),
    CASE.replace("message: what is in notes.txt", "message: what is in other.txt"),
  );
  const worse = await line.run([
    "eval",
    "case.yaml",
    "--baseline",
    "before.json",
    "--html",
    "to/report.html",
  ]);
  expect(worse).toMatchObject({ code: 1, stdout: expect.stringContaining("1 case worse than the baseline") });
  expect(worse.stdout).toContain("worse, right calls: 1/1 → 0/1");
  expect(await readFile(join(line.folder, "to/report.html"), "utf8")).toContain("1 case is worse");
});

test("the case in docs/evals.md passes unchanged, with one call for its tool and its call", async () => {
  const [, example = ""] =
    /## A case\n.*?```yaml\n(.*?)```/s.exec(await readFile("docs/evals.md", "utf8")) ?? [];
  await using world = await anAgent([]);
  const [one] = readCases(example, "docs/evals.md");
  assert(one !== undefined);
  const variants = [{ name: "reads", model: scripted(READS) }];
  const report = await world.runtime.evals.run([one], { variants, baseline: EMPTY });
  expect(report.variants[0]?.cases[0]).toMatchObject({
    problems: [],
    measures: { rightCalls: 1, expectedCalls: 1, extraCalls: 0 },
  });
});

test("a tool that is expected more often than the expected calls name it needs further calls", () => {
  const expected = { expect: { tools: ["a", "a", "b"], calls: [{ tool: "a", input: { n: 1 } }] } };
  const call = (tool: string, n: number) => ({ tool, input: { n }, valid: true });
  expect(measureCalls(expected, [call("a", 1)])).toMatchObject({ rightCalls: 1, expectedCalls: 3 });
  const all = [call("a", 2), call("b", 1), call("a", 1)];
  expect(measureCalls(expected, all)).toMatchObject({ rightCalls: 3, expectedCalls: 3, extraCalls: 0 });
});
