import { expect, test, vi } from "vitest";
import { open as openQq } from "../../src/doors/messengers/qq/open-qq.ts";
import { type Script, ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aRuntime, type TestRuntimeOptions } from "../support/a-runtime.ts";
import { aOneBot } from "./a-one-bot.ts";

/** A person at QQ, with a model that looks around a few times, runs a command and then answers. */
async function aPerson(options: TestRuntimeOptions & { approvers?: string[]; looks?: number } = {}) {
  const { approvers, looks = 0, ...rest } = options;
  const bot = await aOneBot();
  const script: Script = ({ messages }) => {
    const at = messages.findLastIndex(({ role }) => role === "user");
    const results = messages.slice(at).filter(({ role }) => role === "tool").length;
    if (results > looks) return { text: "说完了。" };
    const look = { tool: "list_files", input: { path: "." } };
    return { calls: [results < looks ? look : { tool: "shell", input: { command: "echo hi" } }] };
  };
  const world = await aRuntime({ model: new ScriptedModel(script), persona: "kurisu", ...rest });
  const settings = { url: bot.url, allowed: ["7", "8"], ...(approvers === undefined ? {} : { approvers }) };
  const door = await openQq({ runtime: world.runtime, settings, onFault: () => {} });
  let number = 0;
  return {
    world,
    said: (to: number) => bot.texts().flatMap(([person, text]) => (person === to ? [String(text)] : [])),
    say: (user: number, text: string) => bot.write(user, ++number, [{ type: "text", data: { text } }]),
    pending: () => world.runtime.approvals.list({ status: "pending" }),
    ran: () => world.events.filter((event) => event.type === "call-end" && event.result.ok).length,
    async [Symbol.asyncDispose]() {
      await door.close();
      await world[Symbol.asyncDispose]();
      await bot[Symbol.asyncDispose]();
    },
  };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 50_000, interval: 20 });

test("QQ: one line says that work goes on, however many rounds follow, the question has the persona's words, and the answer arrives once", async () => {
  await using qq = await aPerson({ looks: 2 });
  await qq.say(7, "帮我运行这个脚本");
  await eventually(() => expect(qq.said(7).at(-1)).toMatch(/你确定？先看清楚。[\s\S]*回复「确认/));
  const announced = qq.said(7).filter((text) => /等一下|查一下|稍等/.test(text));
  expect(announced).toHaveLength(1);
  await qq.say(7, "确认");
  await eventually(() => expect(qq.said(7)).toContain("说完了。"));
  expect(qq.said(7).filter((text) => text === "说完了。")).toHaveLength(1);
  expect(qq.said(7)).toContain("好，执行了。");
  expect(qq.ran()).toBe(3);
  // OneBot cannot change a message, so the first line stays the only one.
  expect(qq.said(7).filter((text) => /等一下|查一下|稍等/.test(text))).toEqual(announced);
});

test("QQ: 取消 runs nothing, and the question is closed", async () => {
  await using qq = await aPerson();
  await qq.say(7, "帮我运行这个脚本");
  await eventually(() => expect(qq.said(7).at(-1)).toContain("回复「确认"));
  await qq.say(7, "取消");
  await eventually(() => expect(qq.said(7)).toContain("好吧，取消了。"));
  await eventually(() => expect(qq.said(7)).toContain("说完了。"));
  expect(qq.ran()).toBe(0);
  expect(await qq.pending()).toEqual([]);
});

test("QQ: only an approver's answer counts", async () => {
  await using qq = await aPerson({ approvers: ["8"] });
  await qq.say(7, "帮我运行这个脚本");
  await eventually(() => expect(qq.said(7).at(-1)).toContain("回复「确认"));
  await qq.say(7, "确认");
  await eventually(() => expect(qq.said(7).at(-1)).toContain("你在这里不能回答这个问题"));
  expect(await qq.pending()).toHaveLength(1);
  expect(qq.ran()).toBe(0);
});

test("QQ: a question expires by approvals.expiry.chat; a late 确认 gets a message and approves nothing", async () => {
  await using qq = await aPerson({ config: { approvals: { expiry: { chat: "1s" } } } });
  await qq.say(7, "帮我运行这个脚本");
  await eventually(() => expect(qq.said(7)).toContain("说完了。"));
  await qq.say(7, "确认");
  await eventually(() => expect(qq.said(7).join("\n")).toContain("没有及时得到答复"));
  expect(qq.ran()).toBe(0);
});

test("QQ: a stale question is mentioned with a new message, and 确认 alone does not answer it", async () => {
  await using qq = await aPerson();
  await qq.say(7, "帮我运行这个脚本");
  await eventually(() => expect(qq.said(7).at(-1)).toContain("回复「确认"));
  const [first] = await qq.pending();
  await qq.say(7, "再运行一次这个脚本");
  await eventually(() => expect(qq.said(7).filter((text) => text.includes("需要批准"))).toHaveLength(2));
  await qq.say(7, "确认");
  await eventually(() => expect(qq.said(7).at(-1)).toMatch(/还没有答复[\s\S]*全部确认 2/));
  expect(qq.ran()).toBe(0);
  await qq.say(7, `确认 ${first?.id}`);
  await eventually(() => expect(qq.ran()).toBe(1));
});
