import type { Embedder, EmbedOptions } from "../../model/embedder.ts";
import { fieldTexts, type IndexEntry } from "../index-entry.ts";
import type { VectorWeights } from "../ranking-weights.ts";
import { spellOut } from "../words/spell-out.ts";
import type { VectorCache } from "./vector-cache.ts";
import { isVectorOf, quantize } from "./vector-table.ts";

interface EntryVectors {
  /** By content hash. */
  readonly vectors: ReadonlyMap<string, Uint8Array>;
  readonly made: number;
  readonly reused: number;
}

/** Texts sent to an embedder at once. */
const BATCH = 64;

/** The hash that tells whether an entry's vector still fits it: its texts and how they are weighed. */
export function contentHash(
  entry: IndexEntry,
  weights: VectorWeights,
  sha256: (text: string) => string,
): string {
  return sha256(JSON.stringify([fieldTexts(entry), weights])).slice(0, 32);
}

/** One vector per entry, from the cache where it has it, otherwise made and kept there. */
export async function entryVectors(
  entries: ReadonlyMap<string, IndexEntry>,
  embedder: Embedder,
  { cache, weights, signal }: { cache: VectorCache; weights: VectorWeights } & EmbedOptions,
): Promise<EntryVectors> {
  const vectors = new Map<string, Uint8Array>();
  for (const [hash, bytes] of await cache.read(embedder.id, [...entries.keys()]))
    if (isVectorOf(bytes, embedder.dimensions)) vectors.set(hash, bytes);
  const missing = [...entries].filter(([hash]) => !vectors.has(hash));
  const options = signal === undefined ? {} : { signal };
  for (let start = 0; start < missing.length; start += BATCH) {
    const batch = missing.slice(start, start + BATCH);
    const parts = batch.map(([, entry]) => weighedTexts(entry, weights));
    const embedded = await embedder.embed(
      parts.flatMap((texts) => texts.map(({ text }) => text)),
      "document",
      options,
    );
    const made = new Map<string, Uint8Array>();
    let next = 0;
    for (const [index, [hash]] of batch.entries()) {
      const sum = new Float32Array(embedder.dimensions);
      for (const { weight } of parts[index] ?? []) addScaled(sum, embedded[next++], weight);
      made.set(hash, quantize(sum));
    }
    await cache.write(embedder.id, made);
    for (const [hash, bytes] of made) vectors.set(hash, bytes);
  }
  return { vectors, made: missing.length, reused: entries.size - missing.length };
}

/** The texts of an entry that have a weight; a name is read together with its description. */
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
