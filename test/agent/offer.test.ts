import { expect, test } from "vitest";
import { anAgent } from "./an-agent.ts";

const offered = async (message: string, config = {}) => {
  await using agent = await anAgent([{ text: "Yes." }], { config });
  await agent.tell(message);
  return new Set(agent.model.requests[0]?.tools.map(({ name }) => name));
};

test("a plain message is offered half of the definitions, and everything that is used every day", async () => {
  await using agent = await anAgent([]);
  const { tokens, leftTokens, tools } = await agent.runtime.agent.offer();
  expect(tokens).toBeLessThan(5_700); // a seventh of them signatures for programs
  expect(leftTokens).toBeGreaterThan(3_000);
  for (const name of [
    "read_file",
    "write_file",
    "grep",
    "shell",
    "fetch",
    "browser_open",
    "search_tools",
    "add_memory",
    "schedule_task",
    "run_skill_script",
  ])
    expect(tools).toContain(name);
});

test("tools that are seldom used are offered when the message speaks of them, in both languages, or when they are pinned", async () => {
  expect(await offered("what time is it")).not.toContain("json_query");
  expect(await offered("decode this base64 text")).toContain("base64_decode");
  expect(await offered("点击网页上的按钮")).toContain("browser_click");
  expect(await offered("what time is it", { agent: { pinnedTools: ["json_query"] } })).toContain(
    "json_query",
  );
});

test("a search and a look at a listed tool put it on offer for the rest of the run", async () => {
  await using agent = await anAgent([
    { calls: [{ tool: "get_tool_info", input: { tool_name: "json_query" } }] },
    { calls: [{ tool: "json_query", input: { data: { a: 1 }, query: "$.a" } }] },
    { text: "1" },
  ]);
  const told = await agent.tell("tell me about harbours");
  const names = agent.model.requests.map(({ tools }) => tools.some(({ name }) => name === "json_query"));
  expect(names).toEqual([false, true, true]);
  expect(told.of("call-end").map(({ result }) => result.ok)).toEqual([true, true]);
  expect(agent.model.requests[0]?.system).toContain("json_query");
});
