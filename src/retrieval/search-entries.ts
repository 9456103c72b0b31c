import type { Spelling } from "../model/embedded/spelling.ts";
import { defined } from "../support/defined.ts";
import { confidence, isServed, NOTHING_FITS, type SearchFacts } from "./confidence.ts";
import type { createLearnedTools } from "./learned-tools.ts";
import type { RankingWeights } from "./ranking-weights.ts";
import { type Candidate, exampleGain, LOOKED_AT, refineCandidates } from "./refine-candidates.ts";
import {
  isFiltered,
  matchesFilters,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from "./search.ts";
import type { Slots } from "./structures/slots.ts";
import { topSlots } from "./structures/top-slots.ts";
import type { NearestExamples } from "./vectors/example-vectors.ts";
import type { EmbeddedRequest, VectorSpace } from "./vectors/vector-space.ts";
import { hasSeveralRequests, splitRequest } from "./words/extract-terms.ts";
import type { LexicalIndex } from "./words/lexical-index.ts";
import { identifiersIn, type KeywordLookup, type NameLookup } from "./words/name-lookup.ts";
import { plainRequest } from "./words/plain-request.ts";
import type { WordMatching } from "./words/word-matching.ts";

/** The parts of an index that a search reads. */
interface SearchedParts {
  readonly slots: Slots;
  readonly lexical: LexicalIndex;
  readonly matching?: WordMatching | undefined;
  readonly names: NameLookup;
  readonly keywords: KeywordLookup;
  readonly learned: ReturnType<typeof createLearnedTools>;
  /** In the order in which they are tried. */
  readonly spaces: () => readonly VectorSpace[];
  readonly weights: RankingWeights;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 200;
const MAX_REQUEST_LENGTH = 4_000;
/** The number of entries that are refined if the similarity in meaning was only estimated. */
const LOOKED_AT_GUESSES = 200;
const EXACT_NAME = 10;
/** A request this near to one that an entry served before is nearly the same: the entry is found even where all else abstains. */
const SAME_REQUEST = 0.7;

/** Searches the parts of an index: meaning, words, names and keywords in one ranking. */
export function createSearch(parts: SearchedParts) {
  const { slots, lexical, matching, names, keywords, learned, weights } = parts;
  return async function search(request: string, options: SearchOptions = {}): Promise<SearchResult> {
    const notices: string[] = [];
    const text = bounded(request, notices);
    if (text === "" || slots.size === 0) return { hits: [], advice: NOTHING_FITS, notices };
    const clean = options.verbatim === true ? (raw: string) => raw : asMeant;
    const plain = clean(text);
    const steps = splitRequest(plain);
    const embedded = await embed(plain, steps, options, notices);
    const served =
      embedded &&
      (await options.served?.({
        vector: embedded.vector,
        embedderId: embedded.embedder.id,
        embed: (requests) => embedded.embedder.embed(requests.map(clean), "query"),
      }));
    // From here on nothing is awaited: the arrays below are shared by all searches.
    const compared = embedded?.compare(slots.count);
    const prepared = lexical.prepare(plain);
    const meaning = { whole: compared?.whole, weight: weights.words };
    const { scores: words, totals: total, above } = lexical.score(prepared, slots.count, meaning);
    if (compared !== undefined) addExamples(total, compared.whole, compared.examples, weights);
    const talk = embedded?.talk;
    if (talk !== undefined) learned.rank(total, talk.tools, weights.learned);
    const exact = new Set(names.exactly(text));
    const named = new Set(identifiersIn(text).flatMap((identifier) => names.exactly(identifier)));
    const keyed = keywords.within(text);
    for (const slot of named) total[slot] = (total[slot] ?? 0) + weights.named;
    for (const slot of exact) total[slot] = (total[slot] ?? 0) + EXACT_NAME;
    for (const slot of keyed.keys()) total[slot] = (total[slot] ?? 0) + weights.keyword;
    const recalled = new Map<number, number>();
    for (const [id, near] of served ?? []) {
      const slot = slots.slotOf(id);
      if (slot === undefined || near <= 0) continue;
      recalled.set(slot, Math.min(near, 1));
      total[slot] = (total[slot] ?? 0) + servedGain(slot);
    }
    const limit = Math.min(options.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
    const quick = topSlots(
      total,
      Math.max(limit, compared?.exactly === undefined ? LOOKED_AT : LOOKED_AT_GUESSES),
      (slot) => slots.isLive(slot) && (!isFiltered(options) || matchesFilters(slots.facts(slot), options)),
      above,
    );
    const asked = matching?.prepare(plain) ?? [];
    const [hasSteps, entries] = [steps.length > 0, slots.size];
    const needs = hasSeveralRequests(plain) ? steps.map((step) => matching?.prepare(step) ?? []) : [];
    const refinement = { compared, words, matching, weights, hasSteps, asked, needs, entries, limit };
    const best = refineCandidates(quick, refinement);
    // Earlier requests order the hits. Whether the index serves this one is judged without them.
    const [first, second] =
      recalled.size === 0 ? best : best.toSorted((one, other) => scoreAlone(other) - scoreAlone(one));
    if (first === undefined) return { hits: [], advice: NOTHING_FITS, notices };
    const unread = matching !== undefined && asked.length === 0;
    const facts: SearchFacts = {
      entries,
      length: prepared.length,
      best: { ...first.signals, score: scoreAlone(first) },
      ahead: scoreAlone(first) - (second === undefined ? 0 : scoreAlone(second)),
      unread,
      talk,
      learned: talk && learned.fitOf(first.slot, talk.tools),
    };
    const certain = (slot: number) => exact.has(slot) || named.has(slot);
    const abstains = options.leastScore === undefined && !certain(first.slot) && !keyed.has(first.slot);
    const unserved = abstains && !isServed(facts);
    const hits: SearchHit[] = [];
    const fitting = unserved ? best.filter(({ slot }) => (recalled.get(slot) ?? 0) >= SAME_REQUEST) : best;
    const shown = fitting.slice(0, limit);
    const shared = lexical.sharedWords(
      prepared,
      shown.map(({ slot }) => slot),
    );
    for (const [place, { slot, signals }] of shown.entries()) {
      const likely = certain(slot) ? 1 : confidence(signals, facts);
      if (likely >= (options.leastScore ?? 0))
        hits.push({
          ...slots.facts(slot),
          score: likely,
          why: explain(slot, signals.meaning, shared[place] ?? []),
          signals,
        });
    }
    return hits.length === 0 ? { hits, advice: NOTHING_FITS, notices } : { hits, notices };

    function servedGain(slot: number): number {
      return weights.served * (recalled.get(slot) ?? 0);
    }

    function scoreAlone({ slot, signals }: Candidate): number {
      return signals.score - servedGain(slot);
    }

    function explain(slot: number, near: number, common: readonly string[]): string[] {
      const why: string[] = [];
      if (exact.has(slot)) why.push("the request is its name");
      else if (named.has(slot)) why.push("the request names it");
      const keyword = keyed.get(slot);
      if (keyword !== undefined) why.push(`its keyword "${keyword}" is in the request`);
      if (recalled.has(slot)) why.push("it served a similar request before");
      if (common.length > 0) why.push(`shares ${common.join(", ")}`);
      if (near > 0) why.push(`meaning ${near.toFixed(2)}`);
      return why;
    }
  };

  /** The request with addresses, ids and data replaced by their kind, and spelling corrected. */
  function asMeant(text: string): string {
    const plain = plainRequest(text);
    return matching === undefined ? plain : correctSpelling(plain, matching.spelling, lexical.has);
  }

  /** From the first embedder that answers. `undefined` if none does: then only words count. */
  async function embed(text: string, steps: readonly string[], { signal }: SearchOptions, notices: string[]) {
    for (const space of parts.spaces()) {
      const found: EmbeddedRequest = await space.embed(text, steps, defined({ signal }));
      if (found.type === "embedded") return found;
      notices.push(found.notice);
    }
    return undefined;
  }
}

function addExamples(
  into: Float32Array,
  whole: Float32Array,
  { all }: NearestExamples,
  weights: RankingWeights,
): void {
  if (all === undefined) return;
  for (let place = 0; place < all.slots.length; place++) {
    const slot = all.slots[place] as number;
    const [nearest, typical] = [all.nearest[place] as number, all.typical[place] as number];
    if (slot < into.length)
      into[slot] = (into[slot] as number) + exampleGain({ nearest, typical }, whole[slot] as number, weights);
  }
}

function bounded(request: string, notices: string[]): string {
  const text = request.trim();
  if (text.length <= MAX_REQUEST_LENGTH) return text;
  notices.push(`Only the first ${MAX_REQUEST_LENGTH} characters of the request were used`);
  return text.slice(0, MAX_REQUEST_LENGTH);
}

/** The maximum number of corrected words per request. Each costs some hundred lookups. */
const MAX_CORRECTED = 6;
const WORD = /(?<![\p{L}\p{N}_.@/-])[a-z]{4,24}(?![\p{L}\p{N}_@/-]|\.\w)/giu;
const SAME_CASE = /^[A-Z]?[a-z]+$/;

/**
 * Corrects the words of a request that neither the model nor the index knows. Words that the entries use come before others.
 * Identifiers stay as they are.
 */
export function correctSpelling(
  request: string,
  spelling: Spelling,
  isIndexed: (word: string) => boolean,
): string {
  let left = MAX_CORRECTED;
  return request.replaceAll(WORD, (word) => {
    const lower = word.toLowerCase();
    if (!SAME_CASE.test(word) || spelling.knows(lower) || isIndexed(lower) || left === 0) return word;
    left--;
    return spelling.correct(lower, isIndexed) ?? word;
  });
}
