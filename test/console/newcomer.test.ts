import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
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
    install: "Install from zip",
    accept: "Accept",
    accepted: "“tide-tables” is ready to use",
    message: "Message",
    turnOn: "Turn on and approve",
    approve: "Approve",
    undo: "Undo",
    read: "Mark as read",
    reminder: "Reminder · ",
  },
  zh: {
    install: "从 zip 安装",
    accept: "接受",
    accepted: "现在可以使用“tide-tables”了",
    message: "消息",
    turnOn: "打开并批准",
    approve: "批准",
    undo: "撤销",
    read: "标为已读",
    reminder: "提醒 · ",
  },
} as const;

const LOOKS: readonly Look[] = [
  { size: "desktop", language: "en", theme: "dark" },
  { size: "phone", language: "zh", theme: "light" },
];

const SKILL = `---
name: tide-tables
description: Tells when the tide is high or low in a harbour
allowed-tools: read_file
---
# Tides
`;

function helpful({ messages }: ModelRequest): ScriptedReply {
  const last = messages.findLast(({ role }) => role !== "note");
  if (last?.role === "tool") return { text: last.failed ? "It did not work." : "Done." };
  if (last?.text.includes("write"))
    return { calls: [{ tool: "write_file", input: { path: "notes.txt", content: "hello\n" } }] };
  return { text: `You said: ${last?.text}` };
}

async function aSkill(): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(SKILL), "tide-tables/SKILL.md");
  zip.end();
  return buffer(zip.outputStream);
}

test.skipIf(found === undefined).each(LOOKS)(
  "a newcomer with an empty HOME installs and accepts a skill, undoes a write and answers a reminder, without a file: $size $language $theme",
  async (look) => {
    expect(buildConsole()).toBe(true);
    await mkdir(folder, { recursive: true });
    const HOME = await realpath(await mkdtemp(join(tmpdir(), "dejima-newcomer-")));
    const variables = { HOME };
    const settings = await loadConfig({ cwd: HOME, variables });
    const runtime = createRuntime({ settings, variables, model: new ScriptedModel(helpful) });
    const server = await serve({ runtime, host: "127.0.0.1", port: 0, onFault: expect.unreachable });
    const browser = await aBrowser(found ?? "");
    const { page, complaints, effort } = await browser.open(look);
    const words = WORDS[look.language];
    const picture = async (name: string) => {
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await keepPicture(page, {
        path: `${folder}/newcomer-${name}-${look.size}-${look.language}-${look.theme}.png`,
      });
      expect(await axeProblems(page)).toEqual([]);
    };
    const say = async (text: string) => {
      await page.getByRole("textbox", { name: words.message, exact: true }).fill(text);
      await page.keyboard.press("Enter");
    };
    try {
      await page.goto(`${server.url}/#/skills`);
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.getByRole("button", { name: words.install }).click(),
      ]);
      const zip = { name: "tide-tables.zip", mimeType: "application/zip", buffer: await aSkill() };
      await chooser.setFiles(zip);
      await page.getByRole("heading", { name: "tide-tables", level: 1 }).waitFor();
      await picture("skill");
      await page.getByRole("button", { name: words.accept, exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: words.accept, exact: true }).click();
      await page.getByText(words.accepted).waitFor();
      expect((await runtime.skills.list()).find(({ name }) => name === "tide-tables")?.trust).toBe("trusted");

      await page.goto(`${server.url}/#/chat`);
      await say("please write my notes");
      await page.locator("article.approval").getByRole("button", { name: words.turnOn }).click();
      await page.locator(".turn").last().getByText("Done.", { exact: true }).waitFor();
      expect(await readFile(join(HOME, "notes.txt"), "utf8")).toBe("hello\n");
      await page.getByRole("button", { name: words.undo, exact: true }).click();
      await expect.poll(() => existsSync(join(HOME, "notes.txt"))).toBe(false);
      await picture("undone");

      const conversation = page.url();
      await page.goto(`${server.url}/#/tools`);
      const person = { conversation: conversation.split("/").at(-1) ?? "", door: "http", user: "local" };
      const { signal } = new AbortController();
      await runtime.mail.send({ type: "text", text: "The ebb begins" }, person, { signal });
      await page.locator(".notices").getByText("The ebb begins").waitFor();
      await picture("reminder");
      await page.goto(conversation);
      await page.locator(".kept").getByText("The ebb begins").waitFor();
      await say("thank you for the ebb");
      await page.getByText("You said: thank you for the ebb").waitFor();
      await page.locator(".kept").getByRole("button", { name: words.read }).click();
      await page.locator(".kept").waitFor({ state: "detached" });
      // A reminder is said by nobody: no bubble of the person's.
      const later = { task: "High water in an hour", kind: "reminder", at: "2099-01-01T09:00:00Z" } as const;
      const planned = await runtime.schedules.add(person, later);
      await runtime.schedules.trigger("local", planned.id);
      await runtime.scheduler.tick();
      const reminded = page.locator(".turn").filter({ hasText: words.reminder });
      await reminded.locator(".answer").getByText("High water in an hour").waitFor();
      expect(await reminded.locator(".said").count()).toBe(0);
      await picture("answered");
      expectFirstJob(effort);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
      await runtime.close();
      await rm(HOME, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
);
