// Plays a short conversation in the real console and keeps its picture as docs/console.png.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../src/doors/http/serve.ts";
import type { ModelRequest } from "../src/model/language/language-model.ts";
import { ScriptedModel, type ScriptedReply } from "../src/model/language/scripted-model.ts";
import { createRuntime } from "../src/runtime.ts";
import { aBrowser } from "../test/console/a-browser.ts";
import { findChromium } from "../test/console/find-chromium.ts";
import { buildConsole } from "./build-console.ts";

const EARLIER = ["What changed in the repo this week?", "Remind me to call Ann at 5", "今天的会议有哪些？"];
const ORDERS = "region,orders,revenue\nNorth,182,48200\nSouth,97,21900\nWest,140,39600\n";
const REPORT = `# Orders in October

| region | orders | revenue |
|---|---|---|
| North | 182 | 48,200 |
| West | 140 | 39,600 |
| South | 97 | 21,900 |

North and West bring 80 % of the revenue.
`;

const chromium = findChromium();
if (chromium === undefined) throw new Error("Chromium is not installed");
if (!buildConsole()) throw new Error("The console could not be built; vite says why above");
const workspace = mkdtempSync(join(tmpdir(), "dejima-"));
mkdirSync(join(workspace, "sales"));
writeFileSync(join(workspace, "sales/october.csv"), ORDERS);
const runtime = createRuntime({
  workspace,
  model: new ScriptedModel(reply),
  config: { permissions: { confirm: ["write_file"] } },
});
const server = await serve({ runtime, host: "127.0.0.1", port: 0, onFault: console.error });
const browser = await aBrowser(chromium);
try {
  await using window = await browser.open();
  const { page } = window;
  await page.setViewportSize({ width: 1280, height: 960 });
  await page.goto(server.url);
  const composer = page.locator("textarea").first();
  for (const message of EARLIER) {
    await composer.fill(message);
    await composer.press("Enter");
    await page.getByText("Done.", { exact: true }).first().waitFor();
    await page.getByText("New conversation").first().click();
  }
  await composer.fill("Sum up sales/october.csv in a short report");
  await composer.press("Enter");
  await page
    .getByRole("button", { name: /Approve|Yes|Allow/ })
    .first()
    .waitFor();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(import.meta.dirname, "../docs/console.png") });
} finally {
  await browser.close();
  await server.close();
  await runtime.close();
  rmSync(workspace, { recursive: true, force: true });
}

function reply({ messages }: ModelRequest): ScriptedReply {
  const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
  if (!asked.includes("october")) return { text: "Done." };
  const last = messages.findLast(({ role }) => role !== "note");
  if (last?.role !== "tool")
    return {
      text: "I'll read the file first.",
      calls: [{ tool: "read_file", input: { path: "sales/october.csv" } }],
    };
  return {
    text: "Here is the report:",
    calls: [{ tool: "write_file", input: { path: "sales/october.md", content: REPORT } }],
  };
}
