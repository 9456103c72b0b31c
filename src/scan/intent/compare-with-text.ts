import type { Ideas } from "./ideas-of.ts";

/** The ideas and words of a whole text. */
export interface Vocabulary {
  /** The number of its sentences with each idea. */
  readonly carried: Uint32Array;
  /** The number of occurrences of each word, by hash. */
  readonly ideaCounts: ReadonlyMap<number, number>;
}

/** Shorter sentences are too short to compare with the rest of the text. */
const FEW_WORDS = 5;
/** Thresholds for the share of a sentence's words that also occur elsewhere in its text. */
const [OWN_WORDS, SHARED_WORDS] = [0.4, 0.75];

/**
 * Compares a sentence with the rest of its text: the ideas that only this sentence has, and whether most of its words occur
 * elsewhere. The topic of a text occurs in many sentences; an inserted sentence stands out.
 */
export function compareWithText(
  own: readonly number[],
  { hashes }: Ideas,
  { carried, ideaCounts }: Vocabulary,
): { readonly ideas: readonly number[]; readonly words: "own-words" | "shared-words" | undefined } {
  let [words, shared] = [0, 0];
  for (const hash of hashes) {
    if (hash === 0) continue;
    words += 1;
    if ((ideaCounts.get(hash) ?? 0) > 1) shared += 1;
  }
  const isOwn = shared < OWN_WORDS * words;
  const isShared = shared > SHARED_WORDS * words;
  return {
    ideas: own.filter((idea) => carried[idea] === 1),
    words: words < FEW_WORDS ? undefined : isOwn ? "own-words" : isShared ? "shared-words" : undefined,
  };
}
