import type { Embedder, EmbedOptions } from "../../model/embedder.ts";
import type { IndexEntry } from "../index-entry.ts";
import type { VectorWeights } from "../ranking-weights.ts";
import { entryVectors } from "./entry-vectors.ts";
import type { VectorCache } from "./vector-cache.ts";
import { createVectorTable, MAX_QUERIES } from "./vector-table.ts";

/** A request against the entries. The numbers are shared between searches: read them before anything is awaited. */
export interface Comparison {
  /** Likeness of the whole request with each slot, in a large index a near guess. */
  readonly whole: Float32Array;
  /** Likeness of the whole request with one slot, where `whole` only guesses it. */
  exactly?(slot: number): number;
  /** Likeness of the part that comes nearest to the slot. */
  nearestPart(slot: number): number;
}

export type EmbeddedRequest =
  | {
      readonly type: "embedded";
      readonly vector: Float32Array;
      readonly embedderId: string;
      compare(count: number): Comparison;
    }
  | { readonly type: "silent"; readonly notice: string };

/** The vectors of one embedder: vectors of two embedders never meet. */
export interface VectorSpace {
  readonly embedderId: string;
  /** Makes or fetches the vectors and puts each into the slots that `slotsOf` its hash; says how many were made. */
  fill(
    entries: ReadonlyMap<string, IndexEntry>,
    slotsOf: (hash: string) => readonly number[],
    options: { cache: VectorCache; weights: VectorWeights } & EmbedOptions,
  ): Promise<number>;
  /** The vectors of all slots below `count`, and puts them in again; false when they cannot be of this embedder. */
  save(count: number): Uint8Array;
  load(saved: Uint8Array, count: number): boolean;
  clear(slot: number): void;
  /** Embeds a request and its parts, to be compared with every slot below a count. */
  embed(request: string, parts: readonly string[], options: EmbedOptions): Promise<EmbeddedRequest>;
  readonly byteLength: number;
}

/** In an index larger than this, a quick look finds what is worth a whole look. */
const GUESSED_ABOVE = 4_000;

/** A space without vectors. `announce` hears once that the embedder does not answer, and once that it does again. */
export function createVectorSpace(embedder: Embedder, announce: (notice: string) => void): VectorSpace {
  const table = createVectorTable(embedder.dimensions);
  let silentSince = "";

  function fellSilent(cause: unknown): string {
    const reason = cause instanceof Error ? cause.message : String(cause);
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
    return {
      whole: table.scan(vector, count, guess ? "quick" : "whole"),
      ...(guess ? { exactly: (slot: number) => table.likeness(0, slot) } : {}),
      nearestPart(slot) {
        let nearest = Number.NEGATIVE_INFINITY;
        for (let part = 1; part < asked.length; part++)
          nearest = Math.max(nearest, table.likeness(part, slot));
        return nearest;
      },
    };
  }

  return {
    embedderId: embedder.id,
    async fill(entries, slotsOf, options) {
      const signal = options.signal;
      try {
        const { vectors, made } = await entryVectors(entries, embedder, options);
        for (const [hash, bytes] of vectors) for (const slot of slotsOf(hash)) table.set(slot, bytes);
        answered();
        return made;
      } catch (cause) {
        if (signal?.aborted) throw cause;
        fellSilent(cause);
        return 0;
      }
    },
    save: (count) => table.save(count),
    load: (saved, count) => table.load(saved, count),
    clear: (slot) => table.clear(slot),
    async embed(request, parts, options) {
      try {
        const [vector, ...others] = await embedder.embed([request, ...parts], "query", options);
        if (vector?.length !== embedder.dimensions)
          throw new Error(`gave ${vector?.length ?? 0} numbers instead of ${embedder.dimensions}`);
        answered();
        return {
          type: "embedded",
          vector,
          embedderId: embedder.id,
          compare: (count) => compare(vector, others, count),
        };
      } catch (cause) {
        if (options.signal?.aborted) throw cause;
        return { type: "silent", notice: fellSilent(cause) };
      }
    },
    get byteLength() {
      return table.byteLength;
    },
  };
}
