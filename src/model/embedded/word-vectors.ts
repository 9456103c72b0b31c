import type { ModelFile } from "./read-model-file.ts";
import { createSpelling, type Spelling } from "./spelling.ts";
import { normalizeText, tokenize } from "./tokenize.ts";
import { createWordComparison, type WordComparison } from "./word-comparison.ts";

/** The words of the model, so that a request can be compared with an entry word by word. */
export interface WordVectors {
  /** Every word id is below this. */
  readonly count: number;
  /** The distinct words of a text, in order. */
  wordsOf(text: string): number[];
  /** The learned weight of a word: "the" next to nothing, "weather" a lot. */
  weightOf(word: number): number;
  /** How similar words are in meaning. */
  readonly comparison: WordComparison;
  readonly spelling: Spelling;
}

/** Word endings to strip. The first that leaves a known word is used. */
const ENDINGS = [
  ["ies", "y"],
  ["ses", "s"],
  ["s", ""],
] as const;
const PLAIN = /^[a-z]+(?<!ss|us|is)$/;

/** Reads the words of a model. */
export function createWordVectors(model: ModelFile): WordVectors {
  const { rows, scales, vocabulary, simplified } = model;
  const width = model.dimensions / 2;
  const weights = new Float32Array(scales.length);
  /** By row: one more than the row of the word without its ending. Zero if not computed yet. */
  const bases = new Uint32Array(scales.length);

  /** "files" becomes "file" and "stories" "story", if the model knows both. */
  function baseOf(row: number): number {
    const known = bases[row] ?? 0;
    if (known > 0) return known - 1;
    const word = vocabulary.wordOf(row);
    const found = ENDINGS.flatMap(([ending, instead]) => {
      if (!word.endsWith(ending) || !PLAIN.test(word)) return [];
      const base = word.slice(0, -ending.length) + instead;
      const other = base.length < 3 ? -1 : vocabulary.rowOf(base, 0, base.length);
      return other === -1 ? [] : [other];
    });
    bases[row] = (found[0] ?? row) + 1;
    return found[0] ?? row;
  }

  return {
    count: scales.length,
    wordsOf: (text) => [...new Set(tokenize(normalizeText(text, simplified), vocabulary).map(baseOf))],
    weightOf(word) {
      const known = weights[word] ?? 0;
      if (known > 0) return known;
      let squares = 0;
      for (let at = word * width; at < (word + 1) * width; at++) {
        const byte = rows[at] ?? 0x88;
        squares += ((byte & 15) - 8) ** 2 + ((byte >> 4) - 8) ** 2;
      }
      weights[word] = squares * (scales[word] ?? 0) ** 2;
      // The rounded value, so that the second answer equals the first.
      return weights[word] ?? 0;
    },
    comparison: createWordComparison(model),
    spelling: createSpelling(vocabulary),
  };
}
