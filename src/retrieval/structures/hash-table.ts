import { createGrowingArray } from "./growing-array.ts";

/** Numbers by the hash of a text. The texts are stored elsewhere; the caller checks whether a number belongs to its text. */
interface HashTable {
  add(hash: number, value: number): void;
  remove(hash: number, value: number): void;
  /** The first value of that hash for which `matches` holds. */
  find(hash: number, matches: (value: number) => boolean): number | undefined;
  /** All numbers, for `createHashTable(saved)`. */
  save(): SavedHashes;
  readonly byteLength: number;
}

export interface SavedHashes {
  /** By place: the value, and its hash. */
  readonly pairs: Uint32Array;
}

/** Marks a place that was never taken, and one whose value was removed. */
const FREE = 0;
const GONE = 2 ** 32 - 1;
/** Values are stored increased by one, so that 0 means empty. */
const FIRST = 1;
const LEAST_PLACES = 64;
/** The share of taken places at which the table grows, and the places for each value afterwards. */
const FULL = 0.8;
const ROOMY = 1.25;

/** A hash of a text, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The low bits select the place, so they must depend on every character.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Starts empty or with saved numbers. */
export function createHashTable(saved?: SavedHashes): HashTable {
  const pairs = createGrowingArray(Uint32Array, saved?.pairs);
  let places = saved === undefined ? LEAST_PLACES : saved.pairs.length / 2;
  let taken = 0;
  for (let place = 0; place < places; place++) if (pairs.numbers[place * 2] !== FREE) taken++;

  function insert(hash: number, kept: number): void {
    const { numbers } = pairs;
    let place = hash & (places - 1);
    while (numbers[place * 2] !== FREE) place = (place + 1) & (places - 1);
    numbers[place * 2] = kept;
    numbers[place * 2 + 1] = hash;
    taken++;
  }

  const isLive = (kept: number) => kept !== FREE && kept !== GONE;

  function grow(): void {
    const old = pairs.numbers.slice(0, places * 2);
    let live = 0;
    for (let at = 0; at < old.length; at += 2) if (isLive(old[at] as number)) live++;
    pairs.numbers.fill(0, 0, places * 2);
    for (places = LEAST_PLACES; places * FULL < live * ROOMY; ) places *= 2;
    pairs.reserve(places * 2);
    taken = 0;
    for (let at = 0; at < old.length; at += 2)
      if (isLive(old[at] as number)) insert(old[at + 1] as number, old[at] as number);
  }

  return {
    add(hash, value) {
      if (taken >= places * FULL) grow();
      insert(hash, value + FIRST);
    },
    remove(hash, value) {
      const { numbers } = pairs;
      const mask = places - 1;
      for (let place = hash & mask; numbers[place * 2] !== FREE; place = (place + 1) & mask) {
        if (numbers[place * 2] !== value + FIRST || numbers[place * 2 + 1] !== hash) continue;
        numbers[place * 2] = GONE;
        return;
      }
    },
    find(hash, matches) {
      const { numbers } = pairs;
      const mask = places - 1;
      for (let place = hash & mask; numbers[place * 2] !== FREE; place = (place + 1) & mask) {
        const kept = numbers[place * 2] as number;
        if (numbers[place * 2 + 1] === hash && kept !== GONE && matches(kept - FIRST)) return kept - FIRST;
      }
      return undefined;
    },
    save: () => ({ pairs: pairs.numbers.slice(0, places * 2) }),
    get byteLength() {
      return places * 8;
    },
  };
}
