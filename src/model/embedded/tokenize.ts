import type { Vocabulary } from "./vocabulary.ts";

/** No more of a text than this is read: beyond it a description says nothing new. */
const MAX_TEXT_LENGTH = 20_000;

const CAMEL = /([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g;

const MARKS = /[\u0300-\u036f]/g;

const ASCII = /^[\0-\x7f]*$/;

const MAX_WORD_LENGTH = 32;
const MAX_HAN_LENGTH = 4;
const [ZERO, NINE, A, Z, FIRST_HAN, LAST_HAN] = [0x30, 0x39, 0x61, 0x7a, 0x3400, 0x9fff];

type Part = readonly [start: number, end: number];

/**
 * The vocabulary rows of a normalised text: English words or their pieces, known pairs of neighbouring words, Chinese
 * characters and every known Chinese word of up to four characters, overlapping. `training/tokens.py` does the same.
 */
export function tokenize(normalized: string, vocabulary: Vocabulary): number[] {
  const rows: number[] = [];
  let before: Part | undefined;
  let start = 0;
  while (start < normalized.length) {
    const code = normalized.charCodeAt(start);
    const isRun = isHan(code) ? isHan : isWordCode(code) ? isWordCode : undefined;
    if (isRun === undefined) {
      start++;
      continue;
    }
    const end = endOfRun(normalized, start, isRun);
    if (isRun === isHan) {
      addHan(normalized, [start, end], vocabulary, rows);
      before = undefined;
    } else if (endOfRun(normalized, start, isDigit) === end) {
      before = undefined;
    } else {
      const word: Part = [start, Math.min(end, start + MAX_WORD_LENGTH)];
      addWord(normalized, word, vocabulary, rows);
      const pair = before === undefined ? -1 : vocabulary.rowOfPair(normalized, before, word);
      if (pair !== -1) rows.push(pair);
      before = word;
    }
    start = end;
  }
  return rows;
}

function addHan(text: string, [first, last]: Part, vocabulary: Vocabulary, rows: number[]): void {
  for (let start = first; start < last; start++)
    for (let end = start + 1; end <= Math.min(start + MAX_HAN_LENGTH, last); end++) {
      const row = vocabulary.rowOf(text, start, end);
      if (row !== -1) rows.push(row);
    }
}

function addWord(text: string, [first, last]: Part, vocabulary: Vocabulary, rows: number[]): void {
  const whole = vocabulary.rowOf(text, first, last);
  if (whole !== -1) {
    rows.push(whole);
    return;
  }
  for (let start = first; start < last; ) {
    const end = Math.min(endOfRun(text, start, isLetter), last);
    if (end === start) {
      start++;
      continue;
    }
    const row = vocabulary.rowOf(text, start, end);
    if (row === -1) addPieces(text, [start, end], vocabulary, rows);
    else rows.push(row);
    start = end;
  }
}

/** The longest known beginning, then the longest known continuations; empty if the word cannot be covered. */
function addPieces(text: string, [first, last]: Part, vocabulary: Vocabulary, rows: number[]): void {
  const before = rows.length;
  for (let start = first; start < last; ) {
    let end = last;
    let row = -1;
    for (; end > start; end--) {
      row =
        start === first ? vocabulary.rowOf(text, start, end) : vocabulary.rowOfContinuation(text, start, end);
      if (row !== -1) break;
    }
    if (row === -1) {
      rows.length = before;
      return;
    }
    rows.push(row);
    start = end;
  }
}

function endOfRun(text: string, start: number, belongs: (code: number) => boolean): number {
  let end = start;
  while (end < text.length && belongs(text.charCodeAt(end))) end++;
  return end;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isLetter(code: number): boolean {
  return code >= A && code <= Z;
}

function isWordCode(code: number): boolean {
  return isLetter(code) || isDigit(code);
}

function isHan(code: number): boolean {
  return code >= FIRST_HAN && code <= LAST_HAN;
}

/**
 * One spelling for what is the same word: compatibility forms (full width, ligatures) folded, camelCase split, lower case,
 * accents dropped, traditional characters made simplified.
 */
export function normalizeText(text: string, simplified: ReadonlyMap<string, string>): string {
  const bounded = text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH) : text;
  if (ASCII.test(bounded)) return splitCamel(bounded).toLowerCase();
  const folded = splitCamel(bounded.normalize("NFKC")).toLowerCase();
  const plain = folded.normalize("NFD").replace(MARKS, "").normalize("NFC");
  let result = "";
  for (const character of plain) result += simplified.get(character) ?? character;
  return result;
}

function splitCamel(text: string): string {
  return text.replace(
    CAMEL,
    (_, a: string | undefined, b: string | undefined, c: string | undefined, d: string | undefined) =>
      `${a ?? c} ${b ?? d}`,
  );
}
