/** The purpose of a text: some models embed a request and a document differently. */
export type EmbedKind = "query" | "document";

export interface EmbedOptions {
  readonly signal?: AbortSignal;
}

/**
 * Turns texts into vectors of unit length. Two vectors may be compared only if their embedders have the same
 * `id`, which therefore names the model, its version and its dimensions.
 */
export interface Embedder {
  readonly id: string;
  readonly dimensions: number;
  embed(texts: readonly string[], kind: EmbedKind, options?: EmbedOptions): Promise<Float32Array[]>;
}

/** A synchronous embedder: search uses it without leaving the current turn. */
export interface ImmediateEmbedder extends Embedder {
  embedNow(text: string, kind: EmbedKind): Float32Array;
}

/** Scales a vector to unit length in place. A zero vector stays unchanged. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) return vector;
  const scale = 1 / Math.sqrt(sum);
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) * scale;
  return vector;
}
