import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildConsole } from "../../scripts/build-console.ts";
import { type RunningServer, serve } from "../../src/doors/http/serve.ts";
import type { ModelRequest } from "../../src/model/language/language-model.ts";
import { ScriptedModel, type ScriptedReply } from "../../src/model/language/scripted-model.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { type ABrowser, aBrowser, axeProblems, keepPicture, type Look } from "./a-browser.ts";
import { findChromium } from "./find-chromium.ts";

const found = findChromium();
const folder = join(import.meta.dirname, "../../screenshots/console");
const speaker = { user: "local", door: "test", mayApprove: true };

function obedient({ messages }: ModelRequest): ScriptedReply {
  const last = messages.findLast(({ role }) => role !== "note");
  return last?.role === "user" ? { calls: JSON.parse(last.text) } : { text: "Done." };
}

const keepFile = defineTool({
  name: "keep_file",
  summary: "Keep a file for the user, for the tests",
  description: "Keeps what it is given.",
  category: "custom",
  risk: "low",
  input: z.object({ name: z.string(), base64: z.string() }),
  run: ({ name, base64 }, { artifacts }) =>
    artifacts.save({
      name,
      mediaType: "application/octet-stream",
      content: Buffer.from(base64, "base64"),
    }),
});

const write = (path: string, content: string) => ({ tool: "write_file", input: { path, content } });
const keep = (name: string, content: string | Uint8Array) => ({
  tool: "keep_file",
  input: { name, base64: Buffer.from(content).toString("base64") },
});

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Everything that a page can try: run something, load something, leave, reach the page around it. */
const hostilePage = (evil: string) => `<!doctype html>
<link rel="stylesheet" href="${evil}/a.css"><link rel="preconnect" href="${evil}"><link rel="dns-prefetch" href="${evil}">
<meta http-equiv="refresh" content="0;url=${evil}/refresh"><base href="${evil}/">
<style>@import url("${evil}/b.css"); h1 { color: rgb(1, 2, 3); background: url("${evil}/bg.png"); }
@font-face { font-family: x; src: url("${evil}/f.woff2"); } p { font-family: x; }</style>
<h1 id="head">A page</h1><p>text</p>
<img src="${evil}/i.png" srcset="${evil}/i2.png 2x" onerror="parent.parent.document.title='owned'">
<picture><source srcset="${evil}/s.png"><img src="/api/me"></picture>
<svg><image href="${evil}/svg.png"/><use href="${evil}/u.svg#a"/><script>top.document.title='owned'</script></svg>
<iframe src="${evil}/frame"></iframe><object data="${evil}/o"></object><embed src="${evil}/e">
<video src="${evil}/v" poster="${evil}/p.png" autoplay></video><audio src="${evil}/au" autoplay></audio>
<form id="f" action="${evil}/form"><input autofocus onfocus="top.document.title='owned'"><button>go</button></form>
<script>top.document.title='owned'; fetch('${evil}/fetch')</script><script src="${evil}/s.js"></script>
<a href="javascript:top.document.title='owned'" id="js">js</a><a href="${evil}/link" id="link" target="_top" ping="${evil}/ping">link</a>
<a href="${evil}/self" id="self">self</a><table background="${evil}/t.png"></table><div style="background:url(${evil}/d.png)">d</div>`;

describe.skipIf(found === undefined)("the files of a conversation in Chromium", () => {
  let workspace: string;
  let runtime: Runtime;
  let server: RunningServer;
  let browser: ABrowser;
  const requests: string[] = [];
  const evil = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end("no");
  });
  evil.on("connection", () => requests.push("a connection"));

  beforeAll(async () => {
    expect(buildConsole()).toBe(true);
    await mkdir(folder, { recursive: true });
    await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
    workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-files-")));
    runtime = createRuntime({
      workspace,
      model: new ScriptedModel(obedient),
      tools: [keepFile],
      config: { permissions: { safe: ["write_file(./**)", "delete_file(./**)", "keep_file"] } },
    });
    server = await serve({
      runtime,
      host: "127.0.0.1",
      port: 0,
      checkAnswers: true,
      onFault: expect.unreachable,
    });
    browser = await aBrowser(found ?? "");
    const address = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`; // An object, since it listens on a port.
    await converse([
      write("notes.md", "# Notes\n\n- one\n"),
      write("quay.csv", 'row,what\n1,"a, ""b"""\n2,<b>c</b>\n'),
    ]);
    await converse([
      write("notes.md", "# Notes\n\n- one\n- two\n"),
      write("page.html", hostilePage(address)),
      write(
        "drawing.svg",
        `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="top.document.title='owned'"><rect width="40" height="40" fill="teal"/><image href="${address}/svg.png"/></svg>`,
      ),
      keep("pixel.png", Buffer.from(PIXEL, "base64")),
      keep("paper.pdf", aPdf()),
    ]);
  });
  afterAll(async () => {
    evil.close();
    await browser?.close();
    await server?.close();
    await runtime?.close();
    await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  async function converse(calls: readonly unknown[]): Promise<void> {
    const said = await runtime.conversations.say(JSON.stringify(calls), speaker, { conversation: "c-files" });
    if (said.type !== "run") throw new Error(`no run: ${said.type}`);
    const { signal } = new AbortController();
    for await (const { event } of runtime.conversations.follow(said.runId, speaker, { signal }))
      if (event.type === "call-end") expect(event.result).toMatchObject({ ok: true });
  }

  const WORDS = {
    en: { files: "Files", all: "All files", changes: "Changes", version: "Version" },
    zh: { files: "文件", all: "全部文件", changes: "改动", version: "版本" },
  } as const;
  const LOOKS: readonly Look[] = [
    { size: "desktop", language: "en", theme: "light" },
    { size: "phone", language: "zh", theme: "dark" },
  ];

  test.each(LOOKS)(
    "previews, versions and changes of everything that was made: $size $language $theme",
    async (look) => {
      const words = WORDS[look.language];
      await using window = await browser.open(look);
      const { page, complaints } = window;
      const picture = (name: string) =>
        keepPicture(page, {
          path: `${folder}/files-${name}-${look.size}-${look.language}-${look.theme}.png`,
        });
      await page.goto(`${server.url}/#/chat/c-files`);
      await page.getByRole("button", { name: words.files, exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: /notes\.md/ }).waitFor();
      expect(await dialog.locator(".file-row").count()).toBe(6);
      await picture("list");
      expect(await axeProblems(page)).toEqual([]);
      const open = (name: string) => dialog.getByRole("button", { name: new RegExp(name) }).click();
      const back = () => dialog.getByRole("button", { name: words.all }).click();

      await open("notes");
      await dialog.getByRole("heading", { name: "Notes", exact: true }).waitFor();
      await dialog.getByRole("button", { name: words.changes, exact: true }).click();
      await dialog.getByText("+- two").waitFor();
      await picture("changes");
      expect(await axeProblems(page)).toEqual([]);
      await dialog.getByLabel(words.version).selectOption({ index: 1 });
      await dialog.getByText("+- two").waitFor({ state: "detached" });
      await back();

      await open("quay");
      await dialog.getByRole("cell", { name: 'a, "b"' }).waitFor();
      await dialog.getByRole("cell", { name: "<b>c</b>" }).waitFor();
      await picture("table");
      await back();

      await open("pixel");
      await expect
        .poll(() => dialog.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(1);
      await back();
      await open("drawing");
      await expect
        .poll(() => dialog.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(40);
      await back();

      await open("paper");
      await dialog.locator("canvas").waitFor();
      expect(
        await dialog.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {
            data: [],
          };
          return data.some((value, index) => index % 4 === 0 && value < 100);
        }),
      ).toBe(true);
      await picture("pdf");
      expect(complaints).toEqual([]);
    },
  );

  test("a page from a stranger is drawn with its styles, runs nothing, reaches nothing and leads nowhere", async () => {
    await using window = await browser.open();
    const { page } = window;
    const opened: string[] = [];
    window.context.on("page", (other) => opened.push(other.url()));
    await page.goto(`${server.url}/#/chat/c-files`);
    await page.getByRole("button", { name: "Files", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /page\.html/ }).click();
    const inner = page.frameLocator(".page-frame").frameLocator("iframe");
    await inner.getByRole("heading", { name: "A page" }).waitFor();
    expect(await inner.locator("h1").evaluate((head) => getComputedStyle(head).color)).toBe("rgb(1, 2, 3)");
    for (const link of ["#js", "#link", "#self"]) await inner.locator(link).click();
    await keepPicture(page, { path: `${folder}/files-page.png` });
    // What was asked of the server meanwhile has been answered: a request of the page would have come first.
    await dialog.getByRole("button", { name: "Source" }).click();
    await dialog.getByText("parent.parent.document.title").first().waitFor();
    expect(requests).toEqual([]);
    expect(opened).toEqual([]);
    expect(await page.title()).toContain("Dejima");
    expect(page.url()).toContain("#/chat/c-files");
  });
});

/** A page with one line of text, as short as a PDF can be. */
function aPdf(): string {
  const stream = "BT /F1 40 Tf 20 100 Td (Quay report) Tj ET";
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  return `%PDF-1.4\n${objects.map((body, index) => `${index + 1} 0 obj${body}endobj\n`).join("")}trailer<</Root 1 0 R/Size 6>>\n%%EOF\n`;
}
