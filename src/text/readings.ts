import { allUnseen } from "./unseen.ts";

/** A text as somebody may read it, and where it stands in the original. */
export interface Reading {
  readonly text: string;
  /** The part of the original that a part of the reading was made from. */
  spanOf(start: number, end: number): readonly [start: number, end: number];
}

interface Edit {
  readonly index: number;
  readonly length: number;
  readonly text: string;
}

const STYLE_CODES = /\x1b\[[0-9;:]{0,40}m/g;
/** What a terminal obeys and does not show: strings with an end, sequences with parameters, and single signs. */
const SEQUENCES =
  /(?:\x1b[\]PX^_k]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;
/** Characters that are written as codes, also where the code itself was escaped once more. */
const CODES =
  /(?<!\\)\\+(?:u\{0*([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(0?[01][0-7]{2})|0{0,4}([2-7][0-9a-f])(?![0-9a-f]) ?)|&(?:amp;)*#(?:x0*([0-9a-f]{1,6})|0*(\d{1,7}));?|(?:%(?:25)*|=(?=[2-7][0-9a-f]))([0-9a-f]{2})/gi;
/** Letters, digits and joining signs of another width or style. */
const STYLED =
  /[\uff0d\uff0e\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a\u{1d400}-\u{1d7ff}\u24b6-\u24e9]/gu;
/** How a line ends inside of a text: also as mails (`=`), shells and Makefiles (`\\`) break a long one. */
const LINE_BREAKS = /[=\\]?\r?\n[\t ]{0,40}/g;
/** Signs of names and tokens as Markdown escapes them. */
const ESCAPED_SIGNS = /(?<!\\)\\([_.~+=&<>/-])/g;
/** What pages put around parts of a word: highlights, places to break, comments. */
const INLINE_TAGS =
  /<\/?(?:em|b|i|u|strong|mark|span|wbr|font|code|tt|kbd|a)(?:[\s/][^<>]{0,200})?>|<!--[^<>]{0,200}-->/gi;

const MAY_HOLD_CODES =
  /\\(?:u[0-9a-f{]|x[0-9a-f]|[0-7][0-9a-f])|&(?:amp;)*#|%[0-9a-f]{2}|=(?:5f|2d|2e|3d|[2-7][0-9a-f]=)/i;

/** Where a program puts a text together: from literals, from the numbers of its letters, or letter by letter. */
const JOINTS = /\\?["'`]\s{0,8}[+,.]\s{0,8}\\?["'`]/g;
const NUMBERS = /(?<![\d.])(?:\d{2,3},\s{0,4}){15,2000}\d{2,3}(?![\d.])/g;
const SPACED = /(?<![\w.-])(?:[\w.-] ){15,400}[\w.-](?![\w.-])/g;
const MAY_BE_JOINED = /["'`]\s{0,8}[+,.]\s{0,8}\\?["'`]|\d{2},\s{0,4}\d{2,3},\s{0,4}\d{2,3},|(?:[\w.-] ){15}/;

/** Whether a character is a letter, a digit or a joining sign of another width or style. */
export function isStyled(character: string): boolean {
  return character.search(STYLED) === 0;
}

/** Anything but letters that are seen in a row: a sign that begins a code or a tag, a line end, another script. */
const NOT_ONE_READING = /[^\t\x20-\x7e]|[\\&%<]|=(?:5f|2d|2e|3d|[2-7][0-9a-f]=)/i;

/** Whether a text reads one way only: it is what it shows, on one line. Most keys and short values are. */
export function hasOneReading(text: string): boolean {
  return !NOT_ONE_READING.test(text) && !MAY_BE_JOINED.test(text);
}

/** Whether the text of some JSON may hold a string that has further readings. A new line between two strings is none. */
export function mayReadOtherwise(json: string): boolean {
  if (hasOneReading(json)) return false;
  return (
    (json.includes("\\") && ESCAPED_IN_JSON.test(json)) ||
    MAY_HOLD_CODES.test(json) ||
    json.search(STYLED) !== -1 ||
    ESCAPED_SIGN_IN_JSON.test(json) ||
    json.search(INLINE_TAGS) !== -1 ||
    MAY_BE_JOINED_IN_JSON.test(json) ||
    !allUnseen(json).next().done
  );
}

/**
 * The text of some JSON with its percent codes decoded, if these are all that may read otherwise in it: then it holds each of its
 * strings as somebody may read it. Most addresses are such. Returns `undefined` if there is more to look at.
 */
export function percentDecoded(json: string): string | undefined {
  if (!json.includes("%") || json.includes("\\")) return undefined;
  const plain = json.replace(PERCENT_CODES, (code, digits: string) =>
    printable(code, Number.parseInt(digits, 16)),
  );
  return plain.includes("\\") || mayReadOtherwise(plain) ? undefined : plain;
}

const PERCENT_CODES = /%(?:25)*([0-9a-f]{2})/gi;

// Between two quotes that are not escaped, a value ends and another begins.
const MAY_BE_JOINED_IN_JSON =
  /(?:\\"|['`])\s{0,8}[+,.]\s{0,8}(?:\\"|['`])|\d{2},\s{0,4}\d{2,3},\s{0,4}\d{2,3},|(?:[\w.-] ){15}/;
const ESCAPED_SIGN_IN_JSON = /\\\\[_.~+=&<>/-]/;
const ESCAPED_IN_JSON = /\\(?:[bfr]|u(?:00[01]|d[89a-f]))/i;

/** What a text is without characters that nobody sees; `undefined` where that is the text itself. */
export function withoutUnseen(text: string): Reading | undefined {
  const plain = edited(text, text.includes("\x1b") ? removed(text, STYLE_CODES) : []);
  return unlessSame(
    text,
    composed(plain, (held) => unseenEdits(held)),
  );
}

/** What a text means when a terminal has shown it and every code in it stands for its character. */
export function decoded(text: string): Reading | undefined {
  const shown = edited(text, /[\x1b\x80-\x9f]/.test(text) ? removed(text, SEQUENCES) : []);
  const seen = composed(shown, (held) => unseenEdits(held));
  const styled = composed(seen, (held) => mapped(held, STYLED, ([letter]) => letter.normalize("NFKC")));
  const marked = composed(styled, (held) => (held.includes("<") ? removed(held, INLINE_TAGS) : []));
  const plain = composed(marked, (held) =>
    held.includes("\\") ? mapped(held, ESCAPED_SIGNS, ([, sign = ""]) => sign) : [],
  );
  return unlessSame(
    text,
    composed(plain, (held) => (MAY_HOLD_CODES.test(held) ? mapped(held, CODES, characterOf) : [])),
  );
}

/** What a text says once a program has put its pieces together. */
export function assembled(text: string): Reading | undefined {
  if (!MAY_BE_JOINED.test(text)) return undefined;
  const joined = edited(text, removed(text, JOINTS));
  const numbered = composed(joined, (held) => mapped(held, NUMBERS, ([list]) => lettersOf(list)));
  return unlessSame(
    text,
    composed(numbered, (held) => mapped(held, SPACED, ([letters]) => letters.replaceAll(" ", ""))),
  );
}

/** The text that a list of numbers spells. The list itself if one of them is no letter. */
function lettersOf(list: string): string {
  const points = list.split(",").map(Number);
  return points.every((point) => point > 0x1f && point < 0x7f) ? String.fromCharCode(...points) : list;
}

/** A text as if its lines were one. */
export function unwrapped(text: string): Reading | undefined {
  return text.includes("\n") ? unlessSame(text, edited(text, removed(text, LINE_BREAKS))) : undefined;
}

/** The bases of the groups of `CODES` that are not hexadecimal: octal, and the decimal codes of HTML. */
const BASES: Readonly<Record<number, number>> = { 3: 8, 6: 10 };

function characterOf([code, ...groups]: RegExpExecArray): string {
  const at = groups.findIndex((group) => group !== undefined);
  return printable(code, Number.parseInt(groups[at] ?? "", BASES[at] ?? 16));
}

// Other characters are no part of a secret that we know; half a pair would be none at all.
function printable(code: string, point: number): string {
  return point > 0x1f && point < 0x7f ? String.fromCodePoint(point) : code;
}

const unlessSame = (text: string, reading: Reading): Reading | undefined =>
  reading.text === text ? undefined : reading;

function composed(first: Reading, edits: (text: string) => Edit[]): Reading {
  const second = edited(first.text, edits(first.text));
  if (second.text === first.text) return first;
  return { text: second.text, spanOf: (start, end) => first.spanOf(...second.spanOf(start, end)) };
}

function unseenEdits(text: string): Edit[] {
  return [...allUnseen(text)].map((run) => ({ index: run.index, length: run.text.length, text: "" }));
}

const removed = (text: string, pattern: RegExp): Edit[] => mapped(text, pattern, () => "");

function mapped(text: string, pattern: RegExp, replacement: (match: RegExpExecArray) => string): Edit[] {
  return [...text.matchAll(pattern)].map((match) => ({
    index: match.index,
    length: match[0].length,
    text: replacement(match),
  }));
}

/** Applies edits, in their order, and remembers where everything stood. */
function edited(text: string, edits: readonly Edit[]): Reading {
  if (edits.length === 0) return { text, spanOf: (start, end) => [start, end] };
  const pieces: string[] = [];
  const places: Place[] = [];
  let at = 0;
  let from = 0;
  const add = (piece: string, length: number, copied: boolean) => {
    if (piece !== "") {
      places.push({ at, from, length, copied });
      pieces.push(piece);
    }
    at += piece.length;
    from += length;
  };
  for (const edit of edits) {
    add(text.slice(from, edit.index), edit.index - from, true);
    add(edit.text, edit.length, false);
  }
  add(text.slice(from), text.length - from, true);

  const placeOf = (index: number) => {
    let low = 0;
    let high = places.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((places[middle]?.at ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    text: pieces.join(""),
    spanOf(start, end) {
      const first = places[placeOf(start)] ?? WHOLE;
      const last = places[placeOf(Math.max(start, end - 1))] ?? WHOLE;
      return [
        first.copied ? first.from + start - first.at : first.from,
        last.copied ? last.from + end - last.at : last.from + last.length,
      ];
    },
  };
}

/** A piece of a reading: where it begins there and in the original, how much of the original it is, and whether it was copied. */
interface Place {
  readonly at: number;
  readonly from: number;
  readonly length: number;
  readonly copied: boolean;
}

const WHOLE: Place = { at: 0, from: 0, length: 0, copied: true };
