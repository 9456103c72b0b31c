import type { Field } from "./index-entry.ts";

/** The weights of words. */
export interface LexicalWeights {
  /** The weight of each field. */
  readonly fields: Readonly<Record<Field, number>>;
  /** Repetitions of a word beyond about this strength add little. */
  readonly saturation: number;
  /** How much each word counts less in an entry with many rare words: from 0 (no difference) to 1 (as in a cosine). */
  readonly normPower: number;
  readonly typicalNorm: number;
  /** The weight of a similarly spelled word relative to the word itself, and the minimum similarity. */
  readonly similarSpelling: number;
  readonly leastSimilarity: number;
  readonly stopWord: number;
  readonly singleCharacter: number;
  /** The assumed rarity of a word that no entry has. */
  readonly unknownTerm: number;
}

/** The weight of each text in the vector of an entry. */
export interface VectorWeights {
  /** Name and description in one text. */
  readonly whole: number;
  readonly description: number;
  readonly parameters: number;
  readonly category: number;
  readonly intent: number;
}

/** The weights of the comparison word by word. */
interface MatchingWeights {
  /** The weight of the share of the request that is covered, and the additional weight in a short request. */
  readonly asked: number;
  readonly askedShort: number;
  /** The weights of the shares of the entry's name and of all its words that the request covers. */
  readonly named: number;
  readonly described: number;
}

/** How the signals are combined into one score. */
export interface RankingWeights {
  readonly lexical: LexicalWeights;
  readonly vector: VectorWeights;
  /** The weight of shared words relative to meaning. */
  readonly words: number;
  /** The weight of the nearest step of a long request relative to the whole request. */
  readonly step: number;
  /** If a request has several needs: the weight of the entry's share in one of them. */
  readonly need: number;
  /** The weight of the three nearest example requests, as far as they are more similar than the entry itself. */
  readonly example: number;
  /** The additional weight of an example that is nearly the same as the request. */
  readonly sameExample: number;
  /** The weight of what was learned about the tools that ship. */
  readonly learned: number;
  /** The weight of the comparison word by word, for the best entries only. */
  readonly matching: MatchingWeights;
  /** Added if the request names the entry or contains one of its keywords. */
  readonly named: number;
  readonly keyword: number;
  /** Added in full if the entry served the same request before, and less for similar requests. */
  readonly served: number;
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
  learned: 0.07,
  matching: { asked: 0.5, askedShort: 3, named: 0.25, described: 0.3 },
  named: 1,
  keyword: 0.5,
  served: 0.3,
};
