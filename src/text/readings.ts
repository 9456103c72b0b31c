import { allHiddenRuns, dropHidden } from "./hidden-characters.ts";

/** A text as somebody may read it, with its position in the original. */
export interface Reading {
  readonly text: string;
  /** The part of the original from which a part of the reading was made. */
  spanOf(start: number, end: number): readonly [start: number, end: number];
}

interface Edit {
  readonly index: number;
  readonly length: number;
  readonly text: string;
}

const STYLE_CODES = /\x1b\[[0-9;:]{0,40}m/g;
/** Sequences that a terminal obeys and does not show: terminated strings, sequences with parameters, and single characters. */
const SEQUENCES =
  /(?:\x1b[\]PX^_k]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;
/** Characters written as codes, also if the code itself is escaped. */
const CODES =
  /(?<!\\)\\+(?:[ux]\{0*([0-9a-f]{1,6})\}|u0000(00[0-9a-f]{2})|u([0-9a-f]{4})|x([0-9a-f]{2})|0{3,4}([2-7][0-9a-f])(?![0-9a-f]) ?|(0?[01][0-7]{2})|0{0,2}([2-7][0-9a-f])(?![0-9a-f]) ?)|&(?:amp;)*#(?:x0*([0-9a-f]{1,6})|0*(\d{1,7}));?|%(?:25)*(?:c2%(?:25)*ad|e2%(?:25)*8(?:0%(?:25)*8[b-f]|1%(?:25)*a0)|ef%(?:25)*bb%(?:25)*bf)|(?:%(?:25)*|=(?=[2-7][0-9a-f]))([0-9a-f]{2})/gi;
/** Characters of tokens, and hidden ones, as HTML names them. */
const NAMED =
  /&(?:amp;)*(?:(shy|zwn?j|zerowidthspace|nobreak|[lr][lr]m|newline|tab)|(lowbar|underbar)|(dash|hyphen)|(period)|(colon)|(sol)|(equals)|(plus)|(commat)|(verbar|vert));/gi;
const NAMES_FOR = ["", "_", "-", ".", ":", "/", "=", "+", "@", "|"];
/** Letters, digits and connecting characters of another width or style. */
const STYLED =
  /[\uff0d\uff0e\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a\u{1d400}-\u{1d7ff}\u24b6-\u24e9]|[\uff0b\uff0f\uff1a\uff1d\uff20\uff5e](?=[\uff0f-\uff5a])/gu;
/** Line ends inside a text, including those of mails (`=`), shells and Makefiles (`\\`) in a long line, and quoted lines (`>`). */
const LINE_BREAKS = /[=\\]?\r?\n[\t >|]{0,40}/g;
/** Characters of names and tokens as Markdown escapes them. */
const ESCAPED_SIGNS = /(?<!\\)\\([_.~+=&<>/-])/g;
/** Tags that pages, and signs that Markdown, put around parts of a word: highlights, break opportunities, comments. */
const INLINE_TAGS =
  /<\/?(?:em|b|i|u|strong|mark|span|wbr|br|font|code|tt|kbd|a)(?:[\s/][^<>]{0,200})?>|<!--[^<>]{0,200}-->|(?<=[\w-])(?:\*{1,6}|`{1,4})(?=[\w-])/gi;

const MAY_HOLD_CODES =
  /\\(?:u[0-9a-f{]|x[0-9a-f{]|[0-7][0-9a-f])|&(?:amp;)*(?:#|(?:shy|zw|zerowi|nobr|[lr][lr]m|newl|tab|lowb|underb|dash|hyph|per|colon|sol|equ|plus|comm|ver)[a-z]*;)|%[0-9a-f]{2}|=(?:5f|2d|2e|3d|[2-7][0-9a-f]=)/i;

/** Places where a program assembles a text: from literals, from character codes, or letter by letter. */
const JOINTS = /\\?["'`]\s{0,8}[+,.]\s{0,8}\\?["'`]/g;
const NUMBERS =
  /(?<![\d.])(?:(?:0x[0-9a-f]{2}|\d{2,3}),\s{0,12}){11,2000}(?:0x[0-9a-f]{2}|\d{2,3})(?![\d.])/gi;
const SPACED = /(?<![\w.-])(?:[\w.-] ){15,400}[\w.-](?![\w.-])/g;
const MAY_BE_JOINT = /["'`]\s{0,8}[+,.]\s{0,8}\\?["'`]/;
const MAY_BE_NUMBERS = /[\dA-Fa-f]{2},\s{0,12}(?:0[Xx])?[\dA-Fa-f]{2,3},\s{0,12}(?:0[Xx])?[\dA-Fa-f]{2,3},/;
const MAY_BE_SPACED = /(?:[\w.-] ){15}/;

const mayBeNumbers = (text: string): boolean => text.includes(",") && MAY_BE_NUMBERS.test(text);
/** Whether a text may spell something letter by letter, with a blank after each. */
export const mayBeSpaced = (text: string): boolean => text.length >= 30 && MAY_BE_SPACED.test(text);

function mayBeJoined(text: string): boolean {
  return MAY_BE_JOINT.test(text) || mayBeNumbers(text) || mayBeSpaced(text);
}

/** Whether a character is a letter, a digit or a connecting character of another width or style. */
export function isStyled(character: string): boolean {
  return character.search(STYLED) === 0;
}

/** Whether a text can be read in only one way: it is what it shows, on one line. Most keys and short values are. */
export function hasOneReading(text: string): boolean {
  return !text.includes("\n") && hasOneReadingByLine(text);
}

/** Whether each line of a text can be read in only one way. */
export function hasOneReadingByLine(text: string): boolean {
  return !(
    mayBeJoined(text) ||
    (NOT_PLAIN.test(text) && (text.search(STYLED) !== -1 || !allHiddenRuns(text).next().done)) ||
    (/[\\&%=]/.test(text) && (MAY_HOLD_CODES.test(text) || text.search(ESCAPED_SIGNS) !== -1)) ||
    (/[<*`]/.test(text) && text.search(INLINE_TAGS) !== -1)
  );
}

const NOT_PLAIN = /[^\t\n\x20-\x7e]/;

/** A text without hidden characters. Returns `undefined` if there are none. */
export function withoutHidden(text: string): Reading | undefined {
  const plain = edited(text, text.includes("\x1b") ? removed(text, STYLE_CODES) : []);
  return unlessSame(
    text,
    composed(plain, (current) => unseenEdits(current)),
  );
}

/** A text as a terminal shows it, with every code replaced by its character. */
export function decoded(text: string): Reading | undefined {
  const shown = edited(text, /[\x1b\x80-\x9f]/.test(text) ? removed(text, SEQUENCES) : []);
  const seen = composed(shown, (current) => unseenEdits(current));
  const styled = composed(seen, (current) =>
    NOT_PLAIN.test(current) ? mapped(current, STYLED, ([letter]) => letter.normalize("NFKC")) : [],
  );
  const marked = composed(styled, (current) => (/[<*`]/.test(current) ? removed(current, INLINE_TAGS) : []));
  const plain = composed(marked, (current) =>
    current.includes("\\") ? mapped(current, ESCAPED_SIGNS, ([, sign = ""]) => sign) : [],
  );
  const named = composed(plain, (current) =>
    MAY_HOLD_CODES.test(current)
      ? mapped(current, NAMED, ([, ...groups]) => NAMES_FOR[groups.findIndex(isDefined)] ?? "")
      : [],
  );
  return unlessSame(
    text,
    composed(named, (current) => (MAY_HOLD_CODES.test(current) ? mapped(current, CODES, characterOf) : [])),
  );
}

const isDefined = (group: string | undefined) => group !== undefined;

/** A text after a program has assembled its pieces. */
export function assembledReading(text: string): Reading | undefined {
  if (!mayBeJoined(text)) return undefined;
  const joined = edited(text, removed(text, JOINTS));
  const numbered = composed(joined, (current) =>
    mayBeNumbers(current) ? mapped(current, NUMBERS, ([list]) => lettersOf(list)) : [],
  );
  return unlessSame(
    text,
    composed(numbered, (current) =>
      mayBeSpaced(current) ? mapped(current, SPACED, ([letters]) => letters.replaceAll(" ", "")) : [],
    ),
  );
}

/** The text that a list of numbers spells, or the list itself if one of them is not a letter. */
function lettersOf(list: string): string {
  const points = list.split(",").map(Number);
  return points.every((point) => point > 0x1f && point < 0x7f) ? String.fromCharCode(...points) : list;
}

/** A text with its lines joined. */
export function unwrapped(text: string): Reading | undefined {
  return text.includes("\n") ? unlessSame(text, edited(text, removed(text, LINE_BREAKS))) : undefined;
}

/** The same without the positions. */
export function unwrappedText(text: string): string {
  return text.includes("\n") ? text.replace(LINE_BREAKS, "") : text;
}

/** The bases of the groups of `CODES` that are not hexadecimal: octal, and the decimal codes of HTML. */
const BASES: Readonly<Record<number, number>> = { 5: 8, 8: 10 };

function characterOf([code, ...groups]: RegExpExecArray): string {
  const at = groups.findIndex(isDefined);
  if (at === -1) return ""; // a hidden character in bytes
  return printable(code, Number.parseInt(groups[at] ?? "", BASES[at] ?? 16));
}

// Characters beyond ASCII are not part of a known secret, unless nobody sees them. Half a surrogate pair is not a character.
function printable(code: string, point: number): string {
  if (point > 0x1f && point < 0x7f) return String.fromCodePoint(point);
  const isCharacter = point > 0x7f && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter && dropHidden(String.fromCodePoint(point)) === "" ? "" : code;
}

const unlessSame = (text: string, reading: Reading): Reading | undefined =>
  reading.text === text ? undefined : reading;

function composed(first: Reading, edits: (text: string) => Edit[]): Reading {
  const second = edited(first.text, edits(first.text));
  if (second.text === first.text) return first;
  return { text: second.text, spanOf: (start, end) => first.spanOf(...second.spanOf(start, end)) };
}

function unseenEdits(text: string): Edit[] {
  if (!NOT_PLAIN.test(text)) return [];
  return [...allHiddenRuns(text)].map((run) => ({ index: run.index, length: run.text.length, text: "" }));
}

const removed = (text: string, pattern: RegExp): Edit[] => mapped(text, pattern, () => "");

function mapped(text: string, pattern: RegExp, replacement: (match: RegExpExecArray) => string): Edit[] {
  return [...text.matchAll(pattern)].map((match) => ({
    index: match.index,
    length: match[0].length,
    text: replacement(match),
  }));
}

/** Applies edits in order and keeps track of the original positions. */
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

/** A piece of a reading: its start there and in the original, its length in the original, and whether it was copied. */
interface Place {
  readonly at: number;
  readonly from: number;
  readonly length: number;
  readonly copied: boolean;
}

const WHOLE: Place = { at: 0, from: 0, length: 0, copied: true };
