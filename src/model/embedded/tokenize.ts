const RUN = /[a-z0-9]+|[\u3400-\u9fff]+/g;
const LETTERS = /[a-z]+/g;
const ONLY_DIGITS = /^[0-9]+$/;
const FIRST_HAN = "\u3400";
const MAX_WORD_LENGTH = 32;
const MAX_HAN_LENGTH = 4;

/**
 * The vocabulary rows of a normalised text: English words or their pieces, known pairs of neighbouring words, Chinese
 * characters and every known Chinese word of up to four characters, overlapping. `training/tokens.py` does the same.
 */
export function tokenize(normalized: string, vocabulary: ReadonlyMap<string, number>): number[] {
  const rows: number[] = [];
  let before = "";
  for (const [run] of normalized.matchAll(RUN)) {
    if (run >= FIRST_HAN) {
      addHan(run, vocabulary, rows);
      before = "";
    } else if (ONLY_DIGITS.test(run)) {
      before = "";
    } else {
      const word = run.slice(0, MAX_WORD_LENGTH);
      addWord(word, vocabulary, rows);
      const pair = before === "" ? undefined : vocabulary.get(`${before} ${word}`);
      if (pair !== undefined) rows.push(pair);
      before = word;
    }
  }
  return rows;
}

function addHan(run: string, vocabulary: ReadonlyMap<string, number>, rows: number[]): void {
  for (let start = 0; start < run.length; start++) {
    const last = Math.min(start + MAX_HAN_LENGTH, run.length);
    for (let end = start + 1; end <= last; end++) {
      const row = vocabulary.get(run.slice(start, end));
      if (row !== undefined) rows.push(row);
    }
  }
}

function addWord(word: string, vocabulary: ReadonlyMap<string, number>, rows: number[]): void {
  const whole = vocabulary.get(word);
  if (whole !== undefined) {
    rows.push(whole);
    return;
  }
  for (const [part] of word.matchAll(LETTERS)) {
    const row = vocabulary.get(part);
    if (row !== undefined) rows.push(row);
    else rows.push(...wordPieces(part, vocabulary));
  }
}

/** The longest known beginning, then the longest known continuations; nothing when the word cannot be covered. */
function wordPieces(word: string, vocabulary: ReadonlyMap<string, number>): number[] {
  const pieces: number[] = [];
  let start = 0;
  while (start < word.length) {
    let end = word.length;
    let row: number | undefined;
    for (; end > start; end--) {
      row = vocabulary.get((start === 0 ? "" : "##") + word.slice(start, end));
      if (row !== undefined) break;
    }
    if (row === undefined) return [];
    pieces.push(row);
    start = end;
  }
  return pieces;
}
