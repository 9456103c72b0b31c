/** The words of a model and their rows. Takes positions in a text, so that no part has to be cut out. */
export interface Vocabulary {
  readonly size: number;
  /** The row of the word in `text` from `start` to `end`. -1 if it is unknown. */
  rowOf(text: string, start: number, end: number): number;
  /** The row of the word piece that continues a word. */
  rowOfContinuation(text: string, start: number, end: number): number;
  /** The row of two neighbouring words. */
  rowOfPair(text: string, first: readonly [number, number], second: readonly [number, number]): number;
  wordOf(row: number): string;
}

const END = 10;
const BLANK = 32;
const MARK = 35;
const SEED = 0x811c9dc5;

/** A vocabulary of words, one per line. `undefined` if their number is wrong. */
export function createVocabulary(lines: string, size: number): Vocabulary | undefined {
  // The start of each word, and one past the last: separate strings would take ten times as much memory.
  const starts = new Uint32Array(size + 1);
  let room = 64;
  while (room < size * 2) room *= 2;
  const mask = room - 1;
  const rows = new Int32Array(room).fill(-1);
  let [row, hash] = [0, SEED];
  for (let at = 0; at <= lines.length; at++) {
    const code = at === lines.length ? END : lines.charCodeAt(at);
    if (code !== END) {
      hash = step(hash, code);
      continue;
    }
    if (row === size) return undefined;
    let place = mixed(hash) & mask;
    while (rows[place] !== -1) place = (place + 1) & mask;
    rows[place] = row;
    starts[++row] = at + 1;
    hash = SEED;
  }
  if (row !== size) return undefined;

  /**
   * The row with that hash whose word is `before` characters that were already compared, then the part of the
   * text.
   */
  function find(hash: number, isWord: (start: number, end: number) => boolean): number {
    for (let place = mixed(hash) & mask; ; place = (place + 1) & mask) {
      const found = rows[place] as number;
      if (found === -1 || isWord(starts[found] as number, (starts[found + 1] as number) - 1)) return found;
    }
  }

  function hashOf(text: string, start: number, end: number, seed: number): number {
    let result = seed;
    for (let at = start; at < end; at++) result = step(result, text.charCodeAt(at));
    return result;
  }

  function isPart(from: number, text: string, start: number, end: number): boolean {
    for (let at = start; at < end; at++)
      if (lines.charCodeAt(from + at - start) !== text.charCodeAt(at)) return false;
    return true;
  }

  return {
    size,
    rowOf: (text, start, end) =>
      find(
        hashOf(text, start, end, SEED),
        (from, to) => to - from === end - start && isPart(from, text, start, end),
      ),
    rowOfContinuation: (text, start, end) =>
      find(hashOf(text, start, end, step(step(SEED, MARK), MARK)), (from, to) => {
        if (to - from !== end - start + 2 || lines.charCodeAt(from) !== MARK) return false;
        return lines.charCodeAt(from + 1) === MARK && isPart(from + 2, text, start, end);
      }),
    rowOfPair(text, [start, end], [nextStart, nextEnd]) {
      const first = step(hashOf(text, start, end, SEED), BLANK);
      const blank = end - start;
      return find(hashOf(text, nextStart, nextEnd, first), (from, to) => {
        if (to - from !== blank + 1 + nextEnd - nextStart || lines.charCodeAt(from + blank) !== BLANK)
          return false;
        return isPart(from, text, start, end) && isPart(from + blank + 1, text, nextStart, nextEnd);
      });
    },
    wordOf: (row) => lines.slice(starts[row], (starts[row + 1] ?? 1) - 1),
  };
}

function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

function mixed(hash: number): number {
  return hash ^ (hash >>> 15);
}
