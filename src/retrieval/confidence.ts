import type { Embedder } from "../model/embedder.ts";
import { SERVED_REQUESTS } from "./served-requests.ts";
import { hashText } from "./structures/hash-table.ts";
import type { VectorCache } from "./vectors/vector-cache.ts";
import { createVectorTable, quantize } from "./vectors/vector-table.ts";

const DIRECTION = Int8Array.from(atob(SERVED_REQUESTS.direction), (byte) => byte.charCodeAt(0));

/** What is known of one hit. */
export interface Signals {
  /** The sum that ranks. */
  readonly score: number;
  /** Likeness in meaning, about 0 to 1. */
  readonly meaning: number;
  /** Likeness in meaning of the nearest example request; zero if there is none. */
  readonly example: number;
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
  /** The best hit. */
  readonly best: Signals;
  /** Whether the model knows none of the request's words, as in Russian or Korean: then shared words alone tell. */
  readonly unread: boolean;
  /** How far the best hit lies ahead of the next. */
  readonly ahead: number;
  /** Whether the request sounds like talk, where that is known. */
  readonly talk?: TalkScore | undefined;
}

/** Said when nothing fits. */
export const NOTHING_FITS =
  "No tool fits this request. Say it in other words, name the thing to act on, list the tools by category, look with find_capability for one that could be installed, or answer without a tool";

// Begun as a logistic regression of served requests against requests that no tool serves, over catalogues of 199 to 4,076
// entries, then moved to lose least at a bounded share of false hits (docs/retrieval.md). It is zero where abstention begins.
// For vectors of other embedders than the one that `SERVED_REQUESTS` was learnt for.
const SERVED = {
  meaning: 7.67,
  words: 1.38,
  asked: 0.72,
  told: 4.48,
  short: -65.36,
  shortWords: 16.28,
  shortAsked: 62.25,
  entries: -1.65,
  few: 1,
  always: 13.15,
};
/** Where only words tell: the likeness at which abstention begins, and how certainty grows with it. */
const WORDS_ALONE = { least: 0.15, slope: 20 };
/** Smaller and larger catalogues count as this large; larger ones were not measured. */
const LEAST_ENTRIES = 100;
const MOST_ENTRIES = 5_000;
/** In a catalogue of fewer than these, something near by chance is rare. */
const FEW_ENTRIES = 60;
const SMALL_CATALOGUE = 100;
/** TalkScore that comes nearer to known talk than this counts more. */
const VERY_NEAR = 0.6;
/** How certainty grows with distance from where abstention begins, and falls with distance from the best hit. */
const SLOPE = 0.4;
const BEHIND = 3.4;

/**
 * How likely it is that the entry serves the request, from 0 to 1: how certain it is that the catalogue serves it at all
 * (one half where abstention begins), and less the farther the entry lies behind the best.
 */
export function confidence({ score }: Signals, facts: SearchFacts): number {
  return 1 / (1 + Math.exp(BEHIND * (facts.best.score - score) - SLOPE * servedBy(facts)));
}

/** Whether the best hit is near enough to say that the catalogue serves the request at all. */
export function isServed(facts: SearchFacts): boolean {
  return servedBy(facts) >= 0;
}

function servedBy(facts: SearchFacts): number {
  const { best, entries, length, unread, talk } = facts;
  if (unread) return WORDS_ALONE.slope * (best.words - WORDS_ALONE.least);
  const short = 1 / (1 + length);
  if (talk !== undefined) return servedByTalk(talk, facts);
  return (
    SERVED.meaning * best.meaning +
    SERVED.words * best.words +
    SERVED.asked * best.asked +
    SERVED.told * best.told +
    SERVED.short * short +
    SERVED.shortWords * short * best.words +
    SERVED.shortAsked * short * best.asked +
    SERVED.entries * Math.log(Math.max(LEAST_ENTRIES, Math.min(entries, MOST_ENTRIES))) +
    SERVED.few * Math.log(FEW_ENTRIES / Math.min(entries, FEW_ENTRIES)) +
    SERVED.always
  );
}

/** As `training/abstention.py` has learnt it. */
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
    weights.told * best.told +
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

/** How much a request sounds like talk that no tool serves. */
export interface TalkScore {
  /** Above zero: like a request that tools serve; below: like talk. */
  readonly sound: number;
  /** How near the nearest request of the talk comes, by which abstention was learnt. */
  readonly nearest: number;
}

/** The known talk by the embedder that made its vectors. It never changes, so all indexes of an embedder share it. */
const KNOWN_TALK = new WeakMap<Embedder, Promise<NearestTalk>>();

/**
 * Hears whether a request is talk, by its vector alone. Returns `undefined` for vectors of another embedder than the one it was
 * learnt for. The first request embeds the talk that abstention was learnt from, or takes it from the cache.
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
  return { sound, nearest: (await talk)(vector) };
}

/** How near the nearest of the known talk comes to a request. */
type NearestTalk = (vector: Float32Array) => number;

/** Where a cache keeps the vectors of the known talk. */
export const TALK_KEY = `talk-${hashText(SERVED_REQUESTS.talk).toString(16)}`;

async function loadTalk(embedder: Embedder, cache: VectorCache): Promise<NearestTalk> {
  const requests = SERVED_REQUESTS.talk.split(" | ");
  const table = createVectorTable(embedder.dimensions);
  const kept = (await cache.read(embedder.id, [TALK_KEY])).get(TALK_KEY);
  if (kept === undefined || !table.load(kept, requests.length)) {
    const known = await embedder.embed(requests, "query");
    for (const [slot, vector] of known.entries()) table.set(slot, quantize(vector));
    await cache.write(embedder.id, new Map([[TALK_KEY, table.save(known.length)]]));
  }
  return (vector) => table.scan(vector, requests.length).reduce((best, near) => Math.max(best, near), -1);
}

function dot(vector: Float32Array, other: Int8Array): number {
  let sum = 0;
  // Within bounds: both have the embedder's dimensions.
  for (let at = 0; at < other.length; at++) sum += (vector[at] as number) * (other[at] as number);
  return sum;
}
