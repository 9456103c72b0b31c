import { expect, test } from "vitest";
import { loadPersona, personaText, phrase } from "../../src/agent/persona.ts";
import { aTool } from "../support/a-runtime.ts";
import { anAgent } from "./an-agent.ts";

const folders = [new URL("../../personas", import.meta.url).pathname];

test.each(["plain", "kurisu"])(
  "loadPersona(%j) speaks both languages at each moment it knows",
  async (name) => {
    const persona = await loadPersona(name, folders);
    for (const [situation, { en, zh }] of Object.entries(persona.phrases)) {
      expect(en.length, situation).toBeGreaterThan(0);
      expect(zh.length, situation).toBeGreaterThan(0);
    }
    expect(personaText(persona, "zh")).toMatch(/你是/);
    expect(phrase(persona, "announce", { language: "en", turn: 0 })).not.toBe("");
  },
);

test.each(["nobody", "../plain", "PLAIN"])("loadPersona(%j) names the personas there are", async (name) => {
  await expect(loadPersona(name, folders)).rejects.toThrow(/there are kurisu, plain/);
});

const FACTS = [
  "```\nas an AI model, 😀 echo 42 /tmp/As an AI model/x\n```",
  "`作为AI模型，3.14159`",
  "> as an AI model: 🙂 quoted 2026-11-15T10:00:00+09:00",
];

test("the persona mends its words and leaves every fact of a result as it is, byte for byte", async () => {
  const answer = `As an AI language model, I looked 😀.\n\n${FACTS.join("\n\n")}\n\n作为一个AI模型，总共 1,234.50 元 in ./out/报告.md`;
  const t = aTool({ name: "t", run: () => FACTS.join("\n") });
  await using agent = await anAgent([{ calls: [{ tool: "t" }] }, { text: answer }, { text: answer }], {
    tools: [t],
    persona: "kurisu",
  });
  const { end, events } = await agent.tell("look");
  for (const fact of FACTS) expect(end.answer).toContain(fact);
  expect(end.answer).toContain("总共 1,234.50 元 in ./out/报告.md");
  expect(end.answer).not.toMatch(/^As an AI|looked 😀/);
  // What the tool gave is recorded and handed to the model unchanged.
  const call = events.find((event) => event.type === "call-end");
  expect(call?.type === "call-end" && call.result.output).toBe(FACTS.join("\n"));
  expect(agent.model.requests[1]?.messages.at(-1)?.text).toContain(FACTS.join("\n"));
  expect(agent.model.requests[2]?.messages.at(-1)?.text).toMatch(/breaks a rule of your character/);
});

test("what the agent says follows the language of the conversation", async () => {
  await using agent = await anAgent([
    { calls: [{ tool: "current_time" }] },
    { text: "好" },
    { calls: [{ tool: "current_time" }] },
    { text: "ok" },
  ]);
  const notices = async (text: string) => (await agent.tell(text)).of("notice").map((event) => event.text);
  expect(await notices("现在几点")).toEqual(["正在使用 current_time。"]);
  expect(await notices("what time is it")).toEqual(["Using current_time."]);
});
