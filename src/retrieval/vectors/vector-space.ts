import type { Embedder, EmbedOptions } from "../../model/embedder.ts";
import { defined } from "../../support/defined.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { hearTalk, type TalkScore } from "../confidence.ts";
import { examplesOf, fieldTexts, type IndexEntry, quotesOf } from "../index-entry.ts";
import type { VectorWeights } from "../ranking-weights.ts";
import { spellOut } from "../words/extract-terms.ts";
import { createExampleVectors, type NearestExamples, type SavedExamples } from "./example-vectors.ts";
import type { VectorCache } from "./vector-cache.ts";
import {
  areVectorsOf,
  createVectorTable,
  MAX_QUERIES,
  quantize,
  roomForVectors,
  splitVectors,
} from "./vector-table.ts";

/** Texts sent to an embedder at once. */
const BATCH = 64;

/** The similarities of a request to the entries. Searches share the arrays, so read them before any `await`. */
export interface Comparison {
  /** The similarity of the whole request to each slot. An estimate in a large index. */
  readonly whole: Float32Array;
  /** The exact similarity of the whole request to some slots, if `whole` is an estimate. */
  exactly?(slots: readonly number[]): readonly number[];
  /** The similarity of one part to some slots. */
  part(index: number, slots: readonly number[]): readonly number[];
  /** The similarity of the part that is nearest, for some slots. */
  nearestPart(slots: readonly number[]): readonly number[];
  /** The similarity of the slots' example requests. */
  readonly examples: NearestExamples;
}

/** The vectors of all slots, as data. */
export interface SavedVectors {
  readonly entries: Uint8Array;
  readonly examples: SavedExamples;
  readonly quotes: SavedExamples;
}

export type EmbeddedRequest =
  | {
      readonly type: "embedded";
      readonly vector: Float32Array;
      readonly embedder: Embedder;
      readonly talk: TalkScore | undefined;
      compare(count: number): Comparison;
    }
  | { readonly type: "silent"; readonly notice: string };

/** The vectors of one embedder. Vectors of different embedders are never compared. */
export interface VectorSpace {
  readonly embedderId: string;
  /**
   * Computes or loads the vectors and stores each in the slots that `slotsOf` returns for its hash. Returns how many were
   * computed.
   */
  fill(
    entries: ReadonlyMap<string, IndexEntry>,
    slotsOf: (hash: string) => readonly number[],
    options: { weights: VectorWeights } & EmbedOptions,
  ): Promise<number>;
  /** Saves the vectors of all slots below `count`, and loads them. Loading returns false if they cannot be of this embedder. */
  save(count: number): SavedVectors;
  load(saved: SavedVectors, count: number): boolean;
  clear(slot: number): void;
  /** Embeds a request and its parts, to be compared with every slot below a count. */
  embed(request: string, parts: readonly string[], options: EmbedOptions): Promise<EmbeddedRequest>;
  readonly byteLength: number;
}

const NO_QUOTES = { slots: new Uint32Array(), nearest: new Float32Array() };

/** In a larger index, a quick scan selects the entries to compare in full. */
const GUESSED_ABOVE = 4_000;

/** Creates a space without vectors. `announce` is called once when the embedder fails, and once when it answers again. */
export function createVectorSpace(
  embedder: Embedder,
  { cache, announce }: { readonly cache: VectorCache; readonly announce: (notice: string) => void },
): VectorSpace {
  const table = createVectorTable(embedder.dimensions);
  const examples = createExampleVectors(embedder.dimensions);
  const quotes = createExampleVectors(embedder.dimensions);
  let silentSince = "";

  function fellSilent(cause: unknown): string {
    const reason = thrownText(cause);
    const notice = `The embedder "${embedder.id}" does not answer (${reason}); searching without it`;
    if (silentSince === "") announce(notice);
    silentSince = notice;
    return notice;
  }

  function answered(): void {
    if (silentSince !== "") announce(`The embedder "${embedder.id}" answers again`);
    silentSince = "";
  }

  function compare(vector: Float32Array, parts: readonly Float32Array[], count: number): Comparison {
    const guess = count > GUESSED_ABOVE;
    const asked = [vector, ...parts].slice(0, MAX_QUERIES);
    table.ask(asked);
    const whole = table.scan(vector, count, guess ? "quick" : "whole");
    // The similarity of an entry is that of the nearest request that its description quotes.
    const quoted = quotes.compare(vector);
    const { slots, nearest } = quoted.all ?? NO_QUOTES;
    for (let place = 0; place < slots.length; place++) {
      const slot = slots[place] as number;
      if (slot < count) whole[slot] = Math.max(whole[slot] as number, nearest[place] as number);
    }
    const exactly = (slots: readonly number[]) =>
      Array.from(table.likenesses(0, slots), (likeness, place) =>
        Math.max(likeness, quoted.of(slots[place] as number)?.nearest ?? -1),
      );
    const part = (index: number, slots: readonly number[]) =>
      index + 1 < asked.length ? Array.from(table.likenesses(index + 1, slots)) : slots.map(() => 0);
    return {
      whole,
      ...(guess || quoted.all === undefined ? { exactly } : {}),
      part,
      nearestPart(slots) {
        const nearest = slots.map(() => Number.NEGATIVE_INFINITY);
        for (let index = 1; index < asked.length; index++) {
          const found = table.likenesses(index, slots);
          for (let at = 0; at < nearest.length; at++)
            nearest[at] = Math.max(nearest[at] as number, found[at] as number);
        }
        return nearest;
      },
      examples: examples.compare(vector),
    };
  }

  return {
    embedderId: embedder.id,
    async fill(entries, slotsOf, options) {
      const signal = options.signal;
      try {
        const { vectors, made } = await entryVectors(entries, embedder, { cache, ...options });
        for (const [hash, bytes] of vectors) {
          const [own, ...others] = splitVectors(bytes, embedder.dimensions);
          const given = examplesOf(entries.get(hash)).length;
          for (const slot of slotsOf(hash)) {
            if (own !== undefined) table.set(slot, own);
            examples.set(slot, others.slice(0, given));
            quotes.set(slot, others.slice(given));
          }
        }
        answered();
        return made;
      } catch (cause) {
        if (signal?.aborted) throw cause;
        fellSilent(cause);
        return 0;
      }
    },
    save: (count) => ({ entries: table.save(count), examples: examples.save(), quotes: quotes.save() }),
    load: (saved, count) =>
      table.load(saved.entries, count) && examples.load(saved.examples) && quotes.load(saved.quotes),
    clear(slot) {
      table.clear(slot);
      examples.clear(slot);
      quotes.clear(slot);
    },
    async embed(request, parts, options) {
      try {
        const [vector, ...others] = await embedder.embed([request, ...parts], "query", options);
        if (vector?.length !== embedder.dimensions)
          throw new Error(`gave ${vector?.length ?? 0} numbers instead of ${embedder.dimensions}`);
        answered();
        return {
          type: "embedded",
          vector,
          embedder,
          talk: await hearTalk(vector, embedder, cache),
          compare: (count) => compare(vector, others, count),
        };
      } catch (cause) {
        if (options.signal?.aborted) throw cause;
        return { type: "silent", notice: fellSilent(cause) };
      }
    },
    get byteLength() {
      return table.byteLength + examples.byteLength + quotes.byteLength;
    },
  };
}

interface EntryVectors {
  /** By content hash: the entry's own vector, then those of its examples and of the requests that it quotes. */
  readonly vectors: ReadonlyMap<string, Uint8Array>;
  readonly made: number;
  readonly reused: number;
}

/** The hash of an entry's texts and their weights. The entry's vector is valid as long as it is equal. */
export function contentHash(
  entry: IndexEntry,
  weights: VectorWeights,
  sha256: (text: string) => string,
): string {
  return sha256(JSON.stringify([fieldTexts(entry), requestsOf(entry), weights])).slice(0, 32);
}

/** The requests of an entry with separate vectors: the examples, then those that its description quotes. */
function requestsOf(entry: IndexEntry | undefined): readonly string[] {
  return [...examplesOf(entry), ...quotesOf(entry)];
}

/** The vectors of each entry, from the cache. Missing ones are computed and cached. */
export async function entryVectors(
  entries: ReadonlyMap<string, IndexEntry>,
  embedder: Embedder,
  { cache, weights, signal }: { cache: VectorCache; weights: VectorWeights } & EmbedOptions,
): Promise<EntryVectors> {
  const vectors = new Map<string, Uint8Array>();
  for (const [hash, bytes] of await cache.read(embedder.id, [...entries.keys()]))
    if (areVectorsOf(bytes, embedder.dimensions, 1 + requestsOf(entries.get(hash)).length))
      vectors.set(hash, bytes);
  const missing = [...entries].filter(([hash]) => !vectors.has(hash));
  const options = defined({ signal });
  for (let start = 0; start < missing.length; start += BATCH) {
    const batch = missing.slice(start, start + BATCH);
    const parts = batch.map(([, entry]) => weighedTexts(entry, weights));
    const examples = batch.map(([, entry]) => requestsOf(entry));
    const embedded = await embedder.embed(
      parts.flatMap((texts) => texts.map(({ text }) => text)),
      "document",
      options,
    );
    const requests = examples.flat();
    // Embedded like requests, because they are compared with requests.
    const asked = requests.length === 0 ? [] : await embedder.embed(requests, "query", options);
    const made = new Map<string, Uint8Array>();
    // One array for all, because many small ones would fragment the memory.
    const room = roomForVectors(batch.length + requests.length, embedder.dimensions);
    const places = splitVectors(room, embedder.dimensions);
    const sum = new Float32Array(embedder.dimensions);
    let [next, nextExample, at, from] = [0, 0, 0, 0];
    for (const [index, [hash]] of batch.entries()) {
      sum.fill(0);
      for (const { weight } of parts[index] ?? []) addScaled(sum, embedded[next++], weight);
      quantize(sum, places[at++]);
      for (const _ of examples[index] ?? []) quantize(asked[nextExample++] ?? sum.fill(0), places[at++]);
      const end = at * (room.length / places.length);
      made.set(hash, room.subarray(from, end));
      from = end;
    }
    await cache.write(embedder.id, made);
    for (const [hash, bytes] of made) vectors.set(hash, bytes);
  }
  return { vectors, made: missing.length, reused: entries.size - missing.length };
}

/** The texts of an entry that have a weight. The name is embedded together with the description. */
function weighedTexts(entry: IndexEntry, weights: VectorWeights): { text: string; weight: number }[] {
  const { name, description, parameters, category, intent } = fieldTexts(entry);
  const all = [
    { text: `${spellOut(name)}: ${description}`, weight: weights.whole },
    { text: description, weight: weights.description },
    { text: spellOut(parameters), weight: weights.parameters },
    { text: spellOut(category), weight: weights.category },
    { text: intent, weight: weights.intent },
  ];
  return all.filter(({ text, weight }) => text !== "" && weight !== 0);
}

function addScaled(sum: Float32Array, vector: Float32Array | undefined, weight: number): void {
  if (vector === undefined) return;
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0) * weight;
}
