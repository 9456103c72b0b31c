/** What a text is for: some models embed a request and the thing it asks for differently. */
export type EmbedKind = "query" | "document";

export interface EmbedOptions {
  readonly signal?: AbortSignal;
}

/**
 * Turns texts into vectors of unit length. Two vectors may be compared only when their embedders have the same `id`,
 * which therefore names the model, its version and its dimensions.
 */
export interface Embedder {
  readonly id: string;
  readonly dimensions: number;
  embed(texts: readonly string[], kind: EmbedKind, options?: EmbedOptions): Promise<Float32Array[]>;
}

/** An embedder that needs no waiting: search uses it without leaving the current turn. */
export interface ImmediateEmbedder extends Embedder {
  embedNow(text: string, kind: EmbedKind): Float32Array;
}

/** Scales a vector to length one in place; a vector of zeros stays as it is. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) return vector;
  const scale = 1 / Math.sqrt(sum);
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) * scale;
  return vector;
}
