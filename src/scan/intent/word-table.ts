import { IDEAS } from "./concepts.ts";

/** Words that an imperative may follow. */
const COMMANDERS =
  "to must always also please then and or should shall never sure ensure automatically silently first instead you just immediately simply will 's quietly secretly";

const SIZE = 16_384;
const [KEYS, IDEAS_OF] = table();
const COMMANDER_HASHES = new Set(COMMANDERS.split(" ").map(hashOf));

/** One more character of a word, in lower case. */
export function hashStep(hash: number, code: number): number {
  return ((Math.imul(hash, 0x01000193) ^ code) + 0x9e3779b) | 0;
}

/** The hash of a whole word in lower case. */
export function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at));
  return hash;
}

/** The numbers of a word's ideas, by the hash of the word. Two words with the same hash would be confused. */
export function ideasByHash(hash: number): readonly number[] | undefined {
  for (let slot = hash & (SIZE - 1); ; slot = (slot + 1) & (SIZE - 1)) {
    const ideas = IDEAS_OF[slot];
    if (ideas === undefined || KEYS[slot] === hash) return ideas;
  }
}

/** Whether an imperative may follow the word with this hash. */
export function isCommander(hash: number): boolean {
  return COMMANDER_HASHES.has(hash);
}

function table(): readonly [Int32Array, readonly (readonly number[] | undefined)[]] {
  const keys = new Int32Array(SIZE);
  const values: (readonly number[] | undefined)[] = Array.from({ length: SIZE });
  for (const [word, ideas] of IDEAS) {
    const hash = hashOf(word);
    let slot = hash & (SIZE - 1);
    while (values[slot] !== undefined && keys[slot] !== hash) slot = (slot + 1) & (SIZE - 1);
    [keys[slot], values[slot]] = [hash, ideas];
  }
  return [keys, values];
}
