import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import type { Tool } from "../../contract/tool.ts";
import { plainAddress } from "../../text/plain-address.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { actingTools } from "./acting-tools.ts";
import { type BrowserOf, readPage } from "./browser-session.ts";

/** The tools of a real browser, which opens with the first call of a run and closes with the run. */
export function browserTools(browserOf: BrowserOf): Tool[] {
  return [...visitingTools(browserOf), ...actingTools(browserOf)];
}

const source = { category: "browser", source: "builtin" } as const;

const PAGE =
  "Returns {url, title, snapshot}; elements in the snapshot have a [ref=…], which other browser tools take as `target`.";

/** Tools that open pages and read them. */
function visitingTools(browserOf: BrowserOf): Tool[] {
  return [
    defineTool({
      ...source,
      name: "browser_open",
      aliases: ["browser_navigate"],
      summary: "Open a web page in a real browser and read what it shows",
      description: `For pages that need scripts, a login or clicks; \`fetch\` is cheaper where text is enough. ${PAGE}`,
      risk: "medium",
      input: () =>
        z.object({
          url: z
            .string()
            .max(8_000)
            .regex(/^https?:\/\//i, "must be an http or https address")
            .describe("Absolute http or https address"),
        }),
      flow: { sends: "address" },
      effects: ({ url }) => openedAddresses(url).map((target) => ({ kind: "host.read", target })),
      async run({ url }, { runId, signal }) {
        const session = await browserOf(runId);
        const address = new URL(url);
        const { hash } = address;
        await session.ask({
          tool: "browser_navigate",
          signal,
          input: { url: `${plainAddress(address).href}${hash}` },
        });
        return readPage(session, signal);
      },
    }),
    defineTool({
      ...source,
      name: "browser_snapshot",
      summary: "Read the page that is open in the browser now",
      description: PAGE,
      risk: "low",
      input: () => z.object({}),
      run: async (_input, { runId, signal }) => readPage(await browserOf(runId), signal),
    }),
    defineTool({
      ...source,
      name: "browser_wait_for",
      summary: "Wait until a text appears on the open page or is gone from it",
      description: `Waits at most 30 seconds. ${PAGE}`,
      risk: "low",
      input: () =>
        z.object({
          text: z.string().optional().describe("The text to wait for"),
          textGone: z.string().optional().describe("The text that should disappear"),
          seconds: z.number().min(0).max(30).optional().describe("Just wait this long"),
        }),
      async run({ text, textGone, seconds }, { runId, signal }) {
        const session = await browserOf(runId);
        const input = { text, textGone, time: seconds };
        await session.ask({ tool: "browser_wait_for", input: JSON.parse(JSON.stringify(input)), signal });
        return readPage(session, signal);
      },
    }),
    defineTool({
      ...source,
      name: "browser_take_screenshot",
      aliases: ["screenshot", "browser_screenshot"],
      summary: "Take a screenshot of the open page and save it as an artifact",
      description:
        "Returns {artifact}: the picture is saved for the user under the run. To act on a page, use browser_snapshot.",
      risk: "low",
      input: () =>
        z.object({
          fullPage: z.boolean().default(false).describe("The whole page, not only what is in view"),
          name: z.string().max(100).default("screenshot.png"),
        }),
      async run({ fullPage, name }, { runId, signal, artifacts }) {
        const session = await browserOf(runId);
        const input = { fullPage, type: "png", scale: "css" };
        const { images } = await session.ask({ tool: "browser_take_screenshot", input, signal });
        const [image] = images;
        if (image === undefined)
          throw new DejimaError(
            "server_unavailable",
            "Cannot take a screenshot: the browser returned no picture",
          );
        return { artifact: artifacts.save({ name: /\.png$/i.test(name) ? name : `${name}.png`, ...image }) };
      },
    }),
    defineTool({
      ...source,
      name: "browser_close",
      summary: "Close the browser of this run; the next open starts a new one",
      description: "Deletes cookies and everything else that pages stored.",
      risk: "low",
      input: () => z.object({}),
      async run(_input, { runId, signal }) {
        await (await browserOf(runId)).ask({ tool: "browser_close", input: {}, signal });
        return { closed: true };
      },
    }),
  ];
}

/** What opening an address reads. A page's scripts can send on its fragment, so the fragment counts as a part of the address. */
function openedAddresses(url: string): string[] {
  const address = URL.parse(url);
  if (address === null || address.hash === "") return [url];
  const told = new URL(address);
  told.hash = "";
  told.searchParams.append("#", address.hash.slice(1));
  return [url, told.href];
}
