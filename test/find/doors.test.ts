import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildConsole } from "../../scripts/build-console.ts";
import { serve } from "../../src/doors/http/serve.ts";
import { open as openTelegram } from "../../src/doors/messengers/telegram/open-telegram.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aCallingModel } from "../agent/a-calling-model.ts";
import { aTerminal, hasTmux } from "../agent/a-terminal.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { aBotApi } from "../channel/a-bot-api.ts";
import { aBrowser } from "../console/a-browser.ts";
import { findChromium } from "../console/find-chromium.ts";
import { aRuntime } from "../support/a-runtime.ts";
import type { ARegistry } from "./a-registry.ts";
import { aTranslatorRegistry, FINDING_STEPS, findingAnswer, findingScript } from "./translate-scene.ts";

let registry: ARegistry;

beforeAll(async () => {
  registry = await aTranslatorRegistry();
});

afterAll(() => registry.close());

/** A runtime that knows the registry and whose model misses a tool for PDFs. */
async function aFindingRuntime() {
  const world = await aRuntime({
    yaml: `packages: { npm: "${registry.npm}" }\n`,
    variables: { PATH: process.env.PATH ?? "" },
    model: new ScriptedModel(findingScript),
  });
  await world.runtime.finder.registries.add(registry.url, { by: "the test" });
  return world;
}

test("in Telegram one button installs the missing tool, which is used in the same conversation", async () => {
  await using api = await aBotApi();
  await using world = await aFindingRuntime();
  const faults: unknown[] = [];
  const door = await openTelegram({
    runtime: world.runtime,
    settings: { token: api.token, apiRoot: api.url, allowed: ["7"] },
    onFault: (error) => void faults.push(error),
  });
  api.write(7, { text: "Translate this PDF" });
  const questions = () => api.sent().filter(({ fields }) => fields.reply_markup !== undefined);
  await vi.waitFor(() => expect(questions()).toHaveLength(1), { timeout: 60_000, interval: 50 });
  expect(questions()[0]?.fields.text).toMatch(/Install pdf-translate-mcp 1\.0\.0[\s\S]*reach no host/);
  const [[yes]] = JSON.parse(JSON.stringify(questions()[0]?.fields.reply_markup)).inline_keyboard;
  api.press(7, yes.callback_data);
  const texts = () => api.sent().map(({ fields }) => fields.text);
  await vi.waitFor(() => expect(texts()).toContain("It says: übersetzt: bonjour"), {
    timeout: 60_000,
    interval: 50,
  });
  expect(questions()).toHaveLength(1);
  await door.close();
  expect(faults).toEqual([]);
  const [installed] = await world.runtime.finder.installed();
  await world.runtime.undo(installed?.callId ?? "");
  expect(world.runtime.settings.config.mcpServers).toEqual({});
});

test.skipIf(!hasTmux)(
  "at a terminal one yes installs what is missing, it is used at once, and dejima undo takes it back",
  async () => {
    await using model = await aCallingModel([
      ...FINDING_STEPS.map((step) => (request: string) => [step(request)]),
      findingAnswer,
    ]);
    await using cli = await aCommandLine({ "dejima.yaml": `packages: { npm: "${registry.npm}" }\n` });
    await cli.run(["registry", "add", registry.url]);
    const words = ["run", "Translate", "this", "PDF", "--model", "openai:finding"];
    await using terminal = await aTerminal(cli, words, model);
    await terminal.until(/reach no host[\s\S]*Install pdf-translate-mcp 1\.0\.0\? \[yes/);
    terminal.type("yes");
    const screen = await terminal.until(/It says: übersetzt: bonjour/);
    expect(screen.match(/\? \[yes/g)).toHaveLength(1);
    await terminal.ended();
    expect((await cli.run(["undo", "last"])).stdout).toMatch(/uninstalled +MCP server pdf-translate-mcp/);
    expect(await readFile(join(cli.folder, "dejima.yaml"), "utf8")).not.toContain("pdf-translate");
  },
);

test.skipIf(findChromium() === undefined)(
  "in the console one click installs what is missing, it is used at once, and another click takes it back",
  async () => {
    expect(buildConsole()).toBe(true);
    await using world = await aFindingRuntime();
    const { runtime } = world;
    const server = await serve({ runtime, host: "127.0.0.1", port: 0, onFault: expect.unreachable });
    const browser = await aBrowser(findChromium() ?? "");
    try {
      const { page, complaints } = await browser.open();
      page.setDefaultTimeout(60_000);
      await page.goto(`${server.url}/#/chat`);
      await page.getByRole("textbox", { name: "Message", exact: true }).fill("Translate this PDF");
      await page.keyboard.press("Enter");
      const question = page.locator("article.approval");
      await question.getByText("Install pdf-translate-mcp 1.0.0?").first().waitFor();
      await question.getByText(/reach no host/).waitFor();
      await question.getByRole("button", { name: "Approve", exact: true }).click();
      await page.locator(".turn").last().getByText("It says: übersetzt: bonjour").waitFor();
      expect(Object.keys(runtime.settings.config.mcpServers)).toEqual(["pdf-translate-mcp"]);
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await expect.poll(() => Object.keys(runtime.settings.config.mcpServers)).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
    }
  },
);
