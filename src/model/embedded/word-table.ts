/** No more asked and told words than these are compared at once, and no more of the told ones answer together. */
export const MAX_ASKED = 32;
export const MAX_TOLD = 8_192;
export const MAX_ANSWERING = 256;

/** What came of laying asked words against told ones. Valid until the next comparison. */
interface WordTable {
  /** For each told word its likeness with the asked one that comes nearest: a cosine, at least 0. */
  readonly nearest: Float32Array;
  /** Here the caller writes places of told words before `answered()`. */
  readonly places: Uint16Array;
  /** What the told words at the first `count` places answer: the nearest to each asked word times its share, summed. */
  answered(count: number): number;
}

/** Compares each asked word, which has a share, with each told one. */
export type CompareWords = (
  asked: readonly number[],
  told: readonly number[],
  shares: readonly number[],
) => WordTable;
