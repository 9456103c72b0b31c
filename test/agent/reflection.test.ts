import { expect, test } from "vitest";
import { ScriptedModel, type ScriptedReply } from "../../src/model/language/scripted-model.ts";
import { aTool } from "../support/a-runtime.ts";
import { anAgent } from "./an-agent.ts";

const broken = aTool({
  name: "broken",
  run() {
    throw new Error("no such thing");
  },
});

/** An agent whose model also judges: `judge` says what it replies when it is asked to. */
function judging(judge: ScriptedReply, replies: readonly ScriptedReply[], options = {}) {
  let turn = 0;
  const model = new ScriptedModel(
    ({ purpose }) => (purpose === undefined ? (replies[turn++] ?? { text: "Nothing more." }) : judge),
    { reflects: true },
  );
  return anAgent([], { model, tools: [broken], ...options }).then((agent) =>
    Object.assign(agent, { judge: model }),
  );
}

const verdict = JSON.stringify({
  verdict: "complete",
  assessment: "It cannot work",
  lessons: ["The thing is gone"],
  nextFocus: "Say so",
  toolFailures: [{ toolName: "broken", error: "e", suggestion: "look elsewhere" }],
});

test("reflect() has the model judge a round with failures, and a verdict of complete ends the calls", async () => {
  await using agent = await judging({ text: `Here:\n${verdict}` }, [
    { calls: [{ tool: "broken" }] },
    { text: "It is gone." },
  ]);
  const told = await agent.tell("try");
  expect(told.of("reflection-end").map(({ reflection }) => reflection)).toMatchObject([
    {
      verdict: "complete",
      lessons: ["The thing is gone"],
      toolFailures: [{ toolName: "broken", suggestion: "look elsewhere" }],
    },
  ]);
  expect(told.of("model-end").map(({ purpose }) => purpose)).toEqual([undefined, "reflection", undefined]);
  const last = agent.judge.requests.at(-1);
  expect(last?.toolChoice).toBe("none");
  expect(last?.messages.at(-1)?.text).toMatch(/It cannot work[\s\S]*broken: look elsewhere[\s\S]*Say so/);
  expect(told.end.answer).toBe("It is gone.");
  expect(await agent.runtime.agent.replay(told.runId)).toMatchObject({ same: true });
});

test.each([
  ["says nothing that can be read", { text: "I think it went badly." }],
  ["gives a verdict that is none", { text: '{"verdict":"retry","assessment":"x"}' }],
  ["gives no answer", { text: "" }],
])("reflect() goes by the rules when the model %s", async (_what, judge) => {
  await using agent = await judging(judge, [{ calls: [{ tool: "broken" }] }, { text: "It fails." }]);
  const told = await agent.tell("try");
  expect(told.of("reflection-end")[0]?.reflection).toMatchObject({
    verdict: "replan",
    toolFailures: [{ toolName: "broken" }],
  });
  expect(told.end).toMatchObject({ status: "done", answer: "It fails." });
});

test("reflect() does not ask the model about a refusal, nor when the config leaves it to the rules", async () => {
  const off = aTool({ name: "off", risk: "high" });
  const never = { text: "asked" };
  await using agent = await judging(never, [{ calls: [{ tool: "off" }] }, { text: "Refused." }], {
    tools: [off],
  });
  await agent.tell("try");
  expect(agent.judge.requests.every(({ purpose }) => purpose === undefined)).toBe(true);
  await using ruled = await judging(never, [{ calls: [{ tool: "broken" }] }, { text: "No." }], {
    config: { agent: { judgement: "rules" } },
  });
  await ruled.tell("try");
  expect(ruled.judge.requests.every(({ purpose }) => purpose === undefined)).toBe(true);
});

test("a long conversation is summed up by the model, once per turn; calls, approvals and refs stay word for word", async () => {
  const big = aTool({ name: "big", risk: "medium", run: () => "line of data\n".repeat(2_000) });
  let turn = 0;
  let summaries = 0;
  const model = new ScriptedModel(
    ({ purpose }) => {
      if (purpose !== undefined) return { text: `Summary ${++summaries}: they asked about things.` };
      return ++turn % 2 === 1 ? { calls: [{ tool: "big", input: {} }] } : { text: `Answer ${turn / 2}.` };
    },
    { reflects: true },
  );
  await using agent = await anAgent([], {
    model,
    tools: [big],
    config: { agent: { historyTokens: 9_000 } },
    ask: async () => ({ answer: "approve", by: "ann" }),
  });
  for (const n of [1, 2, 3, 4, 5]) await agent.tell(`question ${n}`, { conversation: "c" });
  const [note] = model.requests.at(-1)?.messages ?? [];
  expect(note?.text).toMatch(/summed up:\nSummary 2: [\s\S]*big ok \(\S+, approved by ann\)[\s\S]*ref "/);
  expect(summaries).toBe(2);
  const [, second] = model.requests.filter(({ purpose }) => purpose === "summary");
  expect(second?.messages[0]?.text).toMatch(/An earlier summary:\nSummary 1[\s\S]*question 2/);
  expect(second?.messages[0]?.text).not.toMatch(/question 1/);
});

test("earlier results stand between the marks of the run that is shown them", async () => {
  await using agent = await anAgent([{ calls: [{ tool: "say" }] }, { text: "Said." }, { text: "Again." }], {
    tools: [aTool({ name: "say", run: () => "hello" })],
  });
  await agent.tell("first", { conversation: "c" });
  await agent.tell("second", { conversation: "c" });
  const request = agent.model.requests.at(-1);
  const [, boundary] = /<data-([0-9a-f]{32})>/.exec(request?.system ?? "") ?? [];
  expect(request?.messages.find(({ role }) => role === "tool")?.text).toContain(
    `<data-${boundary} from="say">`,
  );
});

test("enable_thinking turns thinking on for the rest of the run, and a turn can begin with it", async () => {
  await using agent = await anAgent([
    { calls: [{ tool: "enable_thinking", input: { enabled: true } }] },
    { text: "Thought." },
    { text: "At once." },
    { text: "Slowly." },
  ]);
  await agent.tell("think hard");
  await agent.tell("and now");
  await agent.tell("once more", { thinking: true });
  expect(agent.model.requests.map(({ thinking }) => thinking)).toEqual([undefined, true, undefined, true]);
});

test("an answer follows the language of the conversation when the message shows none", async () => {
  const { DejimaError } = await import("../../src/contract/error.ts");
  await using agent = await anAgent([
    { text: "好的。" },
    { error: new DejimaError("server_unavailable", "nobody") },
  ]);
  await agent.tell("你好", { conversation: "c" });
  const told = await agent.tell("README.md", { conversation: "c" });
  expect(told.end.answer).toBe("无法使用模型：服务目前不可用。原文：“nobody”。");
});

test("a persona words results, failures and the limit in its own way; the log has all of it", async () => {
  const act = aTool({ name: "act", risk: "medium" });
  await using agent = await anAgent(
    [{ calls: [{ tool: "act" }] }, { calls: [{ tool: "broken" }] }, { text: "That is all." }],
    {
      tools: [act, broken],
      persona: "kurisu",
      config: { agent: { maxIterations: 2 } },
      ask: async () => ({ answer: "approve", by: "ann" }),
    },
  );
  const told = await agent.tell("do both");
  expect(told.of("notice").map(({ situation, text }) => [situation, text])).toEqual([
    ["announce", "Hold on…"],
    ["done", "There."],
    ["announce", "Let me look."],
    ["failed", "That did not work."],
    ["limit", "Enough tool calls; this is what I have."],
    ["limit", 'Stopped after 2 rounds. Say "continue" to go on.'],
  ]);
  const log = await Array.fromAsync(agent.runtime.history.read(told.runId));
  expect(log.filter(({ type }) => type === "notice")).toHaveLength(6);
  expect(log.filter(({ type }) => type === "node-end").length).toBe(told.of("node-end").length);
});
