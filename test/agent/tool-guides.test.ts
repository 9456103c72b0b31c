import { expect, test } from "vitest";
import { TOOL_GUIDES } from "../../src/sources/builtin/tool-guides.ts";
import { aRuntime } from "../support/a-runtime.ts";

// Acting on an open page needs a reference of that page; browser_open and browser_snapshot say how.
const ON_A_PAGE = /^browser_(?!open|snapshot|take_screenshot)/;

test("every tool that ships has its second level: scenes and an example that its schema takes", async () => {
  await using world = await aRuntime();
  await world.runtime.ready();
  const { registry } = world.runtime;
  const own = registry.list().filter(({ name, source }) => source === "builtin" && !ON_A_PAGE.test(name));
  expect(own.length).toBeGreaterThan(50);
  expect(own.map(({ name }) => name).filter((name) => !Object.hasOwn(TOOL_GUIDES, name))).toEqual([]);
  expect(own.filter(({ name }) => (TOOL_GUIDES[name]?.scenes.length ?? 0) === 0)).toEqual([]);
  const wrong = own.flatMap(({ name, input }) => {
    const read = input.parse(TOOL_GUIDES[name]?.example);
    return read.ok ? [] : [{ name, issues: read.issues }];
  });
  expect(wrong).toEqual([]);
});

test("get_tool_info gives the second level, and no list or definition carries it", async () => {
  await using world = await aRuntime();
  const info = await world.runtime.execute("get_tool_info", { tool_name: "run_shell" });
  expect(info).toMatchObject({
    type: "success",
    output: {
      name: "shell",
      scenes: [expect.any(String)],
      cautions: [expect.any(String)],
      example: { command: "sh hello.sh" },
    },
  });
  const offered = JSON.stringify(world.runtime.registry.toModelTools("openai"));
  for (const { scenes } of Object.values(TOOL_GUIDES)) expect(offered).not.toContain(scenes[0]);
});

test("the guide of the prompt covers the three kinds, how to choose, MCP, and making a skill", async () => {
  await using world = await aRuntime();
  const guide = (await world.runtime.agent.prompt()).find(({ name }) => name === "tool guide")?.text ?? "";
  for (const words of [
    "Three kinds",
    "system tools",
    "a skill is",
    "MCP servers",
    "Choose a system tool",
    "draft_skill",
  ])
    expect(guide).toContain(words);
});
