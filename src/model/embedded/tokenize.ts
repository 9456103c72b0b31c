import type { Vocabulary } from "./vocabulary.ts";

/** Longer texts are cut: the rest of a long description adds little. */
const MAX_TEXT_LENGTH = 20_000;

const CAMEL = /([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g;

const MARKS = /[\u0300-\u036f]/g;

const ASCII = /^[\0-\x7f]*$/;

const MAX_WORD_LENGTH = 32;
const MAX_SIGNS = 4;
/** An unknown Cyrillic word is read by its longest known prefix of at least this many letters. */
const MIN_STEM_LENGTH = 4;
const [ZERO, NINE, A, Z] = [0x30, 0x39, 0x61, 0x7a];
const [FIRST_CYRILLIC, LAST_CYRILLIC] = [0x430, 0x45f];
const [FIRST_KANA, LAST_KANA, FIRST_HAN, LAST_HAN] = [0x3041, 0x30ff, 0x3400, 0x9fff];
const [FIRST_HANGUL, LAST_HANGUL] = [0xac00, 0xd7a3];

type Part = readonly [start: number, end: number];

/**
 * The vocabulary rows of a normalized text: words in Latin letters or their pieces, known pairs of
 * neighbouring words, Cyrillic words or their prefixes. In Chinese, Japanese and Korean, every known run of up
 * to four characters counts, also if runs overlap. `training/tokens.py` does the same.
 */
export function tokenize(normalized: string, vocabulary: Vocabulary): number[] {
  const rows: number[] = [];
  let before: Part | undefined;
  let start = 0;
  while (start < normalized.length) {
    const code = normalized.charCodeAt(start);
    const isRun = RUNS.find((belongs) => belongs(code));
    if (isRun === undefined) {
      start++;
      continue;
    }
    const end = endOfRun(normalized, start, isRun);
    if (isRun === isSign) {
      addSigns(normalized, [start, end], vocabulary, rows);
      before = undefined;
    } else if (isRun === isCyrillic) {
      addStem(normalized, [start, Math.min(end, start + MAX_WORD_LENGTH)], vocabulary, rows);
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

function addSigns(text: string, [first, last]: Part, vocabulary: Vocabulary, rows: number[]): void {
  for (let start = first; start < last; start++)
    for (let end = start + 1; end <= Math.min(start + MAX_SIGNS, last); end++) {
      const row = vocabulary.rowOf(text, start, end);
      if (row !== -1) rows.push(row);
    }
}

function addStem(text: string, [first, last]: Part, vocabulary: Vocabulary, rows: number[]): void {
  const least = Math.min(first + MIN_STEM_LENGTH, last);
  for (let end = last; end >= least; end--) {
    const row = vocabulary.rowOf(text, first, end);
    if (row === -1) continue;
    rows.push(row);
    return;
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

/** The longest known prefix, then the longest known continuations. Empty if the word cannot be covered. */
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

function isCyrillic(code: number): boolean {
  return code >= FIRST_CYRILLIC && code <= LAST_CYRILLIC;
}

/** Kana, Chinese characters and Hangul: their words have no spaces between them, or have endings attached. */
function isSign(code: number): boolean {
  return (
    (code >= FIRST_HAN && code <= LAST_HAN) ||
    (code >= FIRST_KANA && code <= LAST_KANA) ||
    (code >= FIRST_HANGUL && code <= LAST_HANGUL)
  );
}

const RUNS = [isWordCode, isSign, isCyrillic];

/**
 * Normalizes a text: compatibility forms (full width, ligatures) folded, camelCase split, lower case, accents
 * dropped, traditional characters made simplified.
 */
export function normalizeText(text: string, simplified: ReadonlyMap<string, string>): string {
  const bounded = text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH) : text;
  if (ASCII.test(bounded)) return splitCamel(bounded).toLowerCase();
  const folded = splitCamel(bounded.normalize("NFKC")).toLowerCase().replaceAll("ß", "ss");
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
