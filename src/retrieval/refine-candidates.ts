import type { Signals } from "./confidence.ts";
import type { RankingWeights } from "./ranking-weights.ts";
import type { Comparison } from "./vector-space.ts";
import type { WordMatching } from "./word-matching.ts";

/** An entry that may serve the request. */
export interface Candidate {
  readonly slot: number;
  signals: Signals;
}

export interface Refinement {
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
const LOOKED_AT = 100;
/** So many of the best are compared word for word. */
const MATCHED = 50;

/** Looks at the best of a first, quick look more closely, and puts them in a new order. */
export function refineCandidates(
  best: readonly { readonly slot: number; readonly score: number }[],
  refinement: Refinement,
): Candidate[] {
  const { compared, words, weights, hasSteps, limit } = refinement;
  const candidates = best.map(({ slot, score }): Candidate => {
    const guessed = compared?.whole[slot] ?? 0;
    const meaning = compared?.exactly?.(slot) ?? guessed;
    const signals = { score: score + meaning - guessed, meaning, words: words[slot] ?? 0 };
    return { slot, signals: { ...signals, asked: 0, named: 0, told: 0 } };
  });
  let kept = inOrder(candidates).slice(0, Math.max(limit, LOOKED_AT));
  if (hasSteps && compared !== undefined)
    kept = inOrder(
      kept.map(({ slot, signals }) => {
        const nearer = compared.nearestPart(slot) - signals.meaning;
        return { slot, signals: { ...signals, score: signals.score + weights.step * nearer } };
      }),
    );
  return inOrder(matchWords(kept.slice(0, Math.max(limit, MATCHED)), refinement));
}

function matchWords(candidates: Candidate[], { matching, asked, weights, entries }: Refinement): Candidate[] {
  if (matching === undefined || asked.length === 0) return candidates;
  const found = matching.compare(
    asked,
    candidates.map(({ slot }) => slot),
    entries,
  );
  const { asked: whole, askedShort, named, told } = weights.matching;
  const share = whole + askedShort / (1 + asked.length);
  return candidates.map(({ slot, signals }, order) => {
    const likeness = found[order] ?? { asked: 0, named: 0, told: 0 };
    const gain = share * likeness.asked + named * likeness.named + told * likeness.told;
    return { slot, signals: { ...signals, ...likeness, score: signals.score + gain } };
  });
}

function inOrder(candidates: Candidate[]): Candidate[] {
  return candidates.sort((a, b) => b.signals.score - a.signals.score);
}
