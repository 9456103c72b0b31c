import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "../../src/sources/browser/find-browser.ts";
import { aServer } from "../network/a-server.ts";
import { usable } from "../sandbox/engines.ts";
import { aRuntime, errorOf, outputOf, type TestRuntime } from "../support/a-runtime.ts";

const bubblewrap = await usable("bubblewrap");
const why =
  findChromium() === undefined ? "no Chromium is installed" : bubblewrap.works ? "" : bubblewrap.why;
if (why !== "") console.info(`The browser tools are not tried: ${why}`);

const FORM = `<!doctype html><title>A form</title>
<form action="/done"><input name="who" aria-label="Who"><select name="size" aria-label="Size"><option>s<option>m</select>
<button>Send it</button></form><p id="seen"></p><a href="https://public.test/">Elsewhere</a>
<script>
document.cookie = "visits=" + (Number((document.cookie.match(/visits=(\\d+)/) ?? [])[1] ?? 0) + 1);
fetch(new URLSearchParams(location.search).get("probe") ?? "/same").then(r => r.text(), () => "refused").then(t => { seen.textContent = "probe says " + t + "; " + document.cookie; });
</script>`;

describe.skipIf(why !== "")("the browser tools", () => {
  let world: TestRuntime;
  let site: Awaited<ReturnType<typeof aServer>>;
  let inner: Awaited<ReturnType<typeof aServer>>;
  const reached: string[] = [];
  const asked: string[] = [];
  const titles: string[] = [];

  beforeAll(async () => {
    inner = await aServer((request, response) => {
      reached.push(String(request.url));
      response.setHeader("access-control-allow-origin", "*");
      response.end("inner secret");
    });
    site = await aServer(({ url = "" }, response) => {
      response.setHeader("content-type", "text/html");
      if (url.startsWith("/away")) response.writeHead(302, { location: `${inner.url}/from-redirect` }).end();
      else if (url.startsWith("/done")) response.end(`<title>Done</title>Thanks for ${url}`);
      else response.end(url === "/same" ? "fine" : FORM);
    });
    const { host } = new URL(site.url);
    world = await aRuntime({
      config: { network: { allowPrivate: [host] }, permissions: { confirm: ["browser_*"] } },
      ask: async ({ tool, effects, title }) => {
        if (tool === "browser_click") titles.push(title?.en ?? "", title?.zh ?? "");
        asked.push(`${tool}: ${effects.map(({ kind, target }) => `${kind} ${target}`).join(", ")}`);
        return { answer: "approve", by: "ann" };
      },
    });
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
    await inner?.[Symbol.asyncDispose]();
  });

  interface Page {
    url: string;
    title: string;
    snapshot: string;
  }

  test("open, fill in, click and photograph a page; acting is asked about with its address", async () => {
    const run = await world.runtime.openRun({ title: "browse" });
    const call = async (tool: string, input: object) => outputOf(await run.execute({ tool, input }));
    const opened = (await call("browser_open", { url: `${site.url}/` })) as Page;
    expect(opened).toMatchObject({
      url: `${site.url}/`,
      title: "A form",
      snapshot: expect.stringContaining('button "Send it"'),
    });
    const ref = (pattern: RegExp) => pattern.exec(opened.snapshot)?.[1] ?? "";
    const page = opened.url;
    await call("browser_type", { page, target: ref(/textbox "Who" \[ref=(\w+)\]/), text: "Ada" });
    await call("browser_select_option", {
      page,
      target: ref(/combobox "Size" \[ref=(\w+)\]/),
      values: ["m"],
    });
    const shot = (await call("screenshot", { name: "form" })) as { artifact: { name: string } };
    expect(shot).toMatchObject({ artifact: { name: "form.png", mediaType: "image/png" } });
    const file = await readFile(join(world.home, "runs", run.id, "artifacts", "form.png"));
    expect(file.subarray(1, 4).toString()).toBe("PNG");
    const sent = (await call("browser_click", {
      page,
      target: ref(/button "Send it" \[ref=(\w+)\]/),
    })) as Page;
    expect(sent).toMatchObject({ title: "Done", snapshot: expect.stringContaining("/done?who=Ada&size=m") });
    expect(asked).toContain(`browser_click: host.send ${site.url}/`);
    const { host } = new URL(site.url);
    expect(titles).toEqual([`Click button "Send it" on ${host}?`, `在 ${host} 上点击按钮 "Send it"？`]);
    const elsewhere = await run.execute({
      tool: "browser_press_key",
      input: { page: "https://bank.test/", key: "Enter" },
    });
    expect(errorOf(elsewhere)).toMatchObject({ code: "conflict", details: { open: sent.url } });
    await run.end("done");
  });

  test("a page reaches only permitted hosts, and each run has its own browser", async () => {
    const first = await world.runtime.openRun({ title: "one" });
    const second = await world.runtime.openRun({ title: "two" });
    const open = async (run: typeof first, url: string) =>
      outputOf(await run.execute({ tool: "browser_open", input: { url } })) as Page;
    const look = async (run: typeof first) => {
      await run.execute({ tool: "browser_wait_for", input: { text: "probe says" } });
      return (outputOf(await run.execute({ tool: "browser_snapshot", input: {} })) as Page).snapshot;
    };
    await open(first, `${site.url}/`);
    expect(await look(first)).toContain("probe says fine; visits=1");
    for (const probe of [
      `${inner.url}/probe`,
      "http://169.254.169.254/latest",
      "http://localhost:1/",
      "file:///etc/passwd",
    ]) {
      await open(second, `${site.url}/?probe=${encodeURIComponent(probe)}`);
      expect(await look(second)).toContain("probe says refused");
    }
    await open(first, `${site.url}/`);
    expect(await look(first)).toContain("visits=2");
    // Redirected to where it may not go, it shows no page; the address itself is refused before it is opened.
    const away = await first.execute({ tool: "browser_open", input: { url: `${site.url}/away` } });
    expect(JSON.stringify(away)).not.toContain("inner secret");
    expect(reached).toEqual([]);
    const local = await first.execute({ tool: "browser_open", input: { url: "file:///etc/passwd" } });
    expect(errorOf(local).code).toBe("invalid_input");
    await first.end("done");
    await second.end("done");
  });

  test("nothing is left of a browser when its run has ended", async () => {
    const before = browsers();
    const run = await world.runtime.openRun({ title: "short" });
    outputOf(await run.execute({ tool: "browser_open", input: { url: `${site.url}/` } }));
    expect(browsers().filter((pid) => !before.includes(pid))).toHaveLength(1);
    await run.end("done");
    await expect
      .poll(() => browsers().filter((pid) => !before.includes(pid)), { timeout: 10_000 })
      .toEqual([]);
  });
});

/** The servers of browsers that run on this machine, by process. */
function browsers(): string[] {
  const all = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  return all.flatMap((line) => /^ *(\d+) node \S+@playwright\/mcp\/cli\.js --isolated/.exec(line)?.[1] ?? []);
}
