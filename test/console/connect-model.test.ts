import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildConsole } from "../../scripts/build-console.ts";
import { serve } from "../../src/doors/http/serve.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aKeyedModel, KEY } from "../agent/a-keyed-model.ts";
import { expectFirstJob } from "../support/effort.ts";
import { aBrowser, axeProblems, keepPicture, type Look } from "./a-browser.ts";
import { findChromium } from "./find-chromium.ts";

const found = findChromium();
const folder = join(import.meta.dirname, "../../screenshots/console");

const WORDS = {
  en: {
    compatible: /Compatible address/,
    key: "Key",
    address: "Address",
    connect: "Test and connect",
    message: "Message",
    refused: /refused the key/,
  },
  zh: {
    compatible: /兼容的地址/,
    key: "密钥",
    address: "地址",
    connect: "测试并连接",
    message: "消息",
    refused: /拒绝了这个密钥/,
  },
} as const;

const LOOKS: readonly Look[] = [
  { size: "desktop", language: "en", theme: "light" },
  { size: "phone", language: "zh", theme: "dark" },
];

test.skipIf(found === undefined).each(LOOKS)(
  "a newcomer with an empty HOME connects a model by key in the browser and gets an answer: $size $language $theme",
  async (look) => {
    expect(buildConsole()).toBe(true);
    await mkdir(folder, { recursive: true });
    const HOME = await mkdtemp(join(tmpdir(), "dejima-newcomer-"));
    await using mock = await aKeyedModel();
    const runtime = createRuntime({
      workspace: HOME,
      variables: { HOME, OLLAMA_HOST: "http://127.0.0.1:9" },
    });
    const server = await serve({ runtime, host: "127.0.0.1", port: 0, onFault: expect.unreachable });
    const browser = await aBrowser(found ?? "");
    const { page, complaints, effort } = await browser.open(look);
    const words = WORDS[look.language];
    const picture = (name: string) =>
      keepPicture(page, {
        path: `${folder}/connect-${name}-${look.size}-${look.language}-${look.theme}.png`,
      });
    try {
      await page.goto(`${server.url}/`);
      await page.locator(".start-model .providers").waitFor();
      await picture("start");
      expect(await axeProblems(page)).toEqual([]);
      await page.getByRole("button", { name: words.compatible }).click();
      // What is asked first can be typed at once.
      await expect
        .poll(() =>
          page.getByLabel(words.address, { exact: true }).evaluate((field) => field.matches(":focus")),
        )
        .toBe(true);
      await page.getByLabel(words.address, { exact: true }).fill(mock.url);
      await page.getByLabel(words.key, { exact: true }).fill("a-wrong-key-first");
      await page.getByRole("button", { name: words.connect }).click();
      await page.getByText(words.refused).waitFor();
      // What is wrong stands above the button, in sight.
      const refused = await page.getByText(words.refused).boundingBox();
      const button = await page.getByRole("button", { name: words.connect }).boundingBox();
      const composer = await page.locator(".composer").boundingBox();
      expect(refused?.y).toBeGreaterThan(0);
      expect(button?.y).toBeGreaterThan(refused?.y ?? 0);
      expect(composer?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0));
      await picture("refused");
      expect(await axeProblems(page)).toEqual([]);
      expect(await page.content()).not.toContain("a-wrong-key-first");
      await page.getByLabel(words.key, { exact: true }).fill(KEY);
      await page.getByRole("button", { name: words.connect }).click();
      await page.locator(".model-chip", { hasText: "compatible:little-model" }).waitFor();
      await page.getByRole("textbox", { name: words.message, exact: true }).fill("hello");
      await page.keyboard.press("Enter");
      await page.getByText("Hello from the mock.").waitFor();
      await picture("answered");
      await page.locator("button.model-chip").click();
      await page.locator("dialog .providers").waitFor();
      await picture("chip");
      expect(await axeProblems(page)).toEqual([]);
      expect(await page.content()).not.toContain(KEY);
      expectFirstJob(effort);
      expect(complaints).toEqual([]);
      expect((await stat(join(HOME, ".config/dejima/models.json"))).mode & 0o777).toBe(0o600);
    } finally {
      await browser.close();
      await server.close();
      await runtime.close();
      await rm(HOME, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
);
