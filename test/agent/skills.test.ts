import { expect, test } from "vitest";
import { anAgent } from "./an-agent.ts";

const listFiles = { calls: [{ tool: "list_files", input: {} }] };

test("a skill that the user names is activated, its instructions are in the prompt, and the run is held to its list", async () => {
  await using agent = await anAgent([listFiles, { text: "That is not allowed here." }]);
  const told = await agent.tell("/time how late is it, and which files are here?");
  expect(told.of("skill-start")).toMatchObject([{ skill: "time", why: "you named it" }]);
  expect(agent.model.requests[0]?.system).toContain("### Active skill: time");
  expect(told.of("call-end")[0]?.result.error?.code).toBe("tool_not_allowed");
});

test("a message that clearly calls for a skill activates it, and what the skill does not list can be called all the same", async () => {
  await using agent = await anAgent([listFiles, { text: "a" }]);
  const asked = await agent.tell("东京现在几点");
  expect(asked.of("skill-start")).toMatchObject([{ skill: "time", binds: "nothing" }]);
  expect(asked.of("call-end")[0]?.result.ok).toBe(true);
});

test("without a skill the same call is made", async () => {
  await using agent = await anAgent([listFiles, { text: "None." }]);
  const told = await agent.tell("which ones are here?");
  expect(told.of("skill-start")).toEqual([]);
  expect(told.of("call-end")[0]?.result.ok).toBe(true);
});
