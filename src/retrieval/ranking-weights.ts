import type { Field } from "./index-entry.ts";

/** How words are weighed. */
export interface LexicalWeights {
  /** What a field counts. */
  readonly fields: Readonly<Record<Field, number>>;
  /** Repeating a word beyond about this strength adds little. */
  readonly saturation: number;
  /** How much an entry with many rare words counts less for each: 0 not at all, 1 as in a cosine. */
  readonly normPower: number;
  readonly typicalNorm: number;
  /** What a word spelled alike counts against the word itself, and how alike it must be. */
  readonly similarSpelling: number;
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

/** How the likeness word for word is weighed. */
interface MatchingWeights {
  /** What the answered share of the request counts, and how much more of it in a short one. */
  readonly asked: number;
  readonly askedShort: number;
  /** What the asked-for share of the entry's name counts, and of all its words. */
  readonly named: number;
  readonly told: number;
}

/** How the signals make one score. */
export interface RankingWeights {
  readonly lexical: LexicalWeights;
  readonly vector: VectorWeights;
  /** What shared words count against meaning. */
  readonly words: number;
  /** Of a long request, what its nearest step counts against the whole. */
  readonly step: number;
  /** Where a request asks for several things, what it counts that one of them calls for the entry. */
  readonly need: number;
  /** What the nearest example request counts beyond the entry's own likeness. */
  readonly example: number;
  /** What it counts more where it says nearly the same as the request. */
  readonly sameExample: number;
  /** What words that answer one another count, in the few best entries. */
  readonly matching: MatchingWeights;
  /** Added when the request names the entry or holds one of its keywords. */
  readonly named: number;
  readonly keyword: number;
}

/** Found by search over the development sets (docs/retrieval.md says how and with what result). */
export const DEFAULT_WEIGHTS: RankingWeights = {
  lexical: {
    fields: {
      name: 4,
      description: 1,
      parameters: 1,
      category: 1,
      intent: 2,
      examples: 0.5,
    },
    saturation: 4,
    normPower: 0.4,
    typicalNorm: 4,
    similarSpelling: 0.7,
    leastSimilarity: 0.4,
    stopWord: 0.2,
    singleCharacter: 0.7,
    unknownTerm: 0.6,
  },
  vector: { whole: 0.75, description: 0.25, parameters: 0.15, category: 0.25, intent: 0.6 },
  words: 1.1,
  step: 0.45,
  need: 0.4,
  example: 0.75,
  sameExample: 1,
  matching: { asked: 0.5, askedShort: 3, named: 0.25, told: 0.3 },
  named: 1,
  keyword: 0.5,
};
