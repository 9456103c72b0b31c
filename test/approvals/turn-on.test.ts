import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import { EFFECT_KINDS } from "../../src/contract/effect.ts";
import { RISKS } from "../../src/contract/tool.ts";
import { rulesThatTurnOn, switchRules, withDefaults } from "../../src/policy/families.ts";
import { judge } from "../../src/policy/judge.ts";
import { globalLayer, rulesLayer } from "../../src/policy/rule-layers.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aRuntime, aTool, errorOf, outputOf } from "../support/a-runtime.ts";
import { nextQuestion } from "./next-question.ts";

const write = (path = "notes.txt") => ({ tool: "write_file", input: { path, content: "hello" } });

/** A person who answers every question by the key of an offer, or without one. */
function aPerson(answers: readonly (string | undefined)[]) {
  const asked: ApprovalRequest[] = [];
  const left = [...answers];
  return {
    asked,
    ask: async (request: ApprovalRequest) => {
      asked.push(request);
      if (left.length === 0) assert.fail("asked too often");
      const rule = left.shift();
      const answer = rule === "no" || rule === "keep-off" ? ("deny" as const) : ("approve" as const);
      return { answer, by: "ann", ...(rule === undefined || rule === "no" ? {} : { rule }) };
    },
  };
}

test("a call that is only off by default is turned on for the conversation with its own approval, and asked about from then on", async () => {
  const { ask, asked } = aPerson(["conversation", undefined]);
  await using world = await aRuntime({ yaml: "{}\n", ask });
  const run = await world.runtime.openRun({ conversation: "c1" });
  expect(outputOf(await run.execute(write()))).toEqual({ bytesWritten: 5 });
  expect(asked[0]).toMatchObject({
    off: {
      en: "Writing files is off in this folder. Turn it on? You will still be asked each time.",
      zh: "这个文件夹里关闭了写文件。要打开吗？以后每次仍会询问。",
    },
    title: { en: "Write notes.txt?" },
    offers: [],
    ruleOffers: [
      { key: "conversation", answer: "approve", verdict: "ask", rules: ["writing"], scope: "conversation" },
      { key: "folder", answer: "approve", verdict: "ask", rules: ["writing"], scope: "folder" },
      { key: "keep-off", answer: "deny", verdict: "deny", rules: ["writing"], scope: "folder" },
    ],
  });
  outputOf(await run.execute(write("b.txt")));
  expect(asked[1]?.off).toBeUndefined();
  expect(asked).toHaveLength(2);
  const story = world.events.filter(({ type }) => /^(?:approval|rule|call)-/.test(type));
  expect(story.slice(0, 5)).toMatchObject([
    { type: "call-start", verdict: "deny" },
    { type: "approval-start" },
    { type: "approval-end", answer: "approve", by: "ann" },
    { type: "rule-change", verdict: "ask", rules: ["writing"], scope: "conversation", by: "ann" },
    { type: "call-end", policy: { verdict: "ask", approved: true } },
  ]);
  expect(await readFile(join(world.workspace, "dejima.yaml"), "utf8")).toBe("{}\n");
});

test("a rule removed from a conversation is off at once, even in a running run", async () => {
  const { ask, asked } = aPerson(["conversation", undefined, "no"]);
  await using world = await aRuntime({ yaml: "{}\n", ask });
  const run = await world.runtime.openRun({ conversation: "c1" });
  outputOf(await run.execute(write()));
  outputOf(await run.execute(write("b.txt")));
  expect(await world.runtime.rules.ofConversation("c1")).toEqual(["writing"]);
  expect(await world.runtime.rules.forgetIn("c1", "writing")).toBe(true);
  errorOf(await run.execute(write("c.txt")));
  expect(asked.map(({ off }) => off === undefined)).toEqual([false, true, false]);
});

test("a rule turned on for a conversation survives a restart, applies there only, and is removed with it", async () => {
  const first = aPerson(["conversation"]);
  await using world = await aRuntime({ yaml: "{}\n", ask: first.ask });
  outputOf(await (await world.runtime.openRun({ conversation: "c1" })).execute(write()));
  await world.runtime.close();
  const second = aPerson([undefined, "no", "no"]);
  const settings = await loadConfig({
    cwd: world.workspace,
    configFile: "dejima.yaml",
    home: world.home,
    variables: {},
  });
  await using again = createRuntime({ settings, ask: second.ask });
  outputOf(await (await again.openRun({ conversation: "c1" })).execute(write("b.txt")));
  await (await again.openRun({ conversation: "c2" })).execute(write("c.txt"));
  const unattended = await again.openRun({ conversation: "c1", mode: "unattended" });
  expect(errorOf(await unattended.execute(write("d.txt")))).toMatchObject({ code: "tool_not_allowed" });
  expect(await again.rules.ofConversation("c1")).toEqual(["writing"]);
  expect(await again.rules.forgetIn("c1", "writing")).toBe(true);
  await (await again.openRun({ conversation: "c1" })).execute(write("e.txt"));
  expect(second.asked.map(({ off }) => off !== undefined)).toEqual([false, true, true]);
});

test('"this folder" writes a rule with a comment into the config, applies it in every run, and forget takes it back', async () => {
  const { ask, asked } = aPerson(["folder", undefined, "no"]);
  await using world = await aRuntime({ yaml: "# mine\nworkspace: .\n", ask });
  const other = await world.runtime.openRun();
  outputOf(await (await world.runtime.openRun()).execute(write()));
  const text = await readFile(join(world.workspace, "dejima.yaml"), "utf8");
  expect(text).toMatch(/^# mine\nworkspace: \.\npermissions:\n {2}confirm:\n {4}- writing # by ann, \d{4}-/);
  outputOf(await other.execute(write("b.txt")));
  expect(await world.runtime.rules.list()).toEqual({ allow: [], ask: ["writing"], deny: [] });
  expect(await world.runtime.rules.set({ rule: "writing" })).toMatchObject({ before: "ask" });
  await other.execute(write("c.txt"));
  expect(asked.map(({ off }) => off !== undefined)).toEqual([true, false, true]);
});

test('"keep off" forbids it without further questions until the rule is forgotten', async () => {
  const { ask, asked } = aPerson(["keep-off"]);
  await using world = await aRuntime({ yaml: "{}\n", ask });
  const first = await (await world.runtime.openRun()).execute(write());
  expect(errorOf(first)).toMatchObject({ code: "approval_denied" });
  const second = await (await world.runtime.openRun()).execute(write());
  expect(errorOf(second)).toMatchObject({ code: "tool_not_allowed", message: /writing/ });
  expect(asked).toHaveLength(1);
  expect(world.events.find(({ type }) => type === "rule-change")).toMatchObject({ verdict: "deny" });
});

test("a plain yes of a program turns nothing on, and a no is not asked about again in the same run", async () => {
  const { ask, asked } = aPerson([undefined, "no"]);
  await using world = await aRuntime({ yaml: "{}\n", ask });
  const blanket = await (await world.runtime.openRun()).execute(write());
  expect(errorOf(blanket)).toMatchObject({ code: "tool_not_allowed" });
  const run = await world.runtime.openRun();
  expect(errorOf(await run.execute(write()))).toMatchObject({ code: "approval_denied" });
  expect(errorOf(await run.execute(write("b.txt")))).toMatchObject({ code: "tool_not_allowed" });
  expect(asked).toHaveLength(2);
});

const never = async () => assert.fail("asked");

test("nothing is offered unattended, against a rule, in a marked run, to a hash, or where several people must agree", async () => {
  await using world = await aRuntime({ yaml: "{}\n", ask: never });
  const refused = async (run: ReturnType<typeof world.runtime.openRun>, extra = {}) =>
    expect(errorOf(await (await run).execute({ ...write(), ...extra }))).toMatchObject({
      code: "tool_not_allowed",
    });
  await refused(world.runtime.openRun({ mode: "unattended", ask: never }));
  await refused(world.runtime.openRun({ mode: "ci", park: "wait" }));
  await refused(world.runtime.openRun({ attended: false }));
  await refused(world.runtime.openRun({ untrusted: ["web_fetch: https://evil.example"] }));
  await refused(world.runtime.openRun(), { approve: "0".repeat(64) });
  const client = { name: "client x", only: ["read_file"], confirm: [], deny: [] };
  await refused(world.runtime.openRun({ rules: [client] }));
  await refused(world.runtime.openRun({ rules: [{ name: "x", confirm: [], deny: ["file.write"] }] }));
  for (const yaml of [
    "permissions: { deny: [write_file] }",
    "permissions: { deny: ['file.write(./notes.*)'] }",
    "permissions: { deny: [files] }",
    "permissions: { deny: ['write_*'] }",
    "approvals: { quorum: { high: 2 } }",
  ]) {
    await using strict = await aRuntime({ yaml, ask: never });
    expect(errorOf(await strict.runtime.execute("write_file", write().input)), yaml).toMatchObject({
      code: "tool_not_allowed",
    });
  }
});

test("content from outside that comes in while the question waits keeps it off, whatever is answered", async () => {
  await using world = await aRuntime({ yaml: "{}\n", mode: "interactive", park: "wait" });
  const run = await world.runtime.openRun({ conversation: "c1" });
  const question = nextQuestion(world.runtime);
  const outcome = run.execute(write());
  const { id } = await question;
  run.mark(["web_fetch: https://evil.example"]);
  await world.runtime.approvals.answer(id, { answer: "approve", by: "ann", door: "cli", rule: "folder" });
  expect(errorOf(await outcome)).toMatchObject({ code: "tool_not_allowed" });
  expect(await world.runtime.rules.list()).toEqual({ allow: [], ask: [], deny: [] });
});

test("two calls that are off at once are turned on with one question", async () => {
  const { ask, asked } = aPerson(["conversation", undefined]);
  await using world = await aRuntime({ yaml: "{}\n", ask });
  const run = await world.runtime.openRun();
  for (const outcome of await run.executeMany([write("a.txt"), write("b.txt")])) outputOf(outcome);
  expect(asked.map(({ off }) => off !== undefined)).toEqual([true, false]);
});

test("a question that was answered after its process had gone turns it on where it goes on", async () => {
  await using world = await aRuntime({ yaml: "{}\n", mode: "interactive" });
  const run = await world.runtime.openRun({ park: "leave" });
  const parked = errorOf(await run.execute(write()));
  expect(parked).toMatchObject({ code: "approval_required", details: { parked: true } });
  await run.end("parked");
  const id = String(parked.details.id);
  const plain = await world.runtime.approvals.answer(id, { answer: "approve", by: "ann", door: "cli" });
  expect(plain).toMatchObject({
    accepted: false,
    message: /choose how far to turn it on \(conversation, folder\)/,
  });
  await world.runtime.approvals.answer(id, { answer: "approve", by: "ann", door: "cli", rule: "folder" });
  expect(outputOf(await world.runtime.resumeApproved(id))).toEqual({ bytesWritten: 5 });
  expect(await world.runtime.rules.list()).toMatchObject({ ask: ["writing"] });
});

test("a runtime that was given its config as data writes no file, and a config that nobody trusts is never changed", async () => {
  const { ask, asked } = aPerson(["conversation"]);
  await using embedded = await aRuntime({ ask });
  outputOf(await embedded.runtime.execute("write_file", write().input));
  expect(asked[0]?.ruleOffers?.map(({ key }) => key)).toEqual(["conversation"]);
  await using world = await aRuntime({});
  const planted = "permissions: { confirm: [write_file, writing, files] }\n";
  await writeFile(join(world.workspace, "dejima.yaml"), planted);
  const variables = { HOME: join(world.workspace, "nobody") };
  const settings = await loadConfig({ cwd: world.workspace, home: world.home, variables });
  expect(settings.trusted).toBe(false);
  const person = aPerson(["conversation"]);
  await using untrusted = createRuntime({ settings, variables, ask: person.ask });
  outputOf(await untrusted.execute("write_file", write().input));
  expect(person.asked[0]?.ruleOffers?.map(({ key }) => key)).toEqual(["conversation"]);
  await expect(untrusted.rules.set({ rule: "writing", verdict: "ask" })).rejects.toThrow("config trust");
  expect(await readFile(join(world.workspace, "dejima.yaml"), "utf8")).toBe(planted);
});

test("a config that was changed since it was trusted is not changed, so that it cannot become trusted", async () => {
  await using world = await aRuntime({});
  const variables = { HOME: join(world.workspace, "me") };
  const load = () => loadConfig({ cwd: world.workspace, home: world.home, variables });
  await using runtime = createRuntime({ settings: await load(), variables });
  await runtime.rules.set({ rule: "writing", verdict: "ask" });
  expect((await load()).trusted).toBe(true);
  await writeFile(join(world.workspace, "dejima.yaml"), "permissions: { safe: ['shell(*)'] }\n");
  await expect(runtime.rules.set({ rule: "deleting", verdict: "ask" })).rejects.toThrow(
    "since you trusted it",
  );
  expect((await load()).trusted).toBe(false);
});

test("a high-risk tool that is not ours is turned on by its own name alone", async () => {
  const { ask, asked } = aPerson(["conversation"]);
  const tool = aTool({
    name: "launch",
    risk: "high",
    effects: () => [{ kind: "file.write", target: "rocket.txt" }],
  });
  await using world = await aRuntime({ yaml: "permissions: { confirm: [writing] }\n", tools: [tool], ask });
  outputOf(await world.runtime.execute("launch"));
  expect(asked[0]).toMatchObject({
    off: { en: /^Launch is off in this folder/ },
    ruleOffers: [{ rules: ["launch"] }, {}, {}],
  });
});

test("a narrower rule wins over a family that asks, a family that denies wins over all, and a tool of the same name is covered", async () => {
  const { ask, asked } = aPerson([undefined, undefined]);
  const tool = aTool({ name: "files" });
  const yaml = "permissions: { safe: ['write_file(./out/**)', files], confirm: [writing] }\n";
  await using world = await aRuntime({ yaml, ask, tools: [tool], files: { "out/x": "" } });
  outputOf(await world.runtime.execute("write_file", write("out/a.txt").input));
  expect(asked).toHaveLength(0);
  outputOf(await world.runtime.execute("write_file", write("a.txt").input));
  expect(asked).toHaveLength(1);
  await world.runtime.rules.set({ rule: "files", verdict: "deny" });
  for (const [name, input] of [
    ["write_file", write("out/a.txt").input],
    ["read_file", { path: "out/x" }],
    ["files", {}],
  ] as const)
    expect(errorOf(await world.runtime.execute(name, input)), name).toMatchObject({
      code: "tool_not_allowed",
    });
});

test("an asked card offers the narrowest rule that spares the next question, and applies it at once", async () => {
  const { ask, asked } = aPerson(["allow"]);
  await using world = await aRuntime({
    yaml: "permissions: { confirm: [writing, deleting] }\n",
    ask,
    files: { "out/x": "" },
  });
  outputOf(await world.runtime.execute("write_file", write("out/a.txt").input));
  outputOf(await world.runtime.execute("write_file", write("out/b.txt").input));
  expect(asked[0]?.ruleOffers).toMatchObject([
    { key: "allow", verdict: "allow", rules: ["write_file(./out/**)"], scope: "folder" },
    { key: "deny", answer: "deny", verdict: "deny", rules: ["write_file(./out/**)"] },
  ]);
  const text = await readFile(join(world.workspace, "dejima.yaml"), "utf8");
  expect(text).toContain("- write_file(./out/**) # by ann");
});

test("rules.test() says what a change would have changed among past calls, and changes nothing", async () => {
  const { ask } = aPerson(["conversation"]);
  await using world = await aRuntime({ yaml: "{}\n", ask });
  outputOf(await world.runtime.execute("write_file", write().input));
  const { calls, changed } = await world.runtime.rules.test({ rule: "writing", verdict: "ask" }, { runs: 5 });
  expect({ calls, changed }).toMatchObject({ calls: 1, changed: [{ before: "deny", after: "ask" }] });
  expect(await world.runtime.rules.list()).toEqual({ allow: [], ask: [], deny: [] });
});

const RULES = [
  "write_file",
  "files",
  "writing",
  "network",
  "tool_a",
  "file.write(./out/**)",
  "host.send",
  "tool_*",
];

test("rulesThatTurnOn() never lifts a rule that denies and never gives more than a question: 10,000 policies", () => {
  const lists = fc.record({
    safe: fc.subarray(RULES, { maxLength: 2 }),
    confirm: fc.subarray(RULES, { maxLength: 2 }),
    deny: fc.subarray(RULES, { maxLength: 2 }),
  });
  const effect = fc.record({
    kind: fc.constantFrom(...EFFECT_KINDS),
    target: fc.constantFrom("/w/out/a", "/w/b", "https://x.example/"),
  });
  const call = fc.record({
    tool: fc.record({
      name: fc.constantFrom("write_file", "tool_a", "launch"),
      aliases: fc.constant([]),
      risk: fc.constantFrom(...RISKS),
      source: fc.constantFrom("builtin" as const, "mcp" as const, "custom" as const),
    }),
    effects: fc.array(effect, { maxLength: 3 }),
  });
  let offered = 0;
  fc.assert(
    fc.property(lists, fc.subarray(RULES, { maxLength: 2 }), call, (permissions, forbidden, asked) => {
      const global = globalLayer(permissions, { base: "/w", lineOf: () => undefined });
      const extra = rulesLayer({ name: "client", confirm: [], deny: forbidden }, { base: "/w" });
      const before = judge(asked, [global, extra]);
      const rules = rulesThatTurnOn(asked, [global, extra]);
      if (rules === undefined) return;
      offered++;
      expect(before.verdict).toBe("deny");
      for (const { effect: wanted, rule } of before.reasons)
        if (wanted === "deny") expect(rule).toMatch(/^default for/);
      const after = judge(asked, [withDefaults(global, () => switchRules(rules, "x")), extra]);
      expect(after.verdict).toBe("ask");
    }),
    { numRuns: 10_000, seed: 18 },
  );
  expect(offered).toBeGreaterThan(300);
});
