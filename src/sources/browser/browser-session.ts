/** A response of the browser's server. */
export interface BrowserAnswer {
  /** All text blocks, one after another. */
  readonly text: string;
  readonly images: readonly { readonly mediaType: string; readonly content: Buffer }[];
}

/** The browser of one run, with its own profile. It ends with the run. */
export interface BrowserSession {
  /** Calls a tool of the browser's server. Throws if it fails. */
  ask(request: {
    readonly tool: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly signal: AbortSignal;
  }): Promise<BrowserAnswer>;
}

/** Returns the browser of a run. It starts with the first request. */
export type BrowserOf = (runId: string) => Promise<BrowserSession>;

/** A page as a model reads it. */
export interface Page {
  readonly url: string;
  readonly title: string;
  /** The page as a tree of its texts and controls. `[ref=e5]` names an element. */
  readonly snapshot: string;
}

/** Reads the page that is open now. */
export async function readPage(session: BrowserSession, signal: AbortSignal): Promise<Page> {
  const { text } = await session.ask({ tool: "browser_snapshot", input: {}, signal });
  const fields = pageFields(text);
  return {
    url: fields.get("Page URL") ?? "about:blank",
    title: fields.get("Page Title") ?? "",
    snapshot: (/```yaml\n([\s\S]*?)\n?```/.exec(text)?.[1] ?? "").trimEnd(),
  };
}

/** An element of a snapshot as people know it: `button "Send it"`. */
export function elementName(snapshot: string, ref: string): string | undefined {
  const line = snapshot.split("\n").find((text) => text.includes(`[ref=${ref}]`));
  const [, role, name] = /^\s*- (?:')?([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(line ?? "") ?? [];
  if (role === undefined) return undefined;
  return name === undefined ? role : `${role} ${name}`;
}

/**
 * The fields of the first section "Page". Only tab titles come before it, and a title contains no line feed.
 * Other line separators in a title, and the text of a dialog after the section, must not count as line ends.
 */
function pageFields(text: string): Map<string, string> {
  const lines = text.split("\n");
  const start = lines.indexOf("### Page") + 1;
  if (start === 0) return new Map();
  const end = lines.findIndex((line, index) => index >= start && line.startsWith("### "));
  const fields = lines.slice(start, end === -1 ? undefined : end).map((line) => line.split(": "));
  return new Map(fields.map(([name = "", ...value]) => [name.replace(/^- /, ""), value.join(": ")]));
}
