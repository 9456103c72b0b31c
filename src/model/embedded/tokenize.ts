import type { Vocabulary } from "./vocabulary.ts";

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

/** The longest known beginning, then the longest known continuations; nothing when the word cannot be covered. */
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
