import { expect, test } from "vitest";
import { PLAIN_MESSAGES, SKILL_MESSAGES } from "./activation-messages.ts";
import { anAgent } from "./an-agent.ts";

const ANSWERS = Array.from({ length: 120 }, () => ({ text: "Done." }));

test("everyday messages activate no skill", async () => {
  await using agent = await anAgent(ANSWERS);
  const activated: string[] = [];
  for (const message of PLAIN_MESSAGES) {
    const told = await agent.tell(message);
    activated.push(...told.of("skill-start").map(({ skill, why }) => `${message}: ${skill} (${why})`));
  }
  expect(PLAIN_MESSAGES.length).toBeGreaterThanOrEqual(60);
  expect(activated).toEqual([]);
});

test("messages that a skill helps with activate it", async () => {
  await using agent = await anAgent(ANSWERS);
  const missed: string[] = [];
  for (const [message, skill] of SKILL_MESSAGES) {
    const told = await agent.tell(message);
    const active = told.of("skill-start").map((event) => event.skill);
    // Writing a file makes no skill, whatever else it may need.
    if (!active.includes(skill) || (skill === "file-tools" && active.includes("skill-creator")))
      missed.push(`${message}: ${active.join(", ") || "none"}, not ${skill}`);
  }
  expect(SKILL_MESSAGES.length).toBeGreaterThanOrEqual(30);
  expect(missed).toEqual([]);
});
