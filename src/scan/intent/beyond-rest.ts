import type { Ideas } from "./ideas-of.ts";

/** The ideas and words of a whole text. */
export interface Vocabulary {
  /** How many of its sentences carry each idea. */
  readonly carried: Uint32Array;
  /** How often each word stands in it, by hash. */
  readonly held: ReadonlyMap<number, number>;
}

/** Sentences with fewer words say nothing about whose they are. */
const FEW_WORDS = 5;
/** Shares of the words of a sentence that stand elsewhere in its text. */
const [OWN_WORDS, SHARED_WORDS] = [0.4, 0.75];

/**
 * What a sentence has that the rest of its text has not: ideas, and whether most of its words are its own or shared. What a text is
 * for stands in many of its sentences; what somebody else put in does not.
 */
export function beyondRest(
  own: readonly number[],
  { hashes }: Ideas,
  { carried, held }: Vocabulary,
): { readonly ideas: readonly number[]; readonly words: "own-words" | "shared-words" | undefined } {
  let [words, shared] = [0, 0];
  for (const hash of hashes) {
    if (hash === 0) continue;
    words += 1;
    if ((held.get(hash) ?? 0) > 1) shared += 1;
  }
  const isOwn = shared < OWN_WORDS * words;
  const isShared = shared > SHARED_WORDS * words;
  return {
    ideas: own.filter((idea) => carried[idea] === 1),
    words: words < FEW_WORDS ? undefined : isOwn ? "own-words" : isShared ? "shared-words" : undefined,
  };
}
