import type { Signals } from "./confidence.ts";
import type { RankingWeights } from "./ranking-weights.ts";
import type { ExampleLikeness } from "./vectors/example-vectors.ts";
import type { Comparison } from "./vectors/vector-space.ts";
import type { WordLikeness, WordMatching } from "./words/word-matching.ts";

/** The number of best entries that are refined. */
export const LOOKED_AT = 100;

/** The number of best entries that are compared word by word. */
const MATCHED = 30;

/** An example with a higher similarity is nearly the same as the request. */
const SAME = 0.8;

/** A candidate at this distance from the best gets 1/e of its share of a need. */
const SHARING = 0.07;

const UNMATCHED: WordLikeness = { asked: 0, named: 0, described: 0 };

/** An entry that may serve the request. */
export interface Candidate {
  readonly slot: number;
  readonly signals: Signals;
}

interface Refinement {
  readonly compared: Comparison | undefined;
  /** Similarity in words, by slot. */
  readonly words: Float32Array;
  readonly matching: WordMatching | undefined;
  readonly weights: RankingWeights;
  /** Whether the request has steps. `compared` then includes them. */
  readonly hasSteps: boolean;
  /** The request's words for `matching`. */
  readonly asked: readonly number[];
  /** The words of each step, if the request asks for several things. */
  readonly needs: readonly (readonly number[])[];
  /** Entries in the index. */
  readonly entries: number;
  /** The minimum number of results. */
  readonly limit: number;
}

/** Refines the best candidates of the quick search and sorts them again. */
export function refineCandidates(
  best: readonly { readonly slot: number; readonly score: number }[],
  refinement: Refinement,
): Candidate[] {
  const { compared, words, weights, hasSteps, limit } = refinement;
  const exactly = compared?.exactly?.(best.map(({ slot }) => slot));
  let looked: Looked[] = best.map(({ slot, score }, order) => {
    const guessed = compared?.whole[slot] ?? 0;
    const meaning = exactly?.[order] ?? guessed;
    const example = compared?.examples.of(slot);
    const counted = compared?.examples.all === undefined ? 0 : exampleGain(example, guessed, weights);
    const gain = exampleGain(example, meaning, weights) - counted;
    return { slot, score: score + meaning - guessed + gain, meaning, example: example?.typical ?? 0 };
  });
  if (hasSteps && compared !== undefined) {
    looked = bestOf(looked, Math.max(limit, LOOKED_AT));
    const nearest = compared.nearestPart(looked.map(({ slot }) => slot));
    for (const [order, found] of looked.entries())
      found.score += weights.step * ((nearest[order] ?? 0) - found.meaning);
  }
  const kept = bestOf(looked, Math.max(limit, MATCHED));
  const slots = kept.map(({ slot }) => slot);
  const opened = refinement.matching?.open(slots, refinement.entries);
  const matchWords = (asked: readonly number[]) => (asked.length === 0 ? [] : (opened?.compare(asked) ?? []));
  const likenesses = matchWords(refinement.asked);
  const wanted = wantedByNeeds(slots, matchWords, refinement);
  const candidates = kept.map(({ slot, score, meaning, example }, order): Candidate => {
    const likeness = likenesses[order] ?? UNMATCHED;
    const sum = score + gainOf(likeness, refinement.asked, weights) + weights.need * (wanted[order] ?? 0);
    return { slot, signals: { score: sum, meaning, example, words: words[slot] ?? 0, ...likeness } };
  });
  return candidates.sort((a, b) => b.signals.score - a.signals.score);
}

interface Looked {
  readonly slot: number;
  score: number;
  readonly meaning: number;
  readonly example: number;
}

/** The gain in similarity from the examples of an entry. */
export function exampleGain(
  example: ExampleLikeness | undefined,
  meaning: number,
  weights: RankingWeights,
): number {
  if (example === undefined) return 0;
  const { nearest, typical } = example;
  return weights.example * Math.max(0, typical - meaning) + weights.sameExample * Math.max(0, nearest - SAME);
}

/**
 * For each candidate, the largest share that any need gives it. Each need distributes 1 among all candidates, so that a tool for
 * one of several needs is not ranked behind tools that fit all of them a little.
 */
function wantedByNeeds(
  slots: readonly number[],
  matchWords: (asked: readonly number[]) => readonly WordLikeness[],
  { compared, needs, weights }: Refinement,
): readonly number[] {
  const wanted = slots.map(() => 0);
  if (compared === undefined) return wanted;
  for (const [need, asked] of needs.entries()) {
    const likenesses = matchWords(asked);
    const sums = compared
      .part(need, slots)
      .map((near, order) => near + gainOf(likenesses[order] ?? UNMATCHED, asked, weights));
    for (const [order, share] of sharesOf(sums).entries())
      wanted[order] = Math.max(wanted[order] ?? 0, share);
  }
  return wanted;
}

/** Distributes 1 among the candidates: the most similar ones get almost all of it. */
function sharesOf(sums: readonly number[]): number[] {
  const best = Math.max(...sums);
  const parts = sums.map((sum) => Math.exp((sum - best) / SHARING));
  const all = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / all);
}

function gainOf(likeness: WordLikeness, asked: readonly number[], weights: RankingWeights): number {
  const { asked: whole, askedShort, named, described } = weights.matching;
  const share = whole + askedShort / (1 + asked.length);
  return share * likeness.asked + named * likeness.named + described * likeness.described;
}

/** The best, in order. Equal scores keep their order. They come nearly sorted, so each moves up by few places. */
function bestOf(looked: readonly Looked[], most: number): Looked[] {
  const best: Looked[] = [];
  for (const found of looked) {
    let at = best.length;
    if (at < most) best.push(found);
    else if (found.score > (best[at - 1]?.score ?? Number.POSITIVE_INFINITY)) at--;
    else continue;
    for (let above = best[at - 1]; above !== undefined && found.score > above.score; above = best[at - 1])
      best[at--] = above;
    best[at] = found;
  }
  return best;
}
