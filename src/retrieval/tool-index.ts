import type { Embedder, EmbedOptions } from "../model/embedder.ts";
import { confidence, LEAST_CONFIDENCE, NOTHING_FITS } from "./confidence.ts";
import { contentHash } from "./entry-vectors.ts";
import { fieldTexts, type IndexEntry } from "./index-entry.ts";
import { createKeywordLookup } from "./keyword-lookup.ts";
import { createLexicalIndex, type PreparedRequest } from "./lexical-index.ts";
import { createNameLookup, identifiersIn } from "./name-lookup.ts";
import { DEFAULT_WEIGHTS, type RankingWeights } from "./ranking-weights.ts";
import { type EntryFacts, passes, type SearchHit, type SearchOptions, type SearchResult } from "./search.ts";
import { createSlots } from "./slots.ts";
import { topSlots } from "./top-slots.ts";
import type { VectorCache } from "./vector-cache.ts";
import { createVectorSpace, type VectorSpace } from "./vector-space.ts";

export interface ToolIndexOptions {
  readonly embedder: Embedder;
  /** Answers while `embedder` cannot; its vectors are kept beside the others. */
  readonly standby?: Embedder;
  /** One spelling for texts and requests; the embedded model's own. */
  readonly normalize: (text: string) => string;
  readonly cache: VectorCache;
  readonly weights?: RankingWeights;
  /** Told what people should hear: an embedder that does not answer, and that it does again. */
  readonly announce?: (notice: string) => void;
}

export interface AddReport {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
  /** Vectors that had to be made; the rest came from the cache. */
  readonly embedded: number;
}

/** Finds tools and skills by name, by words and by meaning, in one ranking. */
export interface ToolIndex {
  /** Adds entries, replaces those whose content changed, and passes over the others. */
  add(entries: Iterable<IndexEntry>, options?: EmbedOptions): Promise<AddReport>;
  /** Deletes entries with all that was derived from them; says how many there were. */
  remove(ids: Iterable<string>): number;
  search(request: string, options?: SearchOptions): Promise<SearchResult>;
  /**
   * Makes the vectors of another embedder from the same entries; the present ones serve until it is done. With `standby`
   * "add" the present embedder stays behind it.
   */
  changeEmbedder(
    embedder: Embedder,
    entries: Iterable<IndexEntry>,
    options?: EmbedOptions & { readonly standby?: "replace" | "add" },
  ): Promise<void>;
  has(id: string): boolean;
  ids(): Iterable<string>;
  /** The content hashes of all entries: the vectors that are still needed. */
  hashes(): Iterable<string>;
  readonly size: number;
  readonly embedderId: string;
  /** Bytes held outside the JavaScript heap. */
  readonly byteLength: number;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 200;
const MAX_REQUEST_LENGTH = 4_000;

/** An index without entries. */
export function createToolIndex(options: ToolIndexOptions): ToolIndex {
  const { normalize, cache, announce = () => {} } = options;
  const weights = options.weights ?? DEFAULT_WEIGHTS;
  const slots = createSlots();
  const lexical = createLexicalIndex(normalize, weights.lexical);
  const names = createNameLookup();
  const keywords = createKeywordLookup(normalize);
  const making = { cache, weights: weights.vector };
  let spaces: VectorSpace[] = [
    options.embedder,
    ...(options.standby === undefined ? [] : [options.standby]),
  ].map((embedder) => createVectorSpace(embedder, announce));
  let scores = new Float32Array(64);

  function drop(slot: number): void {
    names.remove(slot, slots.facts(slot).name);
    keywords.remove(slot);
    lexical.remove(slot);
    for (const space of spaces) space.clear(slot);
    slots.release(slot);
  }

  function place(entry: IndexEntry, hash: string): number {
    const slot = slots.claim(entry, hash);
    lexical.add(slot, fieldTexts(entry));
    names.add(slot, entry.name);
    keywords.add(slot, entry.keywords ?? []);
    return slot;
  }

  function combine(request: PreparedRequest, meaning: Float32Array | undefined): Float32Array {
    const count = slots.count;
    if (scores.length < count) scores = new Float32Array(Math.ceil(count * 1.3));
    const shared = lexical.score(request, count);
    for (let slot = 0; slot < count; slot++) {
      const words = shared[slot] ?? 0;
      const lifted = words === 0 ? 0 : weights.words * words ** weights.wordsPower;
      scores[slot] = slots.isLive(slot) ? (meaning?.[slot] ?? 0) + lifted : Number.NEGATIVE_INFINITY;
    }
    return scores.subarray(0, count);
  }

  async function search(request: string, asked: SearchOptions = {}): Promise<SearchResult> {
    const notices: string[] = [];
    let text = request.trim();
    if (text.length > MAX_REQUEST_LENGTH) {
      notices.push(`Only the first ${MAX_REQUEST_LENGTH} characters of the request were used`);
      text = text.slice(0, MAX_REQUEST_LENGTH);
    }
    if (text === "" || slots.size === 0) return { hits: [], advice: NOTHING_FITS, notices };
    const meaning = await meaningOf(text, asked, notices);
    const prepared = lexical.prepare(text);
    const total = combine(prepared, meaning);
    const exact = new Set(names.exactly(text));
    const named = new Set(identifiersIn(text).flatMap((identifier) => names.exactly(identifier)));
    const words = keywords.within(text);
    for (const slot of named) total[slot] = (total[slot] ?? 0) + weights.named;
    for (const slot of exact) total[slot] = (total[slot] ?? 0) + 10;
    for (const slot of words.keys()) total[slot] = (total[slot] ?? 0) + weights.keyword;
    const limit = Math.min(asked.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
    const best = topSlots(total, limit, (slot) => passes(slots.facts(slot), asked));
    const least = asked.leastScore ?? LEAST_CONFIDENCE;
    const hits: SearchHit[] = [];
    for (const { slot, score } of best) {
      const likely = exact.has(slot) || named.has(slot) ? 1 : confidence(score);
      if (likely < least) break;
      const facts: EntryFacts = slots.facts(slot);
      hits.push({ ...facts, score: likely, why: explain(slot) });
    }
    return hits.length === 0 ? { hits, advice: NOTHING_FITS, notices } : { hits, notices };

    function explain(slot: number): string[] {
      const why: string[] = [];
      if (exact.has(slot)) why.push("the request is its name");
      else if (named.has(slot)) why.push("the request names it");
      const keyword = words.get(slot);
      if (keyword !== undefined) why.push(`its keyword "${keyword}" is in the request`);
      const shared = lexical.sharedWords(prepared, slot).slice(0, 5);
      if (shared.length > 0) why.push(`shares ${shared.join(", ")}`);
      const near = meaning?.[slot] ?? 0;
      if (near > 0) why.push(`meaning ${near.toFixed(2)}`);
      return why;
    }
  }

  /** The likeness in meaning of every slot, by the first embedder that answers; undefined when none does. */
  async function meaningOf(
    text: string,
    { signal }: SearchOptions,
    notices: string[],
  ): Promise<Float32Array | undefined> {
    for (const space of spaces) {
      const found = await space.scan(text, slots.count, signal === undefined ? {} : { signal });
      if (found.type === "scores") return found.scores;
      notices.push(found.notice);
    }
    return undefined;
  }

  return {
    search,
    async add(entries, given = {}) {
      const fresh = new Map<string, IndexEntry[]>();
      const report = { added: 0, replaced: 0, unchanged: 0, embedded: 0 };
      for (const entry of entries) {
        const hash = contentHash(entry, weights.vector);
        const held = slots.slotOf(entry.id);
        if (held !== undefined && slots.hashOf(held) === hash) {
          report.unchanged++;
          continue;
        }
        if (held === undefined) report.added++;
        else {
          report.replaced++;
          drop(held);
        }
        place(entry, hash);
        const same = fresh.get(hash);
        if (same === undefined) fresh.set(hash, [entry]);
        else same.push(entry);
      }
      const distinct = new Map(
        [...fresh].flatMap(([hash, [entry]]) => (entry === undefined ? [] : [[hash, entry]])),
      );
      for (const space of spaces) {
        const made = await space.fill(distinct, (hash) => slotsOf(fresh.get(hash), hash), {
          ...making,
          ...given,
        });
        if (space === spaces[0]) report.embedded = made;
      }
      return report;
    },
    remove(ids) {
      let count = 0;
      for (const id of ids) {
        const slot = slots.slotOf(id);
        if (slot === undefined) continue;
        drop(slot);
        count++;
      }
      return count;
    },
    async changeEmbedder(embedder, entries, given = {}) {
      const next = createVectorSpace(embedder, announce);
      const byHash = new Map<string, IndexEntry[]>();
      for (const entry of entries) {
        const hash = contentHash(entry, weights.vector);
        byHash.set(hash, [...(byHash.get(hash) ?? []), entry]);
      }
      const distinct = new Map(
        [...byHash].flatMap(([hash, [entry]]) => (entry === undefined ? [] : [[hash, entry]])),
      );
      await next.fill(distinct, (hash) => slotsOf(byHash.get(hash), hash), { ...making, ...given });
      spaces = [next, ...spaces.slice(given.standby === "add" ? 0 : 1)];
    },
    has: (id) => slots.slotOf(id) !== undefined,
    ids: () => slots.ids(),
    hashes: () => new Set([...slots.ids()].map((id) => slots.hashOf(slots.slotOf(id) ?? -1) ?? "")),
    get size() {
      return slots.size;
    },
    get embedderId() {
      return spaces[0]?.embedderId ?? "";
    },
    get byteLength() {
      return (
        lexical.byteLength + spaces.reduce((sum, space) => sum + space.byteLength, 0) + scores.byteLength
      );
    },
  };

  /** The slots that these entries hold now; one replaced or removed while its vector was made gets none. */
  function slotsOf(entries: readonly IndexEntry[] | undefined, hash: string): number[] {
    return (entries ?? []).flatMap((entry) => {
      const slot = slots.slotOf(entry.id);
      return slot !== undefined && slots.hashOf(slot) === hash ? [slot] : [];
    });
  }
}
