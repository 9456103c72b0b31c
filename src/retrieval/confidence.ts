import type { Embedder } from "../model/embedder.ts";
import { LEARNED_TOOLS } from "./learned-tool-vectors.ts";
import { SERVED_REQUESTS } from "./served-requests.ts";
import { hashText } from "./structures/hash-table.ts";
import { type LearnedFit, learnedVectors, oddsOf, type ToolOdds } from "./tool-odds.ts";
import type { VectorCache } from "./vectors/vector-cache.ts";
import { createVectorTable, quantize } from "./vectors/vector-table.ts";

const DIRECTION = Int8Array.from(atob(SERVED_REQUESTS.direction), (byte) => byte.charCodeAt(0));

/** The signals of one hit. */
export interface Signals {
  /** The total score, by which hits are ranked. */
  readonly score: number;
  /** Similarity in meaning, about 0 to 1. */
  readonly meaning: number;
  /** The mean similarity to the three nearest example requests. 0 without examples. */
  readonly example: number;
  /** Similarity in words, about 0 to 1. */
  readonly words: number;
  /**
   * Compared word by word: the share of the request that the entry covers, and the shares of the entry's name and of all its
   * words that the request covers.
   */
  readonly asked: number;
  readonly named: number;
  readonly described: number;
}

/** The facts about the search that a hit belongs to. */
export interface SearchFacts {
  /** The number of entries searched. In a large catalogue, some entry is always a little similar. */
  readonly entries: number;
  /** The number of content words in the request. Short requests are less certain. */
  readonly length: number;
  /** The best hit. */
  readonly best: Signals;
  /** Whether the model knows none of the request's words, as in Russian or Korean. Then only shared words count. */
  readonly unread: boolean;
  /** The distance of the best hit from the next one. */
  readonly ahead: number;
  /** Whether the request sounds like small talk. Omitted if unknown. */
  readonly talk?: TalkScore | undefined;
  /** What was learned about the best hit. Omitted if it is not one of the tools that ship. */
  readonly learned?: LearnedFit | undefined;
}

/** The message for a search without a fitting tool. */
export const NOTHING_FITS =
  "No tool fits this request. Say it in other words, name the thing to act on, list the tools by category, look with find_capability for one that could be installed, or answer without a tool";

// A logistic regression of requests that tools serve against requests that none serves, over catalogues of 199 to 4,076 entries,
// adjusted to lose the least at a bounded rate of false hits (docs/retrieval.md). The search abstains below 0. Used for vectors
// of embedders other than the one of `SERVED_REQUESTS`.
const SERVED = {
  meaning: 7.67,
  words: 1.38,
  asked: 0.72,
  described: 4.48,
  short: -65.36,
  shortWords: 16.28,
  shortAsked: 62.25,
  entries: -1.65,
  few: 1,
  always: 13.15,
};
/** If only words count: the similarity below which the search abstains, and how fast the certainty grows above it. */
const WORDS_ALONE = { least: 0.15, slope: 20 };
/** Catalogue sizes are clamped to this range, because no others were measured. */
const LEAST_ENTRIES = 100;
const MOST_ENTRIES = 5_000;
/** In a smaller catalogue, chance hits are rare. */
const FEW_ENTRIES = 60;
const SMALL_CATALOGUE = 100;
/** A request more similar to known small talk than this counts more as talk. */
const VERY_NEAR = 0.6;
/** How the certainty grows with the distance from the threshold of abstention, and falls with the distance from the best hit. */
const SLOPE = 0.4;
const BEHIND = 3.4;

/**
 * The probability, from 0 to 1, that the entry serves the request. It is the certainty that the catalogue serves it at all, reduced
 * by the entry's distance from the best hit. At the threshold of abstention the certainty is 0.5.
 */
export function confidence({ score }: Signals, facts: SearchFacts): number {
  return 1 / (1 + Math.exp(BEHIND * (facts.best.score - score) - SLOPE * servedBy(facts)));
}

/** Whether the best hit is similar enough to conclude that the catalogue serves the request at all. */
export function isServed(facts: SearchFacts): boolean {
  return servedBy(facts) >= 0;
}

function servedBy(facts: SearchFacts): number {
  const { best, entries, length, unread, talk, learned } = facts;
  if (unread) return WORDS_ALONE.slope * (best.words - WORDS_ALONE.least);
  const short = 1 / (1 + length);
  if (talk !== undefined)
    return learned === undefined ? servedByTalk(talk, facts) : servedByLearned(learned, talk, facts);
  return (
    SERVED.meaning * best.meaning +
    SERVED.words * best.words +
    SERVED.asked * best.asked +
    SERVED.described * best.described +
    SERVED.short * short +
    SERVED.shortWords * short * best.words +
    SERVED.shortAsked * short * best.asked +
    SERVED.entries * Math.log(Math.max(LEAST_ENTRIES, Math.min(entries, MOST_ENTRIES))) +
    SERVED.few * Math.log(FEW_ENTRIES / Math.min(entries, FEW_ENTRIES)) +
    SERVED.always
  );
}

/** Learned by `training/abstention.py`. */
function servedByTalk(
  { sound, nearest }: TalkScore,
  { best, entries, length, ahead }: Pick<SearchFacts, "best" | "entries" | "length" | "ahead">,
): number {
  const { weights } = SERVED_REQUESTS;
  const short = 1 / (1 + length);
  const size = Math.log(Math.min(entries, MOST_ENTRIES));
  const example = Math.max(0, best.example);
  const near = Math.max(example, best.meaning);
  return (
    weights.talk * sound +
    weights.meaning * best.meaning +
    weights.example * Math.max(0, example - best.meaning) +
    (example > 0
      ? weights.hasExample + weights.exampleScore * best.score + weights.exampleNamed * best.named
      : 0) +
    weights.words * best.words +
    weights.asked * best.asked +
    weights.described * best.described +
    weights.short * short +
    weights.shortWords * short * best.words +
    weights.shortAsked * short * best.asked +
    weights.shortNear * short * near +
    weights.entries * size +
    weights.few * Math.max(0, Math.log(SMALL_CATALOGUE) - size) +
    weights.ahead * Math.min(ahead, 1) +
    weights.nearTalk * nearest +
    weights.nearer * (near - nearest) +
    weights.veryNearTalk * Math.max(0, nearest - VERY_NEAR) +
    weights.always
  );
}

/** For a tool that ships. Learned by `training/tools.py`. */
function servedByLearned(
  { own, most, gap }: LearnedFit,
  { nearest }: TalkScore,
  { best, entries, length, ahead }: Pick<SearchFacts, "best" | "entries" | "length" | "ahead">,
): number {
  const { weights } = LEARNED_TOOLS;
  const short = 1 / (1 + length);
  const example = Math.max(0, best.example);
  return (
    weights.own * own +
    weights.most * most +
    weights.gap * gap +
    weights.meaning * best.meaning +
    weights.example * Math.max(0, example - best.meaning) +
    weights.words * best.words +
    weights.asked * best.asked +
    weights.named * best.named +
    weights.described * best.described +
    weights.score * best.score +
    weights.short * short +
    weights.shortOwn * short * own +
    weights.size * Math.max(0, Math.log(Math.min(entries, MOST_ENTRIES) / SMALL_CATALOGUE)) +
    weights.ahead * Math.min(ahead, 1) +
    weights.nearTalk * nearest +
    weights.nearer * (Math.max(example, best.meaning) - nearest) +
    weights.always
  );
}

/** How much a request sounds like small talk, which no tool serves. */
export interface TalkScore {
  /** Above 0: like a request for a tool. Below 0: like small talk. */
  readonly sound: number;
  /** The similarity to the nearest request in the small talk that abstention was learned from. */
  readonly nearest: number;
  /** How likely each of the tools that ship is to serve it. */
  readonly tools: ToolOdds;
}

/** The vectors of the known small talk, by embedder. They never change, so all indexes of an embedder share them. */
const KNOWN_TALK = new WeakMap<Embedder, Promise<CompareTalk>>();

/**
 * Judges by its vector whether a request is small talk. Returns `undefined` for another embedder than the one used in training.
 * The first call embeds the known small talk, or loads its vectors from the cache.
 */
export async function hearTalk(
  vector: Float32Array,
  embedder: Embedder,
  cache: VectorCache,
): Promise<TalkScore | undefined> {
  if (embedder.id !== SERVED_REQUESTS.embedder) return undefined;
  const talk = KNOWN_TALK.get(embedder) ?? loadTalk(embedder, cache);
  KNOWN_TALK.set(embedder, talk);
  talk.catch(() => KNOWN_TALK.delete(embedder)); // the next request tries again
  const sound = dot(vector, DIRECTION) * SERVED_REQUESTS.step + SERVED_REQUESTS.bias;
  return { sound, ...(await talk)(vector) };
}

/** Compares a request with the known small talk and, in the same scan, with what was learned about tools. */
type CompareTalk = (vector: Float32Array) => Pick<TalkScore, "nearest" | "tools">;

/** The cache key of the vectors of the known small talk. */
export const TALK_KEY = `talk-${hashText(SERVED_REQUESTS.talk).toString(16)}`;

async function loadTalk(embedder: Embedder, cache: VectorCache): Promise<CompareTalk> {
  const requests = SERVED_REQUESTS.talk.split(" | ");
  const table = createVectorTable(embedder.dimensions);
  const kept = (await cache.read(embedder.id, [TALK_KEY])).get(TALK_KEY);
  if (kept === undefined || !table.load(kept, requests.length)) {
    const known = await embedder.embed(requests, "query");
    for (const [slot, vector] of known.entries()) table.set(slot, quantize(vector));
    await cache.write(embedder.id, new Map([[TALK_KEY, table.save(known.length)]]));
  }
  const tools = learnedVectors(embedder.dimensions);
  for (const [row, bytes] of tools.entries()) table.set(requests.length + row, bytes);
  return (vector) => {
    const found = table.scan(vector, requests.length + tools.length);
    let nearest = -1;
    for (const near of found.subarray(0, requests.length)) if (near > nearest) nearest = near;
    return { nearest, tools: oddsOf(found.subarray(requests.length)) };
  };
}

function dot(vector: Float32Array, other: Int8Array): number {
  let sum = 0;
  // Within bounds: both have the embedder's dimensions.
  for (let at = 0; at < other.length; at++) sum += (vector[at] as number) * (other[at] as number);
  return sum;
}
