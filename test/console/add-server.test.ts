import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandWords, EMPTY_DRAFT, serverOf } from "../../console/pages/mcp/new-server.ts";
import { addServerWords } from "../../console/words/add-server.ts";
import { mcpWords } from "../../console/words/mcp.ts";
import { buildConsole } from "../../scripts/build-console.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { serve } from "../../src/doors/http/serve.ts";
import { createRuntime } from "../../src/runtime.ts";
import { expectFirstJob } from "../support/effort.ts";
import { aBrowser, axeProblems, keepPicture, type Look } from "./a-browser.ts";
import { findChromium } from "./find-chromium.ts";

const found = findChromium();
const folder = join(import.meta.dirname, "../../screenshots/console");
const fixture = join(import.meta.dirname, "../mcp/fixtures/odd-server.ts");

test("serverOf() reads what a person filled in", () => {
  expect(commandWords(`node "a b.js" --x='c d' e`)).toEqual(["node", "a b.js", "--x=c d", "e"]);
  const draft = { ...EMPTY_DRAFT, name: " m ", command: "npx -y m", env: "A=b=c\n", folders: "./a\n./b +w" };
  expect(serverOf(draft)).toEqual({
    name: "m",
    command: "npx",
    args: ["-y", "m"],
    env: { A: "b=c" },
    folders: ["./a", { path: "./b", write: true }],
  });
  const remote = {
    ...EMPTY_DRAFT,
    name: "r",
    kind: "address",
    url: "https://a.b/",
    headers: "X: y: z",
  } as const;
  expect(serverOf(remote)).toEqual({ name: "r", url: "https://a.b/", headers: { X: "y: z" } });
});

/** A console on an empty HOME, in a real browser. */
async function aServedConsole() {
  expect(buildConsole()).toBe(true);
  await mkdir(folder, { recursive: true });
  const HOME = await mkdtemp(join(tmpdir(), "dejima-newcomer-"));
  const variables = { ...process.env, HOME, XDG_CONFIG_HOME: join(HOME, ".config") };
  const settings = await loadConfig({ cwd: HOME, variables });
  const runtime = createRuntime({ settings, variables, workspace: HOME });
  const server = await serve({
    runtime,
    host: "127.0.0.1",
    port: 0,
    checkAnswers: true,
    onFault: expect.unreachable,
  });
  const browser = await aBrowser(found ?? "");
  return {
    runtime,
    browser,
    url: server.url,
    config: () => readFile(join(HOME, "dejima.yaml"), "utf8"),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.close();
      await runtime.close();
      await rm(HOME, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

const LOOKS: readonly Look[] = [
  { size: "desktop", language: "en", theme: "light" },
  { size: "phone", language: "zh", theme: "dark" },
];

test.skipIf(found === undefined).each(LOOKS)(
  "a newcomer adds an MCP server by form: $size $language $theme",
  async (look) => {
    const { language } = look;
    const words = (key: keyof typeof addServerWords) => addServerWords[key][language];
    await using world = await aServedConsole();
    const { page, complaints, effort } = await world.browser.open(look);
    await page.goto(`${world.url}/#/mcp`);
    await page.getByRole("button", { name: mcpWords.addAnother[language] }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words("name"), { exact: true }).fill("ledger");
    await dialog.getByLabel(words("command")).fill(`${process.execPath} ${fixture} grows`);
    await dialog.getByText(words("more")).click();
    await dialog.getByLabel(words("folders")).fill(join(import.meta.dirname, "../.."));
    await keepPicture(page, {
      path: `${folder}/mcp-add-form-${look.size}-${look.language}-${look.theme}.png`,
    });
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: words("add"), exact: true }).click();
    await page.getByRole("region", { name: "ledger" }).getByText(mcpWords.contained[language]).waitFor();
    await keepPicture(page, { path: `${folder}/mcp-added-${look.size}-${look.language}-${look.theme}.png` });
    expect(await world.config()).toContain("ledger:");
    expectFirstJob(effort);
    expect(complaints).toEqual([]);
  },
);

test.skipIf(found === undefined)(
  "a newcomer adds MCP servers by form and by pasted JSON, turns one off and on, and removes it; nobody edits a file",
  async () => {
    await using world = await aServedConsole();
    const { runtime, config } = world;
    const { page, complaints } = await world.browser.open();
    await page.goto(`${world.url}/#/mcp`);
    await page.getByRole("heading", { name: "No MCP servers" }).waitFor();
    await page.getByRole("button", { name: "Add a server" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("ledger");
    await dialog.getByLabel("Command").fill(`${process.execPath} ${fixture} grows`);
    await dialog.getByText("Variables, folders and hosts").click();
    await dialog.getByLabel(/^Folders/).fill(join(import.meta.dirname, "../.."));
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const ledger = page.getByRole("region", { name: "ledger" });
    await ledger.getByText("In the sandbox").waitFor();
    expect(await config()).toContain("ledger:");

    await page.getByRole("button", { name: "Add a server" }).click();
    await dialog.getByRole("button", { name: "Paste JSON" }).click();
    const json = dialog.getByLabel(/From Claude/);
    await json.fill("npx -y memory");
    await dialog.getByText(/is not JSON/).waitFor();
    const args = [fixture, "plain"];
    const pasted = { cargo: { command: process.execPath, args }, crane: { url: "http://127.0.0.1:9/mcp" } };
    await json.fill(`${JSON.stringify({ mcpServers: pasted }, null, 2)} // from a README`);
    await dialog.getByRole("checkbox", { name: /crane/ }).uncheck();
    await keepPicture(page, { path: `${folder}/mcp-add-paste.png` });
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const cargo = page.getByRole("region", { name: "cargo" });
    await cargo.waitFor();
    expect(await config()).not.toContain("crane");

    await ledger.getByRole("switch", { name: "Use ledger" }).click();
    await ledger.getByText("Off", { exact: true }).waitFor();
    expect((await runtime.mcp.reports()).map(({ name }) => name)).toEqual(["cargo"]);
    await keepPicture(page, { path: `${folder}/mcp-off.png` });
    await ledger.getByRole("switch", { name: "Use ledger" }).click();
    await expect.poll(async () => (await runtime.mcp.reports()).length).toBe(2);

    await cargo.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("“cargo” removed").waitFor();
    expect(await cargo.count()).toBe(0);
    expect(await config()).not.toContain("cargo");
    // The text that was no JSON.
    expect(complaints.filter((line) => !line.includes("400"))).toEqual([]);
  },
);
