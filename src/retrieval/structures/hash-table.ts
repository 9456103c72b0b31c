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
  readonly values: Int32Array;
  readonly hashes: Uint32Array;
}

const FREE = 0;
const GONE = -1;
/** Values are stored increased by one, so that 0 means empty. */
const FIRST = 1;

/** A hash of a text, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The low bits select the place, so they must depend on every character.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Starts empty or with saved numbers. */
export function createHashTable(saved?: SavedHashes): HashTable {
  let values = saved === undefined ? new Int32Array(64) : new Int32Array(saved.values);
  let hashes = saved === undefined ? new Uint32Array(64) : new Uint32Array(saved.hashes);
  let taken = 0;
  for (let place = 0; saved !== undefined && place < values.length; place++)
    if (values[place] !== FREE) taken++;

  function insert(hash: number, kept: number): void {
    const mask = values.length - 1;
    let place = hash & mask;
    while (values[place] !== FREE) place = (place + 1) & mask;
    values[place] = kept;
    hashes[place] = hash;
    taken++;
  }

  function grow(): void {
    const [oldValues, oldHashes] = [values, hashes];
    const live = oldValues.reduce((sum, kept) => sum + (kept >= FIRST ? 1 : 0), 0);
    let room = 64;
    while (room < live * 2.5) room *= 2;
    [values, hashes, taken] = [new Int32Array(room), new Uint32Array(room), 0];
    for (let place = 0; place < oldValues.length; place++)
      if ((oldValues[place] ?? FREE) >= FIRST) insert(oldHashes[place] ?? 0, oldValues[place] ?? FREE);
  }

  return {
    add(hash, value) {
      if (taken >= values.length * 0.7) grow();
      insert(hash, value + FIRST);
    },
    remove(hash, value) {
      const mask = values.length - 1;
      for (let place = hash & mask; values[place] !== FREE; place = (place + 1) & mask) {
        if (values[place] !== value + FIRST || hashes[place] !== hash) continue;
        values[place] = GONE;
        return;
      }
    },
    find(hash, matches) {
      const mask = values.length - 1;
      for (let place = hash & mask; values[place] !== FREE; place = (place + 1) & mask) {
        const kept = values[place] as number;
        if (kept >= FIRST && hashes[place] === hash && matches(kept - FIRST)) return kept - FIRST;
      }
      return undefined;
    },
    save: () => ({ values, hashes }),
    get byteLength() {
      return values.byteLength + hashes.byteLength;
    },
  };
}
