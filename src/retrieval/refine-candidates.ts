import type { Signals } from "./confidence.ts";
import type { RankingWeights } from "./ranking-weights.ts";
import type { Comparison } from "./vectors/vector-space.ts";
import type { WordLikeness, WordMatching } from "./words/word-matching.ts";

/** An entry that may serve the request. */
interface Candidate {
  readonly slot: number;
  readonly signals: Signals;
}

interface Refinement {
  readonly compared: Comparison | undefined;
  /** Likeness in words, by slot. */
  readonly words: Float32Array;
  readonly matching: WordMatching | undefined;
  readonly weights: RankingWeights;
  /** Whether the request has steps, which `compared` was given too. */
  readonly hasSteps: boolean;
  /** The request's words for `matching`. */
  readonly asked: readonly number[];
  /** Entries in the index. */
  readonly entries: number;
  /** At least so many must come out. */
  readonly limit: number;
}

/** So many of the best are looked at step by step when a request has several. */
const REFINED = 100;
/** So many of the best are compared word for word. */
const MATCHED = 50;
const UNMATCHED: WordLikeness = { asked: 0, named: 0, told: 0 };

/** Looks at the best of a first, quick look more closely, and puts them in a new order. */
export function refineCandidates(
  best: readonly { readonly slot: number; readonly score: number }[],
  refinement: Refinement,
): Candidate[] {
  const { compared, words, weights, hasSteps, limit } = refinement;
  let looked: Looked[] = best.map(({ slot, score }) => {
    const guessed = compared?.whole[slot] ?? 0;
    const meaning = compared?.exactly?.(slot) ?? guessed;
    return { slot, score: score + meaning - guessed, meaning };
  });
  looked = inOrder(looked).slice(0, Math.max(limit, REFINED));
  if (hasSteps && compared !== undefined) {
    for (const found of looked)
      found.score += weights.step * (compared.nearestPart(found.slot) - found.meaning);
    inOrder(looked);
  }
  const kept = looked.slice(0, Math.max(limit, MATCHED));
  const likenesses = matchWords(kept, refinement);
  const candidates = kept.map(({ slot, score, meaning }, order): Candidate => {
    const likeness = likenesses[order] ?? UNMATCHED;
    const sum = score + gainOf(likeness, refinement);
    return { slot, signals: { score: sum, meaning, words: words[slot] ?? 0, ...likeness } };
  });
  return candidates.sort((a, b) => b.signals.score - a.signals.score);
}

interface Looked {
  readonly slot: number;
  score: number;
  readonly meaning: number;
}

function matchWords(kept: readonly Looked[], { matching, asked, entries }: Refinement): WordLikeness[] {
  if (matching === undefined || asked.length === 0) return [];
  return matching.compare(
    asked,
    kept.map(({ slot }) => slot),
    entries,
  );
}

function gainOf(likeness: WordLikeness, { weights, asked }: Refinement): number {
  const { asked: whole, askedShort, named, told } = weights.matching;
  const share = whole + askedShort / (1 + asked.length);
  return share * likeness.asked + named * likeness.named + told * likeness.told;
}

function inOrder(looked: Looked[]): Looked[] {
  return looked.sort((a, b) => b.score - a.score);
}
