import { isOpaque, TOKEN_SHAPES } from "./known-tokens.ts";
import { createLeadTable, type Lead, rarestTriple, standsAt } from "./lead-table.ts";
import type { TokenShape } from "./token-shapes.ts";

/** A token found in a text. */
interface FoundToken {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Where the words that identify it begin. */
  readonly known: number;
  /** The characters that still belong to it if the text continues. */
  readonly rest: RegExp;
}

/** One prefix of a shape, and the patterns that are tried right after it. */
interface Candidate extends Lead {
  readonly shape: TokenShape;
  readonly gap: RegExp | undefined;
  readonly body: RegExp;
  readonly rest: RegExp;
  /** The same for a token whose end was cut off with the text. */
  readonly cut: RegExp | undefined;
}

/** How many letters may precede a token directly, and how long it may be. More would be a piece of encoded data. */
const MAX_GLUED = 20;

const MAY_BE_GLUED = /^(?:[A-Za-z]{0,20}|\d{1,20})$/;

/** For a prefix that ends with a character which most encoded data does not contain. */
const MAY_BE_GLUED_BY_SIGN = /^[A-Za-z0-9]{0,20}$/;

const MAX_GLUED_TOKEN = 200;

const MIN_CUT = 12;

const ESCAPE_BEFORE =
  /(?:\\(?:(?:e|x1b|u001b|033)\[[0-9;]{0,12}m|[abefnrtv0]|x[0-9a-f]{2}|u[0-9a-f]{4}|[0-7]{3})|%[0-9a-f]{2}|&(?:#?\w{2,6}))$/i;

/** The characters of most tokens. Punctuation counts only between letters, so that the end of a sentence stays. */
const REST = "(?:[A-Za-z0-9_-]|[+/=~](?=[A-Za-z0-9_+/=~-])|%2[BbFf]|%3[Dd]|=)";

/** Markers that programs, including Dejima, put where a text was cut. */
const CUT = '(?=…|"|\\.\\.\\.|\\[TRUNCATED\\]|$)';

const CANDIDATES: readonly Candidate[] = TOKEN_SHAPES.flatMap((shape) =>
  shape.leads.map((lead) => ({
    shape,
    lead,
    offset: rarestTriple(lead),
    anyCase: shape.anyCase,
    gap: shape.gap === undefined ? undefined : new RegExp(shape.gap, "y"),
    body: new RegExp(shape.body, "y"),
    rest: new RegExp(`${shape.rest ?? REST}*`, "y"),
    cut: cutBody(shape),
  })),
);

/** The prefixes of all shapes. */
export const TOKEN_LEADS: readonly Lead[] = CANDIDATES;

const LEADS = createLeadTable(CANDIDATES);

/** Finds the tokens of all shapes in one pass. A pattern is tried only after a complete prefix, at that position. */
export function findTokens(text: string): FoundToken[] {
  const found: FoundToken[] = [];
  let floor = 0;
  LEADS.scan(text, (candidates, at) => {
    const token = tokenAt(text, at, { candidates, floor });
    if (token === undefined) return undefined;
    found.push(token);
    floor = token.end;
    return floor;
  });
  return found;
}

function tokenAt(
  text: string,
  at: number,
  { candidates, floor }: { candidates: readonly Candidate[]; floor: number },
): FoundToken | undefined {
  for (const candidate of candidates) {
    const { shape, lead, offset, gap, body, rest, cut } = candidate;
    const start = at - offset;
    const end = start + lead.length;
    if (start < floor || !standsAt(text, start, candidate)) continue;
    const from = gap === undefined ? end : endOf(gap, text, end);
    if (from === undefined) continue;
    const first = gap === undefined ? beginning(text, start, { shape, floor }) : from;
    if (first === undefined) continue;
    const glued = shape.startsWord ? wordBefore(text, first) : "";
    if (!(lead.endsWith("-") ? MAY_BE_GLUED_BY_SIGN : MAY_BE_GLUED).test(glued)) continue;
    const to =
      glued === ""
        ? (endOf(body, text, from) ?? endOfCut(cut, text, from))
        : endOfGlued(text, { body, from, glued });
    if (to === undefined || shape.verify?.(text.slice(first, to)) === false) continue;
    const last =
      lead === "-----BEGIN"
        ? endOfKey(text, to)
        : endOfLines(text, { end: endOf(rest, text, to) ?? to, rest });
    return { name: shape.name, start: first, end: last, known: Math.min(start, first), rest };
  }
  return undefined;
}

/** A line end inside a long word, with the signs that mails and shells put there. */
const LINE_END = /[=\\]?\r?\n[\t >|]{0,40}/y;

/** What may follow a token at the end of a line. */
const AFTER = /["'`,;)\]}]{0,4}(?:[=\\]?\r?\n|$)/y;

const MAX_LINE = 1_000;

/**
 * The end of a token that goes on in further lines. Each holds one word, which is random and not longer than the line before,
 * or follows a sign that the line goes on.
 */
function endOfLines(text: string, { end, rest }: { end: number; rest: RegExp }): number {
  let last = end;
  for (let width: number | undefined; ; ) {
    const from = endOf(LINE_END, text, last);
    const to = from === undefined ? undefined : endOf(rest, text, from);
    if (from === undefined || to === undefined || to === from || endOf(AFTER, text, to) === undefined)
      return last;
    width ??=
      text
        .slice(Math.max(0, last - MAX_LINE), last)
        .split("\n")
        .at(-1)?.length ?? 0;
    const goesOn = /[=\\]/.test(text[last] ?? "") || text[last - 1] === "=";
    if (!goesOn && (to - from > width || !isOpaque(text.slice(from, to)))) return last;
    last = to;
    width = to - from;
  }
}

function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The start of a token that is recognized by characters inside it. */
function beginning(
  text: string,
  start: number,
  { shape: { before }, floor }: { shape: TokenShape; floor: number },
): number | undefined {
  if (before === undefined) return start;
  const limit = Math.max(floor, start - before.max);
  let first = start;
  while (first > limit && before.of.test(text[first - 1] ?? "")) first--;
  if (before.from !== undefined) {
    const from = text.slice(first, start).indexOf(before.from);
    if (from === -1) return undefined;
    first += from;
  }
  return start - first < before.min ? undefined : first;
}

/** The part of a word before a position. The letter of an escape, such as the n of a newline or the m of a colour in JSON, is not part of a word. */
function wordBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - MAX_GLUED - 2), start);
  return ESCAPE_BEFORE.test(before) ? "" : (/[A-Za-z0-9]{0,22}$/.exec(before)?.[0] ?? "");
}

/**
 * The end of a token whose prefix follows other letters, as in "task-1". It counts as a token only if it looks random and is
 * not a piece of encoded data. No word ends with a digit.
 */
function endOfGlued(
  text: string,
  { body, from, glued }: { body: RegExp; from: number; glued: string },
): number | undefined {
  const to = endOf(body, text.slice(0, from + MAX_GLUED_TOKEN + 1), from);
  if (to === undefined || to - from > MAX_GLUED_TOKEN) return undefined;
  const token = text.slice(from, to);
  return isOpaque(token) && (/\d$/.test(glued) || /[A-Z]/.test(token)) ? to : undefined;
}

/** The end of a token that was cut off, if enough of it is left to recognize it. */
function endOfCut(cut: RegExp | undefined, text: string, from: number): number | undefined {
  const to = cut === undefined ? undefined : endOf(cut, text, from);
  return to !== undefined && isOpaque(text.slice(from, to)) ? to : undefined;
}

/** The pattern of half a token, up to where its text was cut. `undefined` for shapes with more than one repetition. */
function cutBody({ body, before, startsWord, leads }: TokenShape): RegExp | undefined {
  const [, letter, least, most = least] =
    /^(\[[^\]]+\]|\(\?:\[[^\]]+\]\|[^)]*\))\{(\d+)(?:,(\d+))?/.exec(body) ?? [];
  if (letter === undefined || before !== undefined || startsWord || leads[0] === "pat") return undefined;
  if (body.startsWith("[A-Za-z0-9_-]{20,}(?=@")) return undefined; // the name of a host
  // An address that ends normally was not cut.
  const where = body.includes("(?=@") ? CUT.replace('"|', "").replace("|$", "") : CUT;
  const half = Math.max(MIN_CUT, Math.ceil(Number(least) / 2));
  return half > Number(most) ? undefined : new RegExp(`${letter}{${half},${most}}${where}`, "y");
}

/** How far to search for the closing line of a private key. */
const MAX_KEY_LENGTH = 200_000;

const CLOSING = /-----END[ A-Z0-9_-]{0,100}?KEY(?: BLOCK)?-----/;

const BODY = /[A-Za-z0-9+/=:,.\s\\"-]{0,20000}/y;

/** Lines of an even longer key: one after another, without words between them. */
const MORE_LINES =
  /[A-Za-z0-9+/=]*(?:(?:\\[nr]|[\s"\\,])*[A-Za-z0-9+/=]{40,})*(?:[\s"\\,]*[A-Za-z0-9+/=]*$)?/y;

/** The end of a private key whose first line ends at `from`. If the key is cut off, the end of the characters that can belong to it. */
function endOfKey(text: string, from: number): number {
  // A key ends before the next one begins. Otherwise many beginnings would each scan the same text.
  const next = text.indexOf("-----BEGIN", from);
  const most = from + MAX_KEY_LENGTH;
  const closing = CLOSING.exec(text.slice(from, next === -1 ? most : Math.min(next, most)));
  if (closing !== null) return from + closing.index + closing[0].length;
  return endOfMatch(MORE_LINES, text, endOfMatch(BODY, text, from));
}

function endOfMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
