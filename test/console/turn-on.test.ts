import { mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildConsole } from "../../scripts/build-console.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { serve } from "../../src/doors/http/serve.ts";
import type { ModelRequest } from "../../src/model/language/language-model.ts";
import { ScriptedModel, type ScriptedReply } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { expectFirstJob } from "../support/effort.ts";
import { aBrowser, axeProblems, keepPicture, type Look } from "./a-browser.ts";
import { findChromium } from "./find-chromium.ts";

const found = findChromium();
const folder = join(import.meta.dirname, "../../screenshots/console");

const WORDS = {
  en: {
    suggestion: 'Write "hello" to notes.txt',
    off: /Writing files is off in this folder/,
    thisFolder: /this folder/,
    turnOn: "Turn on and approve",
    deny: "Deny",
    policy: "Policy",
    never: "Never",
    check: "Check on past calls",
    differently: /1 would be judged differently/,
    apply: "Apply",
    undo: "Undo",
    rule: "Rule",
    remove: "Remove",
    onHere: "On in this conversation: writing files",
    turnOff: "Turn off",
    message: "Message",
  },
  zh: {
    suggestion: "把“你好”写入 notes.txt",
    off: /写文件/,
    thisFolder: /文件夹/,
    turnOn: "打开并批准",
    deny: "拒绝",
    policy: "策略",
    never: "禁止",
    check: "用过去的调用检查",
    differently: /1 次结果会不同/,
    apply: "应用",
    undo: "撤销",
    rule: "规则",
    remove: "移除",
    onHere: "本次对话中已打开：写文件",
    turnOff: "关闭",
    message: "消息",
  },
} as const;

const LOOKS: readonly Look[] = [
  { size: "desktop", language: "en", theme: "light" },
  { size: "phone", language: "zh", theme: "dark" },
];

function writesNotes({ messages }: ModelRequest): ScriptedReply {
  const last = messages.findLast(({ role }) => role !== "note");
  if (last?.role === "tool") return { text: last.failed ? "It did not work." : "Written." };
  return { calls: [{ tool: "write_file", input: { path: "notes.txt", content: "hello\n" } }] };
}

test.skipIf(found === undefined).each(LOOKS)(
  "a newcomer with an empty HOME turns writing on by a card, changes the rule on the Policy page and undoes it: $size $language $theme",
  async (look) => {
    expect(buildConsole()).toBe(true);
    await mkdir(folder, { recursive: true });
    const HOME = await realpath(await mkdtemp(join(tmpdir(), "dejima-newcomer-")));
    const variables = { HOME };
    const settings = await loadConfig({ cwd: HOME, variables });
    const runtime = createRuntime({ settings, variables, model: new ScriptedModel(writesNotes) });
    const server = await serve({ runtime, host: "127.0.0.1", port: 0, onFault: expect.unreachable });
    const browser = await aBrowser(found ?? "");
    const { page, complaints, effort } = await browser.open(look);
    const words = WORDS[look.language];
    const picture = (name: string) =>
      keepPicture(page, {
        path: `${folder}/turn-on-${name}-${look.size}-${look.language}-${look.theme}.png`,
      });
    const config = () => readFile(join(HOME, "dejima.yaml"), "utf8");
    try {
      await page.goto(`${server.url}/`);
      await page.locator(".ideas").getByRole("button", { name: words.suggestion }).click();
      const card = page.locator("article.approval");
      await card.getByText(words.off).waitFor();
      // One line is not folded for its line end.
      await card.locator(".arguments").getByText("hello", { exact: true }).waitFor();
      // A card taller than the window is read from its top.
      const top = await card.evaluate((element) => element.getBoundingClientRect().top);
      const flowTop = await page
        .locator(".chat-flow")
        .evaluate((element) => element.getBoundingClientRect().top);
      expect(top).toBeGreaterThanOrEqual(flowTop);
      await picture("card");
      expect(await axeProblems(page)).toEqual([]);
      await card.getByLabel(words.thisFolder).first().check();
      await picture("chosen");
      await card.getByRole("button", { name: words.turnOn }).click();
      await page.getByText("Written.").waitFor();
      expect(await readFile(join(HOME, "notes.txt"), "utf8")).toBe("hello\n");
      expect(await config()).toMatch(/confirm:[\s\S]*- writing/);
      await picture("written");

      await page.goto(`${server.url}/#/policy`);
      await page.locator('[data-rule="writing"]').waitFor();
      await picture("rules");
      expect(await axeProblems(page)).toEqual([]);
      await page.getByRole("combobox", { name: words.rule, exact: true }).fill("writing");
      await page.getByRole("button", { name: words.never, exact: true }).click();
      await page.getByRole("button", { name: words.check }).click();
      await page.getByText(words.differently).waitFor();
      await picture("back-test");
      expect(await axeProblems(page)).toEqual([]);
      await page.getByRole("button", { name: words.apply, exact: true }).click();
      await page.getByRole("button", { name: words.undo, exact: true }).waitFor();
      expect(await config()).toMatch(/deny:[\s\S]*- writing/);
      expect((await runtime.explain("write_file", { path: "a.txt", content: "" })).verdict).toBe("deny");
      await picture("changed");
      await page.getByRole("button", { name: words.undo, exact: true }).click();
      await expect.poll(config).not.toMatch(/deny:[\s\S]*- writing/);
      await expect
        .poll(async () => (await runtime.explain("write_file", { path: "a.txt", content: "" })).verdict)
        .toBe("ask");
      await page.locator('[data-rule="writing"]').getByRole("button", { name: words.remove }).click();
      await page.locator('[data-rule="writing"]').waitFor({ state: "detached" });
      expect(await config()).not.toContain("- writing");

      // For one conversation alone, and taken back there.
      await page.goto(`${server.url}/#/chat`);
      await page.locator(".ideas").getByRole("button", { name: words.suggestion }).click();
      await card.getByText(words.off).waitFor();
      await card.getByRole("button", { name: words.turnOn }).click();
      await page.getByText(words.onHere).waitFor();
      await picture("conversation");
      await page.getByRole("textbox", { name: words.message, exact: true }).fill("Again");
      await page.keyboard.press("Enter");
      await card.getByRole("button", { name: "write_file(./notes.txt)" }).waitFor();
      await picture("asked");
      // The answers that name a rule are long: their words stay inside the card.
      const right = await card.evaluate((element) => element.getBoundingClientRect().right);
      const ends = await card.getByRole("button").evaluateAll((buttons) =>
        buttons.map((button) => {
          const text = document.createRange();
          text.selectNodeContents(button);
          return text.getBoundingClientRect().right;
        }),
      );
      expect(Math.max(...ends)).toBeLessThanOrEqual(right);
      await card.getByRole("button", { name: words.deny, exact: true }).click();
      await card.waitFor({ state: "detached" });
      expect(await axeProblems(page)).toEqual([]);
      await page.getByRole("main").getByRole("button", { name: words.turnOff, exact: true }).click();
      await page.getByText(words.onHere).waitFor({ state: "detached" });
      await page.getByRole("textbox", { name: words.message, exact: true }).fill("Once more");
      await page.keyboard.press("Enter");
      await card.getByText(words.off).waitFor();
      expectFirstJob(effort);
      expect(complaints).toEqual([]);
    } finally {
      await picture("end").catch(() => {});
      await browser.close();
      await server.close();
      await runtime.close();
      await rm(HOME, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
);
