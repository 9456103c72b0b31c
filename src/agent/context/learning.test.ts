import { expect, test } from "vitest";
import { createMemoryStore } from "../../store/in-memory/memory-store.ts";
import { initialState, type Receipt } from "../workflow/state.ts";
import { createLearning, experienceBonus, kindOf } from "./learning.ts";

const receipt = (tool: string, ok: boolean): Receipt => ({
  key: "",
  callId: "",
  tool,
  signature: "",
  ok,
  effects: [],
});
const state = (message: string, receipts: Receipt[]) => ({
  ...initialState({ runId: "r", conversationId: "c", message, language: "en" }),
  receipts,
  activeSkills: [{ name: "time", binds: "nothing" as const, round: 0, servers: true }],
});

test("createLearning() counts per user and kind of request what served and what failed, and forgets on demand", async () => {
  const store = createMemoryStore();
  const learning = createLearning(async () => store);
  for (let count = 0; count < 6; count++)
    await learning.learn("ada", state("东京几点", [receipt("current_time", true), receipt("shell", false)]));
  const learned = await learning.of("ada");
  expect(learned.time).toMatchObject({
    current_time: { served: 6, failed: 0 },
    shell: { served: 0, failed: 6 },
    "skill:time": { served: 6 },
  });
  expect(experienceBonus(learned, "what time is it", "current_time")).toBeGreaterThan(0.04);
  expect(experienceBonus(learned, "what time is it", "shell")).toBeLessThan(-0.04);
  expect(experienceBonus(learned, "run it", "current_time")).toBe(0);
  expect(experienceBonus(learned, "what time is it", "__proto__")).toBe(0);
  expect(await learning.of("bob")).toEqual({});
  expect(await learning.forget("ada")).toBe(true);
  expect(await learning.of("ada")).toEqual({});
});

test("prior() stays small whatever was learned", () => {
  const learned = { other: { tool: { served: 1e9, failed: 0 } } };
  expect(experienceBonus(learned, "xyz", "tool")).toBeLessThanOrEqual(0.1);
});

test.each([
  ["帮我运行这个脚本", "run"],
  ["what time is it", "time"],
  ["hm", "other"],
])("kindOf(%j) is %s", (message, kind) => expect(kindOf(message)).toBe(kind));
