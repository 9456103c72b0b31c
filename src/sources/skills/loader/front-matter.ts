import { withoutByteOrderMark } from "../../../text/unseen.ts";
/** A SKILL.md cut in two. Offsets count UTF-16 units of the text that was given. */
export interface SplitText {
  /** The YAML between the `---` lines; left out when there is none. */
  readonly header?: string;
  readonly headerStart: number;
  readonly body: string;
  /** Why the cut was not where the specification wants it. */
  readonly oddity?:
    | "byte-order-mark"
    | "text-before-front-matter"
    | "no-front-matter"
    | "no-fences"
    | "no-end";
}

const OPENING = /^---[ \t]*\r?\n/;
/** What authors put before the header though nothing may be there: blank lines, comments, a code fence. */
const PREFIX = /^(?:\s+|<!--[\s\S]{0,2000}?-->|```(?:ya?ml|markdown|md)?[ \t]*(?=\r?\n---))/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/m;
/** A header whose author forgot both fences: it starts with one of the two required keys. */
const BARE_HEADER = /^(?:name|description)[ \t]*:.*(?:\r?\n(?:[A-Za-z][\w-]*[ \t]*:|[ \t]+\S|-[ \t]).*)*/;

/** Cuts a SKILL.md at its `---` lines. Never fails: text without a header is all body. */
export function splitFrontMatter(text: string): SplitText {
  const start = skipPrefix(text);
  const opening = OPENING.exec(text.slice(start));
  if (opening === null) return splitBareHeader(text, start);
  const headerStart = start + opening[0].length;
  const rest = text.slice(headerStart);
  const closing = CLOSING.exec(rest);
  if (closing === null) return splitUnclosed(rest, headerStart);
  return {
    header: rest.slice(0, closing.index),
    headerStart,
    body: rest.slice(closing.index + closing[0].length).replace(/^\r?\n/, ""),
    ...(start === 0
      ? {}
      : { oddity: withoutByteOrderMark(text.slice(0, start)) === "" ? BOM : "text-before-front-matter" }),
  };
}

const BOM = "byte-order-mark";

function skipPrefix(text: string): number {
  let start = text.length - withoutByteOrderMark(text).length;
  for (let match = PREFIX.exec(text.slice(start)); match !== null; match = PREFIX.exec(text.slice(start))) {
    if (match[0] === "") break;
    start += match[0].length;
  }
  return start;
}

function splitBareHeader(text: string, start: number): SplitText {
  const rest = text.slice(start);
  const bare = BARE_HEADER.exec(rest);
  if (bare === null) return { headerStart: 0, body: withoutByteOrderMark(text), oddity: "no-front-matter" };
  const body = rest.slice(bare[0].length).replace(/^\s*(?:---[ \t]*\r?\n)?/, "");
  return { header: bare[0], headerStart: start, body, oddity: "no-fences" };
}

/** The header of a file without a closing line ends where its keys end. */
function splitUnclosed(rest: string, headerStart: number): SplitText {
  const bare = BARE_HEADER.exec(rest);
  if (bare === null) return { headerStart: 0, body: rest, oddity: "no-end" };
  return { header: bare[0], headerStart, body: rest.slice(bare[0].length).trimStart(), oddity: "no-end" };
}
