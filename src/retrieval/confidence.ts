/** What is known of one hit. */
export interface Signals {
  /** The sum that ranks. */
  readonly score: number;
  /** Likeness in meaning, about 0 to 1. */
  readonly meaning: number;
  /** Likeness in words, about 0 to 1. */
  readonly words: number;
  /** Word for word: the share of the request that the entry answers, and the shares of its name and of all its words that are asked for. */
  readonly asked: number;
  readonly named: number;
  readonly told: number;
}

/** What is known of the search that a hit belongs to. */
export interface SearchFacts {
  /** Entries searched: among many, something always looks a little alike. */
  readonly entries: number;
  /** Words with content in the request: few of them say little. */
  readonly length: number;
  /** The sum of the best hit. */
  readonly best: number;
}

/** Said when nothing fits. */
export const NOTHING_FITS =
  "No tool fits this request. Say it in other words, name the thing to act on, list the tools by category, or answer without a tool";

// Both are logistic regressions over the development sets and requests that no tool serves (docs/retrieval.md).
const RELEVANT = { score: 4.52, entries: -0.666, short: -8.47, behind: -3.18, always: 1.12 };
const SERVED = { meaning: 10.47, words: 4, entries: -0.59, short: -12, shortWords: 19 };
const LEAST_SERVED = -2.42;
/** Larger catalogues were not measured; they are taken as this large. */
const MOST_ENTRIES = 5_000;

/** How likely it is that the entry serves the request, from 0 to 1. */
export function confidence({ score }: Signals, { entries, length, best }: SearchFacts): number {
  const sum =
    RELEVANT.score * score +
    RELEVANT.entries * size(entries) +
    RELEVANT.short * shortness(length) +
    RELEVANT.behind * (best - score) +
    RELEVANT.always;
  return 1 / (1 + Math.exp(-sum));
}

/** Whether the best hit is near enough to say that the catalogue serves the request at all. */
export function isServed({ meaning, words }: Signals, { entries, length }: SearchFacts): boolean {
  const short = shortness(length);
  const sum =
    SERVED.meaning * meaning +
    SERVED.words * words +
    SERVED.entries * size(entries) +
    SERVED.short * short +
    SERVED.shortWords * short * words;
  return sum >= LEAST_SERVED;
}

function shortness(length: number): number {
  return 1 / (1 + length);
}

function size(entries: number): number {
  return Math.log(Math.min(entries, MOST_ENTRIES));
}
