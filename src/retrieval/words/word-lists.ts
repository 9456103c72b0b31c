/** For each slot the words of its entry, those of its name first. */
interface WordLists {
  set(slot: number, words: readonly number[], named: number): void;
  /** Leaves nothing of a slot's words. */
  clear(slot: number): void;
  /** Valid until the next change. */
  of(slot: number): Uint16Array;
  /** How many of the words are the name's. */
  namedOf(slot: number): number;
  /** In how many slots a word is. */
  frequencyOf(word: number): number;
  save(): SavedWordLists;
  readonly byteLength: number;
}

export interface SavedWordLists {
  readonly words: Uint16Array;
  readonly start: Uint32Array;
  readonly length: Uint8Array;
  readonly named: Uint8Array;
  /** By word. */
  readonly frequency: Uint32Array;
}

/** So many words of an entry are kept. */
const MAX_LISTED = 96;
const MAX_WORD = 65_536;
/** When so much is no longer in use, and more than what is, the lists are moved together. */
const LEAST_WASTE = 4_096;

/** Lists without words, or those that were saved; `count` is the number of words there are. */
export function createWordLists(count: number, saved?: SavedWordLists): WordLists {
  let words = saved === undefined ? new Uint16Array(1024) : new Uint16Array(saved.words);
  let used = saved?.words.length ?? 0;
  let start = saved === undefined ? new Uint32Array(64) : new Uint32Array(saved.start);
  let length = saved === undefined ? new Uint8Array(64) : new Uint8Array(saved.length);
  let named = saved === undefined ? new Uint8Array(64) : new Uint8Array(saved.named);
  const frequency = new Uint32Array(Math.min(count, MAX_WORD));
  if (saved !== undefined) frequency.set(saved.frequency);
  let wasted = 0;

  function makeRoom(slot: number, more: number): void {
    if (slot >= start.length) {
      const room = Math.ceil((slot + 1) * 2);
      start = copied(start, new Uint32Array(room));
      length = copied(length, new Uint8Array(room));
      named = copied(named, new Uint8Array(room));
    }
    if (used + more > words.length) words = copied(words, new Uint16Array(Math.ceil((used + more) * 2)));
  }

  function moveTogether(): void {
    const kept = new Uint16Array(used - wasted);
    let next = 0;
    for (let slot = 0; slot < start.length; slot++) {
      const held = words.subarray(start[slot], (start[slot] ?? 0) + (length[slot] ?? 0));
      kept.set(held, next);
      start[slot] = next;
      next += held.length;
    }
    [words, used, wasted] = [kept, next, 0];
  }

  return {
    set(slot, given, namedCount) {
      const list = given.filter((word) => word < MAX_WORD).slice(0, MAX_LISTED);
      makeRoom(slot, list.length);
      words.set(list, used);
      start[slot] = used;
      length[slot] = list.length;
      named[slot] = Math.min(namedCount, list.length);
      used += list.length;
      for (const word of list) frequency[word] = (frequency[word] ?? 0) + 1;
    },
    clear(slot) {
      const [from, held] = [start[slot] ?? 0, length[slot] ?? 0];
      for (const word of words.subarray(from, from + held)) frequency[word] = (frequency[word] ?? 1) - 1;
      words.fill(0, from, from + held);
      length[slot] = 0;
      named[slot] = 0;
      wasted += held;
      if (wasted > LEAST_WASTE && wasted * 2 > used) moveTogether();
    },
    of: (slot) => words.subarray(start[slot], (start[slot] ?? 0) + (length[slot] ?? 0)),
    namedOf: (slot) => named[slot] ?? 0,
    frequencyOf: (word) => frequency[word] ?? 0,
    save() {
      moveTogether();
      return { words: words.slice(0, used), start, length, named, frequency };
    },
    get byteLength() {
      return words.byteLength + start.byteLength + length.byteLength * 2 + frequency.byteLength;
    },
  };
}

function copied<Numbers extends Uint8Array | Uint16Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
