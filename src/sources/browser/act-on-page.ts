import { DejimaError } from "../../contract/error.ts";
import type { ToolContext } from "../../contract/tool.ts";
import type { BrowserOf, BrowserSession } from "./browser-session.ts";
import { type Page, readPage } from "./read-page.ts";

/** Does something to the page that the caller means, and gives the page as it is then. */
export async function actOnPage(
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
