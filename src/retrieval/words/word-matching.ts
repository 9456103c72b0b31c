import type { Spelling } from "../../model/embedded/spelling.ts";
import { MAX_ENTRY_WORDS, MAX_REQUEST_WORDS } from "../../model/embedded/word-comparison.ts";
import type { WordVectors } from "../../model/embedded/word-vectors.ts";
import { fieldTexts, type IndexEntry } from "../index-entry.ts";
import { createRecords, type SavedRecords } from "../structures/records.ts";
import { spellOut } from "./extract-terms.ts";

/** The maximum number of stored words per entry. */
const MAX_LISTED = 96;

const MAX_WORD = 65_536;

/** How well the words of a request and of an entry cover each other, each from 0 to 1. */
export interface WordLikeness {
  /** The share of the request that the entry covers. */
  readonly asked: number;
  /** The shares of the entry's name, and of all its words, that the request covers. */
  readonly named: number;
  readonly described: number;
}

/** Compares a request with entries word by word: each word is matched with the one nearest in meaning. */
export interface WordMatching {
  add(slot: number, entry: IndexEntry): void;
  remove(slot: number): void;
  /** The words of a request. Of many words, those with the highest weights. */
  prepare(request: string): readonly number[];
  /** Compares the words of a request with each of the slots. */
  compare(asked: readonly number[], slots: readonly number[], entries: number): WordLikeness[];
  readonly spelling: Spelling;
  save(): SavedWordLists;
  readonly byteLength: number;
}

const LEAST_WEIGHT = 20;

/** Starts empty or with saved entries. */
export function createWordMatching(vectors: WordVectors, saved?: SavedWordLists): WordMatching {
  const lists = createWordLists(vectors.count, saved);
  /** By word: its index among the compared words plus one. 0 for all others, and between calls. */
  const placeOf = new Uint16Array(vectors.count);

  /** A word like "the" matches everywhere, so it is not specific. */
  const saysMuch = (word: number) => vectors.weightOf(word) >= LEAST_WEIGHT;

  /** The distinct words of the slots, each with an index. */
  function gather(slots: readonly number[]): number[] {
    const described: number[] = [];
    for (const slot of slots)
      for (const word of lists.of(slot)) {
        if (placeOf[word] !== 0 || described.length === MAX_ENTRY_WORDS) continue;
        described.push(word);
        placeOf[word] = described.length;
      }
    return described;
  }

  return {
    add(slot, entry) {
      const { name, description, parameters, intent, examples } = fieldTexts(entry);
      const named = vectors.wordsOf(spellOut(name));
      const rest = vectors.wordsOf(`${description}\n${intent}\n${examples}\n${spellOut(parameters)}`);
      const said = named.filter(saysMuch);
      lists.set(slot, [...new Set([...said, ...rest.filter(saysMuch)])], said.length);
    },
    remove: (slot) => lists.clear(slot),
    prepare(request) {
      const words = vectors.wordsOf(request).filter(saysMuch);
      if (words.length <= MAX_REQUEST_WORDS) return words;
      return words.sort((a, b) => vectors.weightOf(b) - vectors.weightOf(a)).slice(0, MAX_REQUEST_WORDS);
    },
    compare(asked, slots, entries) {
      if (asked.length === 0) return slots.map(() => ({ asked: 0, named: 0, described: 0 }));
      const described = gather(slots);
      // The root, so that one word with a high weight does not outweigh all others.
      const shares = asked.map((word) => Math.sqrt(vectors.weightOf(word)));
      const all = shares.reduce((sum, share) => sum + share, 0) || 1;
      const { nearest, places, answered } = vectors.compare(asked, described, shares);
      const weight = new Float32Array(described.length);
      for (let place = 0; place < described.length; place++) {
        const word = described[place] as number;
        const rarity = Math.log(1 + entries / (lists.frequencyOf(word) + 0.5));
        weight[place] = vectors.weightOf(word) * rarity;
      }
      const found = slots.map((slot): WordLikeness => {
        const words = lists.of(slot);
        const lastNamed = lists.namedOf(slot) - 1;
        let [length, sum, gain, named] = [0, 0, 0, 0];
        for (let at = 0; at < words.length; at++) {
          const place = (placeOf[words[at] as number] as number) - 1;
          if (place < 0) continue;
          places[length++] = place;
          sum += weight[place] as number;
          gain += (weight[place] as number) * (nearest[place] as number);
          if (at === lastNamed) named = gain / (sum || 1);
        }
        return { asked: answered(length) / all, named, described: gain / (sum || 1) };
      });
      for (const word of described) placeOf[word] = 0;
      return found;
    },
    spelling: vectors.spelling,
    save: () => lists.save(),
    get byteLength() {
      return lists.byteLength + placeOf.byteLength;
    },
  };
}

/** The words of the entry in each slot. Words of the name come first. */
interface WordLists {
  set(slot: number, words: readonly number[], named: number): void;
  /** Deletes the words of a slot. */
  clear(slot: number): void;
  /** Valid until the next change. */
  of(slot: number): Uint16Array;
  /** How many of the words belong to the name. */
  namedOf(slot: number): number;
  /** The number of slots with a word. */
  frequencyOf(word: number): number;
  save(): SavedWordLists;
  readonly byteLength: number;
}

export interface SavedWordLists {
  readonly words: SavedRecords<Uint16Array>;
  readonly named: Uint8Array;
  /** By word. */
  readonly frequency: Uint32Array;
}

/** Creates lists, empty or with saved words. `count` is the number of all words. */
export function createWordLists(count: number, saved?: SavedWordLists): WordLists {
  const words = createRecords((length) => new Uint16Array(length), saved?.words);
  let named = saved === undefined ? new Uint8Array(64) : new Uint8Array(saved.named);
  const frequency = new Uint32Array(Math.min(count, MAX_WORD));
  if (saved !== undefined) frequency.set(saved.frequency);

  return {
    set(slot, given, namedCount) {
      if (slot >= named.length) {
        const larger = new Uint8Array((slot + 1) * 2);
        larger.set(named);
        named = larger;
      }
      const list = given.filter((word) => word < MAX_WORD).slice(0, MAX_LISTED);
      words.open(list.length).set(list);
      words.close(slot, list.length);
      named[slot] = Math.min(namedCount, list.length);
      for (const word of list) frequency[word] = (frequency[word] ?? 0) + 1;
    },
    clear(slot) {
      for (const word of words.of(slot)) frequency[word] = (frequency[word] ?? 1) - 1;
      words.clear(slot);
      if (slot < named.length) named[slot] = 0;
    },
    of: words.of,
    namedOf: (slot) => named[slot] ?? 0,
    frequencyOf: (word) => frequency[word] ?? 0,
    save: () => ({ words: words.save(), named, frequency }),
    get byteLength() {
      return words.byteLength + named.byteLength + frequency.byteLength;
    },
  };
}
