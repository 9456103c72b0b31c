import { expect, test } from "vitest";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import { TOOL_GUIDES } from "../../src/sources/builtin/tool-guides.ts";
import { aRuntime } from "../support/a-runtime.ts";

/** What is asked about the example call of each of these tools. */
async function questionsAbout(tools: readonly string[]): Promise<Map<string, ApprovalRequest>> {
  const asked = new Map<string, ApprovalRequest>();
  await using world = await aRuntime({
    config: { permissions: { confirm: [...tools] } },
    ask: async (question) => {
      asked.set(question.tool, question);
      return { answer: "deny", by: "a person" };
    },
  });
  await Promise.all(tools.map((tool) => world.runtime.execute(tool, TOOL_GUIDES[tool]?.example)));
  return asked;
}

test("the question about each tool that ships says what will happen in one plain sentence, in both languages", async () => {
  const asked = await questionsAbout(Object.keys(TOOL_GUIDES));
  expect(asked.size).toBeGreaterThan(50);
  for (const [tool, { consequence, words }] of asked) {
    const said = `${tool}: ${JSON.stringify([consequence, words])}`;
    expect(said).not.toMatch(/[Dd]oes not say|没有说明/);
    expect(consequence?.zh, tool).toMatch(/\p{Script=Han}.*。$/u);
  }
});

test("tools that keep or change something are asked about by what they do, not by their name", async () => {
  const { runtime, ...world } = await aRuntime();
  await runtime.ready();
  const keeping = runtime.registry
    .list()
    .filter(({ flow, risk, source }) => source === "builtin" && (flow.keeps !== "nothing" || risk !== "low"));
  const names = keeping.map(({ name }) => name).filter((name) => Object.hasOwn(TOOL_GUIDES, name));
  await world[Symbol.asyncDispose]();
  const asked = await questionsAbout(names);
  expect(asked.size).toBeGreaterThan(15);
  for (const [tool, { title }] of asked) {
    expect(title?.en).not.toContain(`Run ${tool}?`);
    expect(title?.zh).not.toContain(`运行 ${tool}？`);
  }
  // The example of the guide is a script that ships.
  expect(asked.get("run_skill_script")?.title?.en).toContain("time/convert.mjs");
  expect(asked.get("move_file")?.title?.en).toBe("Move a.txt to b.txt?");
  expect(asked.get("draft_skill")?.title).toEqual({
    en: "Draft the skill my-skill?",
    zh: "起草技能 my-skill？",
  });
});
