/** What a browser's server answers. */
export interface BrowserAnswer {
  /** All text blocks, one after another. */
  readonly text: string;
  readonly images: readonly { readonly mediaType: string; readonly content: Buffer }[];
}

/** The browser of one run: its own profile, gone with the run. */
export interface BrowserSession {
  /** Asks the browser's server for something; failures are thrown. */
  ask(request: {
    readonly tool: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly signal: AbortSignal;
  }): Promise<BrowserAnswer>;
}

/** Gives each run a browser of its own, started when it is first asked something. */
export type BrowserOf = (runId: string) => Promise<BrowserSession>;

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
