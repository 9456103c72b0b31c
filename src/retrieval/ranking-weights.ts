import type { Field } from "./index-entry.ts";

/** How words are weighed. */
export interface LexicalWeights {
  /** What a field counts, and how many terms it usually has. */
  readonly fields: Readonly<Record<Field, { readonly weight: number; readonly typicalLength: number }>>;
  /** Repeating a word beyond about this strength adds little. */
  readonly saturation: number;
  /** How much a field longer than usual counts less for each of its words, from 0 to 1. */
  readonly lengthShare: number;
  /** How much an entry with many rare words counts less for each: 0 not at all, 1 as in a cosine. */
  readonly normPower: number;
  readonly typicalNorm: number;
  /** What a word spelled alike counts against the word itself, and how alike it must be. */
  readonly similarSpelling: number;
  readonly similarityPower: number;
  readonly leastSimilarity: number;
  readonly stopWord: number;
  readonly singleCharacter: number;
  /** How rare a word is taken to be that no entry has. */
  readonly unknownTerm: number;
}

/** What each text of an entry adds to its vector. */
export interface VectorWeights {
  /** Name and description in one text. */
  readonly whole: number;
  readonly description: number;
  readonly parameters: number;
  readonly category: number;
  readonly intent: number;
}

/** How the signals make one score. */
export interface RankingWeights {
  readonly lexical: LexicalWeights;
  readonly vector: VectorWeights;
  /** What shared words count against meaning. */
  readonly words: number;
  /** Above 1, a few shared words count less and many count more. */
  readonly wordsPower: number;
  /** Added when the request names the entry or holds one of its keywords. */
  readonly named: number;
  readonly keyword: number;
}

/** Found by search over the development sets (docs/retrieval.md says how and with what result). */
export const DEFAULT_WEIGHTS: RankingWeights = {
  lexical: {
    fields: {
      name: { weight: 4, typicalLength: 3 },
      description: { weight: 1, typicalLength: 20 },
      parameters: { weight: 1, typicalLength: 20 },
      category: { weight: 0.5, typicalLength: 2 },
      intent: { weight: 2, typicalLength: 20 },
    },
    saturation: 4,
    lengthShare: 0,
    normPower: 0.4,
    typicalNorm: 4,
    similarSpelling: 0.7,
    similarityPower: 2,
    leastSimilarity: 0.4,
    stopWord: 0.2,
    singleCharacter: 0.5,
    unknownTerm: 0.6,
  },
  vector: { whole: 0.75, description: 0.25, parameters: 0.15, category: 0.3, intent: 0.6 },
  words: 1.6,
  wordsPower: 1.3,
  named: 1,
  keyword: 0.5,
};
