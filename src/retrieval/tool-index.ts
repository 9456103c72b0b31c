import type { WordVectors } from "../model/embedded/word-vectors.ts";
import type { Embedder, EmbedOptions } from "../model/embedder.ts";
import { pureSha256 } from "../support/pure-sha256.ts";
import { fieldTexts, type IndexEntry } from "./index-entry.ts";
import { createLearnedTools } from "./learned-tools.ts";
import { DEFAULT_WEIGHTS, type RankingWeights } from "./ranking-weights.ts";
import type { SearchOptions, SearchResult } from "./search.ts";
import { createSearch } from "./search-entries.ts";
import type { SavedHashes } from "./structures/hash-table.ts";
import { createSlots, type SavedSlots } from "./structures/slots.ts";
import type { VectorCache } from "./vectors/vector-cache.ts";
import {
  contentHash,
  createVectorSpace,
  type SavedVectors,
  type VectorSpace,
} from "./vectors/vector-space.ts";
import { createLexicalIndex, type SavedLexicon } from "./words/lexical-index.ts";
import { createKeywordLookup, createNameLookup } from "./words/name-lookup.ts";
import { createWordMatching, type SavedWordLists } from "./words/word-matching.ts";

export interface ToolIndexOptions {
  readonly embedder: Embedder;
  /** Used while `embedder` does not answer. Its vectors are stored beside the others. */
  readonly standby?: Embedder;
  /** Normalizes texts and requests, as the embedded model does. */
  readonly normalize: (text: string) => string;
  /** The words of the embedded model. With them, the best entries are also compared word by word. */
  readonly words?: WordVectors | undefined;
  readonly cache: VectorCache;
  /** A faster SHA-256 of a text in hexadecimal, if the platform has one. */
  readonly sha256?: (text: string) => string;
  readonly weights?: RankingWeights;
  /** Receives messages for people: an embedder does not answer, or answers again. */
  readonly announce?: (notice: string) => void;
  /** The saved data of an index with the same embedder, weights and normalization. */
  readonly saved?: SavedIndex;
}

/** An index as data, with the vectors of the embedder that it was created with. */
export interface SavedIndex {
  readonly slots: SavedSlots;
  readonly keywords: readonly (readonly [slot: number, keywords: readonly string[]])[];
  readonly names: SavedHashes;
  readonly lexicon: SavedLexicon;
  readonly words?: SavedWordLists | undefined;
  readonly vectors: SavedVectors;
}

interface AddReport {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
  /** The number of vectors that were computed. The others came from the cache. */
  readonly embedded: number;
}

/** Finds tools and skills by name, by words and by meaning, in one ranking. */
export interface ToolIndex {
  /** Adds new entries and replaces changed ones. Unchanged entries are skipped. */
  add(entries: Iterable<IndexEntry>, options?: EmbedOptions): Promise<AddReport>;
  /** Deletes entries and all data derived from them. Returns how many existed. */
  remove(ids: Iterable<string>): number;
  search(request: string, options?: SearchOptions): Promise<SearchResult>;
  /**
   * Computes the vectors of another embedder for the same entries. The current ones are used until it is done. With `standby`
   * "add" the current embedder stays as the fallback.
   */
  changeEmbedder(
    embedder: Embedder,
    entries: Iterable<IndexEntry>,
    options?: EmbedOptions & { readonly standby?: "replace" | "add" },
  ): Promise<void>;
  /** All derived data. Pass it as `saved` to create the same index without reading texts. */
  save(): SavedIndex;
  has(id: string): boolean;
  ids(): Iterable<string>;
  /** The content hashes of all entries: the vectors that are still needed. */
  hashes(): Iterable<string>;
  readonly size: number;
  readonly embedderId: string;
  /** Bytes held outside the JavaScript heap. */
  readonly byteLength: number;
}

const NONE: SavedVectors = {
  entries: new Uint8Array(),
  examples: { vectors: new Uint8Array(), owners: new Uint32Array() },
  quotes: { vectors: new Uint8Array(), owners: new Uint32Array() },
};

type EntriesByHash = Map<string, IndexEntry[]>;

/** An index without entries. */
export function createToolIndex(options: ToolIndexOptions): ToolIndex {
  const { normalize, cache, announce = () => {}, weights = DEFAULT_WEIGHTS } = options;
  const { saved, sha256 = pureSha256 } = options;
  const slots = createSlots(saved?.slots);
  const lexical = createLexicalIndex(normalize, weights.lexical, saved?.lexicon);
  const matching = options.words && createWordMatching(options.words, saved?.words);
  const names = createNameLookup((slot) => [slots.nameOf(slot)], saved?.names);
  const keywords = createKeywordLookup(normalize);
  const learned = createLearnedTools(slots);
  const standby = options.standby === undefined ? [] : [options.standby];
  let spaces = [options.embedder, ...standby].map((embedder) =>
    createVectorSpace(embedder, { cache, announce }),
  );

  function place(entry: IndexEntry, hash: string): void {
    learned.changed();
    const slot = slots.claim(entry, hash);
    lexical.add(slot, fieldTexts(entry));
    matching?.add(slot, entry);
    names.add(slot, entry.name);
    keywords.add(slot, entry.keywords ?? []);
  }

  function drop(dropped: ReadonlySet<number>): void {
    learned.changed();
    lexical.remove(dropped);
    for (const slot of dropped) {
      names.remove(slot, slots.nameOf(slot));
      keywords.remove(slot);
      matching?.remove(slot);
      for (const space of spaces) space.clear(slot);
      slots.release(slot);
    }
  }

  for (const [slot, words] of saved?.keywords ?? []) keywords.add(slot, words);
  if (saved !== undefined && !spaces[0]?.load(saved.vectors, slots.count))
    throw new RangeError("Cannot begin with a saved index: its vectors are of another embedder");

  /** Equal contents are embedded once. An entry that was replaced or removed meanwhile gets no vector. */
  function fill(space: VectorSpace, entries: EntriesByHash, given: EmbedOptions): Promise<number> {
    const distinct = new Map<string, IndexEntry>();
    for (const [hash, [entry]] of entries) if (entry !== undefined) distinct.set(hash, entry);
    const slotsOf = (hash: string) =>
      (entries.get(hash) ?? []).flatMap(({ id }) => {
        const slot = slots.slotOf(id);
        return slot !== undefined && slots.hashOf(slot) === hash ? [slot] : [];
      });
    return space.fill(distinct, slotsOf, { weights: weights.vector, ...given });
  }

  return {
    search: createSearch({
      slots,
      lexical,
      matching,
      names,
      keywords,
      learned,
      spaces: () => spaces,
      weights,
    }),
    async add(entries, given = {}) {
      const report = { added: 0, replaced: 0, unchanged: 0, embedded: 0 };
      const changed = new Map<string, { entry: IndexEntry; hash: string }>();
      const outdated = new Set<number>();
      for (const entry of entries) {
        const hash = contentHash(entry, weights.vector, sha256);
        const known = slots.slotOf(entry.id);
        if (known !== undefined && slots.hashOf(known) === hash) {
          report.unchanged++;
          continue;
        }
        if (known !== undefined) outdated.add(known);
        changed.set(entry.id, { entry, hash });
      }
      drop(outdated);
      report.replaced = outdated.size;
      report.added = changed.size - outdated.size;
      const fresh: EntriesByHash = new Map();
      for (const { entry, hash } of changed.values()) {
        place(entry, hash);
        group(fresh, hash, entry);
      }
      for (const [order, space] of spaces.entries()) {
        const made = await fill(space, fresh, given);
        if (order === 0) report.embedded = made;
      }
      return report;
    },
    remove(ids) {
      const dropped = new Set<number>();
      for (const id of ids) {
        const slot = slots.slotOf(id);
        if (slot !== undefined) dropped.add(slot);
      }
      drop(dropped);
      return dropped.size;
    },
    async changeEmbedder(embedder, entries, given = {}) {
      const next = createVectorSpace(embedder, { cache, announce });
      const all: EntriesByHash = new Map();
      for (const entry of entries) group(all, contentHash(entry, weights.vector, sha256), entry);
      await fill(next, all, given);
      spaces = [next, ...spaces.slice(given.standby === "add" ? 0 : 1)];
    },
    save: () => ({
      slots: slots.save(),
      keywords: [...slots.live()].flatMap((slot) => {
        const words = keywords.of(slot);
        return words.length === 0 ? [] : [[slot, words] as const];
      }),
      names: names.save(),
      lexicon: lexical.save(),
      ...(matching && { words: matching.save() }),
      vectors: spaces.find(({ embedderId }) => embedderId === options.embedder.id)?.save(slots.count) ?? NONE,
    }),
    has: (id) => slots.slotOf(id) !== undefined,
    ids: () => Array.from(slots.live(), slots.idOf),
    hashes: () => new Set(Array.from(slots.live(), (slot) => slots.hashOf(slot))),
    get size() {
      return slots.size;
    },
    get embedderId() {
      return spaces[0]?.embedderId ?? "";
    },
    get byteLength() {
      const vectors = spaces.reduce((sum, space) => sum + space.byteLength, 0);
      const texts = slots.byteLength + names.byteLength + lexical.byteLength;
      return texts + vectors + (matching?.byteLength ?? 0);
    },
  };
}

function group(groups: EntriesByHash, hash: string, entry: IndexEntry): void {
  const group = groups.get(hash);
  if (group === undefined) groups.set(hash, [entry]);
  else group.push(entry);
}
