// Texts of strangers in every place where the console shows one: nothing of them runs, loads, navigates or frames.
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { buildConsole } from "../../scripts/build-console.ts";
import { serve } from "../../src/doors/http/serve.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { aBrowser } from "./a-browser.ts";
import { findChromium } from "./find-chromium.ts";

/** What would run if any of it were taken for a page; `AWAY` stands for an address of the attacker. */
const MARKUP = [
  "<img src=x onerror=\"window.top.pwned='img'\">",
  "<svg onload=\"window.top.pwned='svg'\"><script>window.top.pwned='script'</script></svg>",
  '<iframe srcdoc="<script>top.pwned=1</script>"></iframe><object data="AWAY/object"></object>',
  '<meta http-equiv="refresh" content="0;url=AWAY/refresh"><base href="AWAY/"><link rel=stylesheet href=AWAY/style>',
  "<form action=AWAY/form><button autofocus>Approve</button></form><style>@import 'AWAY/import'</style>",
  '"><details open ontoggle="top.pwned=\'toggle\'">',
].join(" ");
const LINKS = [
  "[a](javascript:top.pwned='link')",
  "[b](JaVaScRiPt&#58;top.pwned='link')",
  "[c](java\nscript:top.pwned='link')",
  "[d](\u0001javascript:top.pwned='link')",
  "[e](data:text/html,<script>top.pwned=1</script>)",
  "[f](vbscript:x) [g](blob:http://localhost/x) [h](file:///etc/passwd) [i](//AWAY/relative)",
  "<javascript:top.pwned='auto'> <data:text/html,x>",
  "![j](AWAY/picture.png) ![k](javascript:top.pwned='image') ![l](data:image/svg+xml,<svg onload=alert(1)>)",
  "[m]: javascript:top.pwned='reference'\n\n[m]",
  "```html\n<script>top.pwned='fence'</script>\n```\n```<img/src/onerror=top.pwned=1>\ncode\n```",
  "| <img src=x onerror=top.pwned='cell'> |\n|---|\n| [x](javascript:top.pwned=1) |",
  "&lt;img src=x onerror=top.pwned='entity'&gt; &#60;script&#62;top.pwned=1&#60;/script&#62;",
].join("\n\n");
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="pwned";fetch("AWAY/svg")</script></svg>';
const PAGE =
  "<!doctype html><title>harmless</title><script>document.title='pwned';fetch('AWAY/page')</script>";

const found = findChromium();

test.skipIf(found === undefined)(
  "hostile texts in every place of the console run nothing, load nothing and lead nowhere",
  { timeout: 240_000 },
  async () => {
    const reached: string[] = [];
    const attacker = createServer((request, response) => {
      reached.push(request.url ?? "");
      response.setHeader("access-control-allow-origin", "*").end("x");
    });
    await new Promise<void>((resolve) => attacker.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void attacker.close());
    const away = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}`;
    const fill = (text: string) => text.replaceAll("AWAY", away);
    const markup = fill(MARKUP);
    const all = `${markup}\n\n${fill(LINKS)}`;

    if (!buildConsole()) throw new Error("The console could not be built");
    const workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-hostile-")));
    onTestFinished(() => rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    const name = "<img src=x onerror=top.pwned='name'>.md";
    await writeFile(join(workspace, name), all);
    const skill = join(workspace, "given/odd-skill");
    await mkdir(skill, { recursive: true });
    const about = JSON.stringify(`Shows things. ${markup}`.slice(0, 900));
    await writeFile(join(skill, "SKILL.md"), `---\nname: odd-skill\ndescription: ${about}\n---\n\n${all}\n`);
    await cp(join(workspace, name), join(skill, "<svg onload=top.pwned=1>.md"));
    const odd = defineTool({
      name: "odd_tool",
      summary: `Odd ${markup}`.slice(0, 80),
      description: all,
      category: "custom",
      risk: "low",
      input: z.object({ [markup.slice(0, 60)]: z.string().describe(markup).default("x") }),
      run(_input, { artifacts }) {
        for (const [file, content] of [
          ["page.html", PAGE],
          ["picture.svg", SVG],
          ["notes<img src=x onerror=top.pwned=1>.md", all],
          ["fake.png", SVG],
        ] as const)
          artifacts.save({ name: file, mediaType: "image/png", content: Buffer.from(fill(content)) });
        return { text: all, html: markup, url: "javascript:top.pwned=1", [markup]: markup };
      },
    });
    const runtime = createRuntime({
      workspace,
      tools: [odd],
      config: { permissions: { safe: ["odd_tool", "read_file"], confirm: ["write_file"] } },
      model: new ScriptedModel(({ messages }) => {
        const last = messages.at(-1);
        if (last?.role === "tool") return { text: all };
        const asked = last?.role === "user" ? last.text : "";
        if (asked.includes("odd"))
          return { text: all, calls: [{ tool: "odd_tool" }, { tool: "read_file", input: { path: name } }] };
        if (asked.includes("write"))
          return { calls: [{ tool: "write_file", input: { path: `new ${name}`, content: all } }] };
        return { text: all };
      }),
    });
    await runtime.skills.install(skill);
    const server = await serve({ runtime, host: "127.0.0.1", port: 0, onFault: expect.unreachable });
    onTestFinished(async () => {
      await server.close();
      await runtime.close();
    });
    const send = (path: string, body: object) =>
      fetch(`${server.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const chat = async (message: string, conversation: string) => {
      const answer = await send("/api/chat", { message, conversation });
      expect(answer.status).toBe(200);
      return answer;
    };
    await (await chat(`odd ${all}`, "one")).text();
    await (await chat(`${markup}`, "two")).text();
    const waiting = await chat("write it", "three");
    expect((await send("/api/memory", { content: markup })).status).toBe(200);
    const planned = { task: markup.slice(0, 200), at: "2099-01-01T00:00:00Z" };
    expect((await send("/api/schedules", planned)).status).toBe(200);
    const runs = await runtime.history.list({ limit: 10 });
    const odds = runs.find(({ title }) => title.startsWith("odd"))?.id ?? "";
    expect(odds).not.toBe("");

    const browser = await aBrowser(found ?? "");
    onTestFinished(() => browser.close());
    await using window = await browser.open();
    const { page, context } = window;
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    // Where a hostile text stands, and where none has to: what stands in the address is a text of a stranger, too.
    const showing = [
      ...[
        "chat/one",
        "chat/two",
        "chat/three",
        "approvals",
        "runs",
        `runs/${odds}`,
        "tools",
        "tools/odd_tool",
      ],
      ...["skills", "skills/odd-skill", "memory", "schedules"],
    ];
    const places = [
      ...showing,
      ...["chat", "mcp", "policy", "insights", "settings", ...runs.map(({ id }) => `runs/${id}`)],
      ...[`tools/${encodeURIComponent(markup)}`, `runs/${encodeURIComponent("javascript:top.pwned=1")}`],
      `policy?view=explain&tool=${encodeURIComponent(markup)}`,
    ];
    for (const place of places) {
      await page.goto(`${server.url}/#/${place}`);
      await page.locator("main").first().waitFor();
      if (showing.includes(place)) await page.getByText("onerror").first().waitFor({ state: "attached" });
      // Whatever can be unfolded is.
      for (const button of await page.locator("main button[aria-expanded=false], main summary").all())
        await button.click({ timeout: 2_000 }).catch(() => undefined);
      const seen = await page.evaluate(() => ({
        pwned: Reflect.get(window, "pwned") ?? null,
        links: [...document.querySelectorAll("[href], [src], [action], [data], [srcdoc]")]
          .flatMap((element) =>
            ["href", "src", "action", "data", "srcdoc"].map((key) => element.getAttribute(key) ?? ""),
          )
          .filter(
            (value) =>
              value !== "" && !/^(?:#|\/assets\/|\/[\w.-]+$|\.\/|https?:\/\/|blob:|mailto:)/.test(value),
          ),
        made: document.querySelectorAll(
          "main script, main iframe, main object, main embed, main meta, main base, main style, main svg script",
        ).length,
        handlers: [...document.querySelectorAll("*")].filter((element) =>
          element.getAttributeNames().some((key) => key.startsWith("on")),
        ).length,
      }));
      expect([place, seen]).toEqual([place, { pwned: null, links: [], made: 0, handlers: 0 }]);
      expect([place, page.url().startsWith(server.url)]).toEqual([place, true]);
    }

    // Previews: a page is shown in a frame without scripts and network, a picture that is none not at all.
    await page.goto(`${server.url}/#/chat/one?files=all`);
    await page.locator(".file-row").first().waitFor();
    const rows = await page.locator(".file-row").count();
    expect(rows).toBeGreaterThanOrEqual(4);
    for (let row = 0; row < rows; row++) {
      await page.goto(`${server.url}/#/chat/one?files=all`);
      const entry = page.locator(".file-row").nth(row);
      const isPage = (await entry.textContent())?.includes("page.html") === true;
      await entry.click();
      await page.locator(".file-row").first().waitFor({ state: "detached" });
      if (isPage) await page.frameLocator(".page-frame").locator("iframe[sandbox='']").waitFor();
      expect(await page.evaluate(() => Reflect.get(window, "pwned") ?? null)).toBeNull();
    }

    // Files of a run in a tab of their own: as text or for saving, in a box without scripts.
    const artifacts = await (await runtime.history.files(odds)).list("artifacts");
    expect(artifacts.length).toBe(4);
    for (const { name: file } of artifacts) {
      const tab = await context.newPage();
      const address = `${server.url}/api/runs/${odds}/artifacts/${encodeURIComponent(file)}`;
      await tab.goto(address).catch(() => undefined); // a download is no page
      expect([file, await tab.title()]).not.toEqual([file, "pwned"]);
      const { headers } = await fetch(address);
      expect([file, headers.get("content-security-policy"), headers.get("x-content-type-options")]).toEqual([
        ...[file, "sandbox; default-src 'none'", "nosniff"],
      ]);
      await tab.close();
    }

    // A page of the attacker can neither frame the console, nor hold a window of it.
    const outside = await context.newPage();
    await outside.route(`${away}/evil`, (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${server.url}/#/approvals"></iframe>` }),
    );
    await outside.goto(`${away}/evil`);
    const frame = outside.frames().at(-1);
    expect(await frame?.locator("main").count()).toBe(0);
    const { headers } = await fetch(server.url);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect([dialogs, reached.filter((path) => path !== "/evil" && path !== "/favicon.ico")]).toEqual([
      [],
      [],
    ]);
    expect(await page.evaluate(() => Reflect.get(window, "pwned") ?? null)).toBeNull();
    await waiting.body?.cancel();
  },
);
