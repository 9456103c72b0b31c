import type { BrowserSession } from "./browser-session.ts";

/** A page as a model reads it. */
export interface Page {
  readonly url: string;
  readonly title: string;
  /** The page as a tree of what can be read and used; `[ref=e5]` is how to name an element. */
  readonly snapshot: string;
}

/** Looks at the page that is open now. */
export async function readPage(session: BrowserSession, signal: AbortSignal): Promise<Page> {
  const { text } = await session.ask({ tool: "browser_snapshot", input: {}, signal });
  return {
    url: line(text, "Page URL") ?? "about:blank",
    title: line(text, "Page Title") ?? "",
    snapshot: (/```yaml\n([\s\S]*?)\n?```/.exec(text)?.[1] ?? "").trimEnd(),
  };
}

function line(text: string, name: string): string | undefined {
  return new RegExp(`^- ${name}: (.*)$`, "m").exec(text)?.[1];
}
