import type { Vocabulary } from "./vocabulary.ts";

/** Corrects misspelt words. */
export interface Spelling {
  knows(word: string): boolean;
  /**
   * The known word one edit away from a lower-case word (a letter more, less, changed or swapped). A word
   * that `prefers` accepts wins, else the most frequent. Returns `undefined` if there is none.
   */
  correct(word: string, prefers: (word: string) => boolean): string | undefined;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const PLAIN = /^[a-z]{3,}$/;

/** Creates the corrector. The vocabulary's words are sorted by frequency. */
export function createSpelling(vocabulary: Vocabulary): Spelling {
  const rowOf = (word: string) => vocabulary.rowOf(word, 0, word.length);
  return {
    knows: (word) => rowOf(word) !== -1,
    correct(word, prefers) {
      let best: { row: number; word: string; preferred: boolean } | undefined;
      for (const near of neighbours(word)) {
        const row = PLAIN.test(near) ? rowOf(near) : -1;
        if (row === -1) continue;
        const preferred = prefers(near);
        const isBetter =
          best === undefined ||
          (preferred === best.preferred ? row < best.row : preferred && !best.preferred);
        if (isBetter) best = { row, word: near, preferred };
      }
      return best?.word;
    },
  };
}

function* neighbours(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after.length > 1) yield before + after.charAt(1) + after.charAt(0) + after.slice(2);
    if (after !== "") yield before + after.slice(1);
    for (const letter of LETTERS) {
      yield before + letter + after;
      if (after !== "") yield before + letter + after.slice(1);
    }
  }
}
