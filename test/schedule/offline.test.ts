import { expect, test } from "vitest";
import { hear } from "../agent/an-agent.ts";
import { aRuntime } from "../support/a-runtime.ts";

test("without any model, memories, tasks and reminders work in both languages", async () => {
  await using world = await aRuntime({ model: "offline" });
  const { agent } = world.runtime;
  const answer = async (text: string) => (await hear(agent.run(text, { conversation: "c" }))).end.answer;
  expect(await answer("remember that I am allergic to peanuts")).toBe(
    "I will remember: I am allergic to peanuts",
  );
  expect(await answer("记住我的女儿叫小雨")).toBe("记住了：我的女儿叫小雨");
  expect(await answer("what do you remember about peanuts?")).toBe("I remember:\n- I am allergic to peanuts");
  expect(await answer("你还记得我女儿的名字吗？")).toContain("我的女儿叫小雨");
  expect(await answer("what do you remember about my car?")).toBe("I remember nothing about that.");
  expect(await answer("remind me in 10 minutes to take a break")).toMatch(
    /^Planned: take a break \(next at /,
  );
  expect(await answer("每天早上9点查一下天气")).toMatch(/^已安排：查一下天气/);
  expect(await answer("列出我的提醒")).toMatch(
    /^已安排：\n- s-\w+ active: 查一下天气 .*\n- s-\w+ active: take a break/,
  );
  expect(await answer("call me Ada")).toContain("name: Ada");
  expect(await answer("who am I?")).toBe("I know:\n- name: Ada");
  const planned = await world.runtime.schedules.list("local", { limit: 9 });
  expect(planned).toMatchObject([
    { kind: "task", when: { kind: "cron", expression: "0 9 * * *" }, conversation: "c" },
    { kind: "reminder", when: { kind: "once" }, conversation: "c" },
  ]);
});
