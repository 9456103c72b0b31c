import { expect, test } from "vitest";
import { explainCall } from "../../src/flow/explain-call.ts";
import { createResults } from "../../src/flow/results.ts";
import { createRunOrigins } from "../../src/flow/run-origins.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";

const HUGE: Record<string, () => unknown> = {
  "a result of 50 MB": () => "eve@evil.test ".repeat(3_600_000),
  "a million atoms": () => Array.from({ length: 1_000_000 }, (_, at) => `a${at}@evil.test`),
  "many thousand keys": () => Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`id${at}`, at])),
};

for (const [what, make] of Object.entries(HUGE))
  test(`${what} is not searched, and makes nothing cleaner`, () => {
    const run = createRunOrigins();
    run.own.add("Send 'hello' to bob@a.test");
    const output = make();
    run.results.add("read_inbox", output, "custom:");
    run.records.add(output, { tool: "read_inbox", service: "custom:", made: false });
    expect(run.results.dropped).toBe(true);
    const call = (to: string) => ({ tool: aTool({ name: "send_email" }), input: { to }, effects: [] });
    expect(explainCall(call("eve@evil.test"), run).why).not.toEqual([]);
  });

test("results beyond the limit of a run are dropped, and stored ones stay known", () => {
  const results = createResults();
  results.add("first", "the blue card");
  for (let at = 0; at < 50; at++) results.add(`page ${at}`, "x ".repeat(100_000));
  expect(results.dropped).toBe(true);
  expect(results.sourcesOf("blue card")).toEqual(["first"]);
});

test("a result that comes again and again is kept once, and another one of the same source beside it", () => {
  const results = createResults();
  for (let at = 0; at < 100_000; at++)
    results.add("echo of server", { said: ["the blue card"] }, "mcp:server");
  expect(results.count).toBe(1);
  results.add("echo of server", { said: ["the red card"] }, "mcp:server");
  results.add("echo of other", { said: ["the blue card"] }, "mcp:other");
  expect(results.count).toBe(3);
  expect(results.sourcesOf("blue card")).toEqual(["echo of other", "echo of server"]);
  expect(results.said("red card", "mcp:other")).toBe(false);
});

test("an input with thousands of parts counts as unexplained", () => {
  const run = createRunOrigins();
  run.own.add("Send 'hello' to bob@a.test");
  const to = Array.from({ length: 5_000 }, () => "bob@a.test");
  expect(
    explainCall({ tool: aTool({ name: "send_email" }), input: { to }, effects: [] }, run).why,
  ).not.toEqual([]);
});

test("a long text of the user is theirs, whole", () => {
  const run = createRunOrigins();
  const text = Array.from(
    { length: 500 },
    (_, at) => `word${String.fromCharCode(97 + (at % 26))}${"x".repeat(at % 7)}`,
  ).join(" ");
  run.own.add(`Send this to bob@a.test: ${text}`);
  expect(run.own.wrote(text)).toBe(true);
  expect(run.own.wrote(`${text} and more`)).toBe(false);
});

test("adversarial strings are explained in time linear in their length", () => {
  const run = createRunOrigins();
  run.own.add(`Send ${"a ".repeat(20_000)} to bob@a.test`);
  for (const body of [
    "a ".repeat(20_000),
    "a@".repeat(20_000),
    "a.".repeat(20_000),
    "1-".repeat(20_000),
    "www.".repeat(10_000),
  ])
    explainCall({ tool: aTool({ name: "send_email" }), input: { to: "bob@a.test", body }, effects: [] }, run);
});

for (const [what, make] of Object.entries(HUGE))
  test(`${what} fills no open value of a plan`, () => {
    const run = createRunOrigins();
    run.own.add("Invite Dora, her address is on www.dora.test");
    const tool = aTool({ name: "invite_user" });
    const input = { email: { $hole: "mail", from: "get_page" } };
    run.plan.add({ tool: "invite_user", input, times: 50, how: "approved", line: 1 });
    const call = { tool, input: { email: "dora@mail.test" }, effects: [] };
    run.plan.note({ tool: "get_page", input: {} }, "dora@mail.test");
    expect(run.plan.covering(call)).toBeDefined();
    const output = make();
    run.plan.note({ tool: "get_page", input: {} }, output);
    if (JSON.stringify(output).length > 2_000_000) expect(run.plan.covering(call)).toBeUndefined();
  });

test("if a run has read a result too large to search, the question and the log say so, and it stays marked", async () => {
  const reasons: string[] = [];
  await using world = await aRuntime({
    tools: [
      aTool({
        name: "read_inbox",
        flow: { output: "untrusted", sends: "nothing" },
        run: () => "eve@evil.test ".repeat(300_000),
      }),
      aTool({ name: "send_email", effects: () => [{ kind: "message.send", target: "eve@evil.test" }] }),
    ],
    config: { permissions: { safe: ["send_email(**)"] } },
    ask: async (request) => {
      reasons.push(JSON.stringify(request.reasons));
      return { answer: "deny", by: "ann" };
    },
  });
  const run = await world.runtime.openRun({ message: "Send 'hello' to bob@a.test", mode: "interactive" });
  await run.execute({ tool: "read_inbox" });
  await run.execute({ tool: "send_email", input: { to: "eve@evil.test" } });
  expect(reasons).toHaveLength(1);
  expect(reasons[0]).toContain("read_inbox (a result too large to search)");
  const marks = world.events.flatMap((event) => (event.type === "taint-start" ? [event.source] : []));
  expect(marks).toEqual(["read_inbox", "read_inbox (a result too large to search)"]);
});
