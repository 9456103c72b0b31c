import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import type { Tool, ToolContext } from "../../contract/tool.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { type BrowserOf, type BrowserSession, type Page, readPage } from "./browser-session.ts";

const page = z
  .string()
  .min(1)
  .max(8_000)
  .describe("The address of the open page, as the last snapshot gave it");
const target = z.string().min(1).describe("The element's ref in the snapshot, such as e5");

/** What can be done to a page: the name is the server's, too. */
const ACTS = [
  {
    name: "browser_click",
    summary: "Click an element of the open page",
    input: { target, doubleClick: z.boolean().optional() },
  },
  {
    name: "browser_type",
    summary: "Type text into a field of the open page",
    input: {
      target,
      text: z.string().max(100_000),
      submit: z.boolean().optional().describe("Press Enter after it"),
    },
  },
  {
    name: "browser_fill_form",
    summary: "Fill several fields of a form on the open page",
    input: {
      fields: z
        .array(
          z.object({
            target,
            name: z.string().describe("What the field is, for people"),
            type: z.enum(["textbox", "checkbox", "radio", "combobox", "slider"]),
            value: z.string().describe("The text, or true and false for a box"),
          }),
        )
        .min(1)
        .max(100),
    },
  },
  {
    name: "browser_select_option",
    summary: "Choose options of a list on the open page",
    input: { target, values: z.array(z.string()).min(1) },
  },
  {
    name: "browser_press_key",
    summary: "Press a key in the open page, such as Enter",
    input: { key: z.string().min(1).max(50) },
  },
  {
    name: "browser_hover",
    summary: "Move the pointer over an element of the open page",
    input: { target },
  },
  {
    name: "browser_handle_dialog",
    summary: "Answer a dialog that the open page shows",
    input: { accept: z.boolean(), promptText: z.string().optional() },
  },
  {
    name: "browser_navigate_back",
    summary: "Go back to the page before the open one",
    input: {},
  },
] as const;

/** Tools that do something on a page. Each names the page that it means, so that it is judged, asked about and granted by that address. */
export function actingTools(browserOf: BrowserOf): Tool[] {
  return ACTS.map(({ name, summary, input }) =>
    defineTool({
      category: "browser",
      source: "builtin",
      name,
      summary,
      description: `${summary}. Refused when another page than \`page\` is open by then. Returns {url, title, snapshot} of the page after it.`,
      risk: "high",
      input: () => z.object({ page, ...input }),
      effects: (given) => [{ kind: "host.send", target: given.page }],
      run: ({ page: meant, ...rest }, context) =>
        actOnPage(browserOf, { page: meant, tool: name, input: rest }, context),
    }),
  );
}

/** Does something to the page that the caller means, and gives the page as it is then. */
async function actOnPage(
  browserOf: BrowserOf,
  { page, tool, input }: { page: string; tool: string; input: Readonly<Record<string, unknown>> },
  { runId, signal }: ToolContext,
): Promise<Page> {
  const session = await browserOf(runId);
  await stillOpen(session, page, signal);
  await session.ask({ tool, input, signal });
  return readPage(session, signal);
}

// What was judged, and perhaps approved, is a call that sends to this page: another one must be judged anew.
async function stillOpen(session: BrowserSession, page: string, signal: AbortSignal): Promise<void> {
  const { url } = await readPage(session, signal);
  if (placeOf(url) === placeOf(page)) return;
  throw new DejimaError(
    "conflict",
    `Cannot act on "${page}": the page that is open now is "${url}". Look at it with browser_snapshot first`,
    { page, open: url },
  );
}

// Rules see the whole address: only the part that a page never sends may differ.
function placeOf(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  url.hash = "";
  return url.href;
}
