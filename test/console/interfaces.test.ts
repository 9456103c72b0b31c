import { mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildConsole } from "../../scripts/build-console.ts";
import { type RunningServer, serve } from "../../src/doors/http/serve.ts";
import type { ModelRequest } from "../../src/model/language/language-model.ts";
import { ScriptedModel, type ScriptedReply } from "../../src/model/language/scripted-model.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { type ABrowser, aBrowser, axeProblems, keepPicture } from "./a-browser.ts";
import { findChromium } from "./find-chromium.ts";

const found = findChromium();
const folder = join(import.meta.dirname, "../../screenshots/console");
const fixture = join(import.meta.dirname, "../mcp/fixtures/interface-server.ts");

/** Calls the tool that the message names: "chart probe" calls chart with how = probe. */
function script({ messages }: ModelRequest): ScriptedReply {
  const at = messages.findLastIndex(({ role }) => role === "user");
  if (messages.slice(at).some(({ role }) => role === "tool")) return { text: "There it is." };
  const [, tool = "", how = ""] = /"text":"(\w+) ?(\w*)/.exec(JSON.stringify(messages[at])) ?? [];
  return { calls: [{ tool, input: how === "" ? {} : { how } }] };
}

describe.skipIf(found === undefined)("interfaces of MCP servers in Chromium", () => {
  let workspace = "";
  let runtime: Runtime;
  let server: RunningServer;
  let browser: ABrowser;
  const hits: string[] = [];
  const canary = createServer((request, response) => {
    hits.push(request.url ?? "");
    response.end("caught");
  });

  beforeAll(async () => {
    if (!buildConsole()) throw new Error("The console could not be built; vite says why above");
    await mkdir(folder, { recursive: true });
    workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-frames-")));
    await new Promise<void>((resolve) => void canary.listen(0, "127.0.0.1", resolve));
    const { port } = canary.address() as AddressInfo;
    const made = (...args: string[]) => ({
      command: process.execPath,
      args: [fixture, ...args],
      trusted: true,
      risk: "low" as const,
      sends: "nothing" as const,
    });
    runtime = createRuntime({
      workspace,
      home: join(workspace, ".dejima"),
      variables: process.env,
      model: new ScriptedModel(script),
      config: {
        permissions: { confirm: ["add"] },
        mcpServers: { board: made("board"), raider: made("raider", `http://127.0.0.1:${port}`) },
      },
    });
    await runtime.mcp.discover();
    server = await serve({
      runtime,
      host: "127.0.0.1",
      port: 0,
      checkAnswers: true,
      onFault: expect.unreachable,
    });
    browser = await aBrowser(found ?? "");
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await runtime?.close();
    canary.close();
    await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  async function say(page: Page, text: string): Promise<void> {
    await page.goto(`${server.url}/#/chat`);
    await page.getByLabel("Message", { exact: true }).fill(text);
    await page.keyboard.press("Enter");
    await page.getByText("There it is.").waitFor();
  }
  const calls = async () => {
    const logs = await Promise.all(
      (await runtime.history.list({ limit: 50 })).map(({ id }) => Array.fromAsync(runtime.history.read(id))),
    );
    return logs.flat();
  };

  test("a tool shows its interface; its calls pass the gate, its links and messages go through the person", async () => {
    await using window = await browser.open();
    const { page } = window;
    await say(page, "show_board");
    const frame = page.frameLocator("iframe.interface-frame");
    await frame.getByText("row 1: 40").waitFor();
    await frame.getByText("input {}").waitFor();
    expect(await page.locator("iframe.interface-frame").getAttribute("sandbox")).toBe("allow-scripts");
    await page.getByText("Not allowed to connect to http://127.0.0.1:1").waitFor();

    // A call waits for the person like every other, and nothing runs before the answer.
    await frame.getByRole("button", { name: "Add two" }).click();
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await keepPicture(page, { path: `${folder}/interface.png` });
    expect(await axeProblems(page)).toEqual([]);
    expect((await calls()).some((event) => event.type === "call-end" && event.tool === "add")).toBe(false);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await frame.getByText("sum 42").waitFor();
    const logged = (await calls()).flatMap((event) => (event.type === "call-start" ? [event] : []));
    const shown = logged.find(({ tool }) => tool === "show_board");
    const added = logged.find(({ tool }) => tool === "add");
    expect(added).toMatchObject({ parent: shown?.callId, params: { by: 2 }, verdict: "ask" });
    const marks = (await calls()).filter(
      (event) => event.type === "taint-start" && event.runId === added?.runId,
    );
    expect(marks.map((event) => "source" in event && event.source)).toContain("interface of board");

    await frame.getByRole("button", { name: "Peek" }).click();
    await frame.getByText("peeked").waitFor();
    await frame.getByRole("button", { name: "Write a file" }).click();
    await frame.getByText(/refused:/).waitFor();
    expect(await readdir(workspace)).not.toContain("x.txt");

    await frame.getByRole("button", { name: "Bad link" }).click();
    await frame.getByText('link {"isError":true}').waitFor();
    await frame.getByRole("button", { name: "Link", exact: true }).click();
    await page.getByRole("dialog").getByText("https://docs.example.com/a?b=1").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await vi.waitFor(async () =>
      expect(await frame.locator("#told").textContent()).toBe('link {"isError":true}'),
    );
    expect(window.context.pages()).toHaveLength(1);

    await frame.getByRole("button", { name: "Message" }).click();
    await page.getByText("Read it before you send it").waitFor();
    expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe("Unload the Hoorn");
    expect(await page.locator(".said").count()).toBe(1);

    // Off by a switch.
    await page.goto(`${server.url}/#/settings`);
    await page.getByLabel("Interfaces of MCP servers").click();
    await say(page, "show_board");
    expect(await page.locator(".interface").count()).toBe(0);
  });

  test("a hostile interface reaches nothing: no cookies, no page, no network, no tools of others", async () => {
    await using window = await browser.open();
    const { page } = window;
    await window.context.addCookies([{ name: "secret", value: "cookie", url: server.url }]);
    await say(page, "chart probe");
    await vi.waitFor(
      async () =>
        expect((await calls()).some((event) => event.type === "call-end" && event.tool === "report")).toBe(
          true,
        ),
      { timeout: 30_000, interval: 100 },
    );
    const reports = (await calls()).flatMap((event) =>
      event.type === "call-start" && event.tool === "report" ? [event.params as { text: string }] : [],
    );
    expect(reports).toHaveLength(1);
    const probed = JSON.parse(reports[0]?.text ?? "{}") as Record<string, string>;
    expect(probed).toMatchObject({
      cookie: "threw SecurityError",
      storage: "threw SecurityError",
      parent: "threw SecurityError",
      top: expect.stringMatching(/threw SecurityError|went/),
      opened: "null",
      origin: "null",
      fetched: "threw TypeError",
      api: "threw TypeError",
      foreign: expect.stringContaining("isError"),
      builtin: expect.stringContaining("isError"),
      sampling: expect.stringContaining("isError"),
    });
    expect(page.url().startsWith(server.url)).toBe(true);
    const box = await page.locator("iframe.interface-frame").boundingBox();
    expect(box?.height).toBeLessThanOrEqual(802);
    expect(hits).toEqual([]);
  });

  test("an interface that leaves its page reaches nothing, and one that comes back under other rules is closed", async () => {
    await using window = await browser.open();
    const { page } = window;
    await say(page, "chart leave");
    await vi.waitFor(() =>
      expect(page.frames().some((frame) => /chrome-error|about:/.test(frame.url()))).toBe(true),
    );
    expect(hits).toEqual([]);
    await say(page, "chart readdress");
    await page.getByText("The interface was closed: it left its page.").waitFor();
    expect(await page.locator("iframe.interface-frame").count()).toBe(0);
  });

  test("messages of other frames and windows are not the interface's: they call nothing, write nothing and do not close it", async () => {
    await using window = await browser.open();
    const { page } = window;
    await say(page, "show_board");
    const frame = page.frameLocator("iframe.interface-frame");
    // Other tests add rows to the same board.
    const row = frame.getByText(/^row 1: \d+/);
    await row.waitFor();
    const shown = await row.textContent();
    const forged = JSON.stringify([
      { interface: "ready" },
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "add", arguments: { by: 99 } } },
      {
        jsonrpc: "2.0",
        id: 2,
        method: "ui/message",
        params: { content: [{ type: "text", text: "forged" }] },
      },
    ]);
    // From the page itself, and from a second frame of the same kind, whose origin is opaque as well.
    const heard = await page.evaluate<string[]>(`(async () => {
      const heard = [];
      const other = document.createElement("iframe");
      other.sandbox = "allow-scripts";
      other.src = "/interface.html";
      const done = new Promise((resolve) => addEventListener("message", ({ source, origin, data }) => {
        heard.push(origin + " " + data.method);
        if (data.done) resolve();
        if (source === other.contentWindow && data.interface === "ready" && !other.written) {
          other.written = true;
          const script = "for (const one of " + ${JSON.stringify(forged)} + ") parent.postMessage(one, '*'); parent.postMessage({ done: true }, '*')";
          source.postMessage({ html: "<script>" + script + "</scr" + "ipt>" }, "*");
        }
      }));
      for (const one of ${forged}) window.postMessage(one, "*");
      document.body.append(other);
      await done;
      return heard;
    })()`);
    expect(heard).toEqual(expect.arrayContaining([`${server.url} tools/call`, "null tools/call"]));
    expect(await row.textContent()).toBe(shown);
    expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe("");
    expect(JSON.stringify(await calls())).not.toContain('"by":99');
    expect(await runtime.approvals.list({ status: "pending" })).toEqual([]);
  });

  test("a flood of messages closes the interface, and the page goes on", async () => {
    await using window = await browser.open();
    const { page } = window;
    const before = (await calls()).length;
    await say(page, "chart flood");
    await page.getByText("The interface was closed: it sent too many messages.").waitFor();
    await page.getByLabel("Message", { exact: true }).fill("still here");
    // Eight of them may have been under way.
    const made = (await calls())
      .slice(before)
      .filter((event) => event.type === "call-start" && event.tool === "report");
    expect(made.length).toBeLessThan(300);
  });

  test("an interface of ten million characters is not shown, and the conversation goes on", async () => {
    await using window = await browser.open();
    const { page } = window;
    await say(page, "vast");
    await page
      .getByText(/more than 4000000 characters/)
      .first()
      .waitFor();
    expect(await page.locator("iframe.interface-frame").count()).toBe(0);
  });
});
