import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { aTool } from "../support/a-runtime.ts";
import { anAgent } from "./an-agent.ts";

const echo = aTool({
  name: "echo",
  input: z.object({ text: z.string() }),
  run: ({ text }) => ({ said: text }),
});

test("run() goes from a message through calls to an answer, and its log verifies", async () => {
  await using agent = await anAgent(
    [
      {
        text: "Let me see.",
        calls: [
          { tool: "echo", input: { text: "a" } },
          { tool: "echo", input: { text: "b" } },
        ],
      },
      { text: "Both came back." },
    ],
    { tools: [echo] },
  );
  const told = await agent.tell("say a and b");
  expect(told.end).toMatchObject({ status: "done", answer: "Both came back.", calls: 2 });
  expect(told.events[0]?.type).toBe("run-start");
  expect(told.of("node-end").map(({ node }) => node)).toEqual([
    "context_build",
    "route",
    "skill_activate",
    "generate",
    "tool_call",
    "generate",
    "validate",
    "enforce",
  ]);
  expect(await agent.runtime.history.verify(told.runId)).toMatchObject({ ok: true });
  const results = agent.model.requests[1]?.messages.filter(({ role }) => role === "tool") ?? [];
  expect(
    results.map(({ text }) => /^<data-[0-9a-f]{32} from="echo">\n\{"said":"[ab]"\}\n<\/data-/.test(text)),
  ).toEqual([true, true]);
});

test("run() carries a conversation on", async () => {
  await using agent = await anAgent([{ text: "Hello, Ada." }, { text: "You are Ada." }]);
  await agent.tell("I am Ada", { conversation: "c" });
  await agent.tell("who am I?", { conversation: "c" });
  expect(agent.model.requests[1]?.messages.map(({ text }) => text)).toEqual([
    "I am Ada",
    "Hello, Ada.",
    "who am I?",
  ]);
});

test("run() tells the model of the last round, and then takes an answer only", async () => {
  let asked = 0;
  await using agent = await anAgent(
    ({ toolChoice }) => {
      asked++;
      return toolChoice === "none"
        ? { text: "That is all." }
        : { calls: [{ tool: "echo", input: { text: `${asked}` } }] };
    },
    { tools: [echo], config: { agent: { maxIterations: 3 } } },
  );
  const told = await agent.tell("loop");
  expect(told.end).toMatchObject({ answer: "That is all.", calls: 3 });
  const notes = agent.model.requests.map(
    ({ messages }) => messages.filter(({ role }) => role === "note").length,
  );
  expect(notes).toEqual([0, 0, 1, 2]);
  expect(agent.model.requests.at(-1)?.toolChoice).toBe("none");
});

test("run() mends what can only mean one thing, and sends the rest back at most twice", async () => {
  await using agent = await anAgent(
    [
      { calls: [{ tool: "functions.Echo", input: "{text: 'mended',}" }] },
      { calls: [{ tool: "echo", input: {} }] },
      { calls: [{ tool: "ecko", input: {} }] },
      { calls: [{ tool: "echo", input: "no idea" }] },
      { text: "I give up." },
    ],
    { tools: [echo] },
  );
  const told = await agent.tell("try");
  expect(told.end).toMatchObject({ answer: "I give up.", calls: 4 });
  const last = agent.model.requests.at(-1);
  expect(last?.toolChoice).toBe("none");
  const told2 = last?.messages.filter(({ role }) => role === "tool").map(({ text }) => text) ?? [];
  expect(told2[0]).toMatch(/mended/);
  expect(told2.slice(1).join("\n")).toMatch(/"text".*\n.*Did you mean echo.*\n.*not JSON/);
});

test("run() does not repeat a call that failed for good, and reflects on failures", async () => {
  let runs = 0;
  const broken = aTool({
    name: "broken",
    run() {
      runs++;
      throw new Error("no such thing");
    },
  });
  await using agent = await anAgent(
    [{ calls: [{ tool: "broken" }] }, { calls: [{ tool: "broken" }] }, { text: "It does not work." }],
    {
      tools: [broken],
    },
  );
  const told = await agent.tell("do it");
  expect(runs).toBe(1);
  expect(told.of("reflection-end").map(({ reflection }) => reflection.verdict)).toEqual(["replan", "replan"]);
  expect(told.of("reflection-end")[0]?.reflection.toolFailures[0]).toMatchObject({ toolName: "broken" });
  expect(told.end.answer).toBe("It does not work.");
});

test("run() sends back a claim without a receipt once, then marks it for the user", async () => {
  await using agent = await anAgent([
    { text: "I have written the file out.txt." },
    { text: "I have saved everything to out.txt." },
  ]);
  const told = await agent.tell("write it");
  expect(agent.model.requests).toHaveLength(2);
  expect(agent.model.requests[1]?.messages.at(-1)?.text).toMatch(/no call of this run did that/);
  expect(told.end.answer).toMatch(/I have saved everything[\s\S]*nothing in the record of this run/);
});

test("run() ends as failed when the model cannot be reached, and says so in the user's language", async () => {
  const { DejimaError } = await import("../../src/contract/error.ts");
  await using agent = await anAgent([{ error: new DejimaError("server_unavailable", "nobody there") }]);
  const told = await agent.tell("你好");
  expect(told.end).toMatchObject({
    status: "failed",
    answer: "无法使用模型：服务目前不可用。原文：“nobody there”。",
  });
});

test("run() does not blame the model for what else went wrong", async () => {
  const { DejimaError } = await import("../../src/contract/error.ts");
  await using agent = await anAgent([{ error: new DejimaError("io_error", "Cannot read the lock") }]);
  const told = await agent.tell("hello there");
  expect(told.end.answer).toBe("Couldn't run this: Cannot read the lock");
});

test("run() stops between nodes when it is cancelled", async () => {
  const controller = new AbortController();
  const slow = aTool({
    name: "slow",
    run: (_input, { signal }) =>
      new Promise((_resolve, reject) => {
        controller.abort();
        signal.addEventListener("abort", () => reject(signal.reason));
        if (signal.aborted) reject(signal.reason);
      }),
  });
  await using agent = await anAgent([{ calls: [{ tool: "slow" }] }, { text: "never" }], { tools: [slow] });
  const told = await agent.tell("wait", { signal: controller.signal });
  expect(told.end.status).toBe("cancelled");
  expect(agent.model.requests).toHaveLength(1);
});

test("replay() works a recorded run out again offline, and names the first difference", async () => {
  await using agent = await anAgent(
    [{ calls: [{ tool: "echo", input: { text: "x".repeat(5000) } }] }, { text: "Done." }],
    { tools: [echo] },
  );
  const { runId } = await agent.tell("echo a lot");
  const again = agent.runtime.agent;
  expect(await again.replay(runId)).toMatchObject({ same: true, answer: "Done.", steps: 8 });
  expect(agent.model.requests).toHaveLength(2);
  // What the log and the turn hold is not stored a second time.
  const stored = await agent.runtime.store.steps.list(runId);
  expect(stored.filter(({ number }) => number > 3)).toMatchObject([
    { number: 7, node: "enforce", patch: {} },
  ]);
  const [[kept = ""] = []] = [...(await agent.homeFiles())].filter(([, text]) => text.startsWith('{"said":'));
  const file = join(agent.home, kept);
  const whole = await readFile(file, "utf8");
  await writeFile(file, whole.replace("xxx", "yyy"));
  expect(await again.replay(runId)).toMatchObject({
    same: false,
    divergence: expect.stringMatching(/^the result of echo \(\S+\.1\) is not as recorded: .*was changed/),
  });
  await writeFile(file, whole);
  agent.runtime.registry.register(aTool({ name: "newcomer" }));
  expect(await again.replay(runId)).toMatchObject({
    same: false,
    divergence: "request 1 to the model differs: the system prompt",
  });
});

test("replay() names the first node that differs from the log where the steps are not stored", async () => {
  await using agent = await anAgent(
    [{ calls: [{ tool: "current_time", input: {} }] }, { text: "Noon." }],
    {},
  );
  const { runId } = await agent.tell("what time is it?");
  expect(await agent.runtime.agent.replay(runId)).toMatchObject({ same: true, steps: 8 });
  const logs = [...(await agent.homeFiles())].filter(([file]) => file.endsWith(`${runId}/events.jsonl`));
  for (const [file, text] of logs)
    await writeFile(join(agent.home, file), text.replace('"node":"validate"', '"node":"reflect"'));
  expect(await agent.runtime.agent.replay(runId)).toMatchObject({
    same: false,
    divergence: "step 7 is validate, it was reflect",
  });
});

test("replay() needs no more of a run that only read than was stored with its end", async () => {
  const turn = (id: string) => [{ calls: [{ tool: "current_time", input: {}, id }] }, { text: "Noon." }];
  await using agent = await anAgent([...turn("one"), ...turn("two")], {});
  const conversation = "c-clock";
  await agent.tell("what time is it?", { conversation });
  const { runId } = await agent.tell("and now?", { conversation });
  expect(await agent.runtime.agent.replay(runId)).toMatchObject({ same: true, answer: "Noon.", steps: 8 });
});

test("a secret that a model uses as the id of a call is left out of everything that is kept", async () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  await using agent = await anAgent(
    [{ calls: [{ tool: "echo", input: { text: "hello" }, id: secret }] }, { text: "Done." }],
    { tools: [echo] },
  );
  const told = await agent.tell("say hello");
  expect(told.of("call-end")).toMatchObject([{ tool: "echo", result: { ok: true } }]);
  for (const [file, text] of await agent.homeFiles()) expect(text.includes(secret), file).toBe(false);
});

test("secrets that a person types are used, and left out of everything that is kept", async () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  await using agent = await anAgent([{ text: `I have it: ${secret}` }]);
  await agent.tell(`my token is ${secret}`);
  expect(agent.model.requests[0]?.messages[0]?.text).toContain(secret);
  for (const [file, text] of await agent.homeFiles()) expect(text.includes(secret), file).toBe(false);
});
