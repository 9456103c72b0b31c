import type { Spelling } from "../../model/embedded/spelling.ts";
import { MAX_ENTRY_WORDS, MAX_REQUEST_WORDS } from "../../model/embedded/word-comparison.ts";
import type { WordVectors } from "../../model/embedded/word-vectors.ts";
import { fieldTexts, type IndexEntry } from "../index-entry.ts";
import { createRecords, type SavedRecords } from "../structures/records.ts";
import { spellOut } from "./extract-terms.ts";

/** So many words of an entry are kept. */
const MAX_LISTED = 96;

const MAX_WORD = 65_536;

/** How well the words of a request and of an entry answer one another, each from 0 to 1. */
export interface WordLikeness {
  /** What share of the request the entry answers. */
  readonly asked: number;
  /** What share of the entry's name the request asks for, and what share of all its words. */
  readonly named: number;
  readonly told: number;
}

/** Lays a request against entries word for word: each word finds the one that comes nearest in meaning. */
export interface WordMatching {
  add(slot: number, entry: IndexEntry): void;
  remove(slot: number): void;
  /** The words of a request, the weightiest when they are many. */
  prepare(request: string): readonly number[];
  /** The likeness of a request's words with each of the slots. */
  compare(asked: readonly number[], slots: readonly number[], entries: number): WordLikeness[];
  readonly spelling: Spelling;
  save(): SavedWordLists;
  readonly byteLength: number;
}

const LEAST_WEIGHT = 20;

/** No entries yet, or those that were saved. */
export function createWordMatching(vectors: WordVectors, saved?: SavedWordLists): WordMatching {
  const lists = createWordLists(vectors.count, saved);
  /** By word: one more than its place among the words that are compared; zero for all others between calls. */
  const placeOf = new Uint16Array(vectors.count);

  /** A word like "the" finds its like everywhere, which tells nothing. */
  const saysMuch = (word: number) => vectors.weightOf(word) >= LEAST_WEIGHT;

  /** The different words of the slots, each with a place. */
  function gather(slots: readonly number[]): number[] {
    const told: number[] = [];
    for (const slot of slots)
      for (const word of lists.of(slot)) {
        if (placeOf[word] !== 0 || told.length === MAX_ENTRY_WORDS) continue;
        told.push(word);
        placeOf[word] = told.length;
      }
    return told;
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
      if (asked.length === 0) return slots.map(() => ({ asked: 0, named: 0, told: 0 }));
      const told = gather(slots);
      // The root: one heavy word does not outweigh all others.
      const shares = asked.map((word) => Math.sqrt(vectors.weightOf(word)));
      const all = shares.reduce((sum, share) => sum + share, 0) || 1;
      const { nearest, places, answered } = vectors.compare(asked, told, shares);
      const weight = new Float32Array(told.length);
      for (let place = 0; place < told.length; place++) {
        const word = told[place] as number;
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
        return { asked: answered(length) / all, named, told: gain / (sum || 1) };
      });
      for (const word of told) placeOf[word] = 0;
      return found;
    },
    spelling: vectors.spelling,
    save: () => lists.save(),
    get byteLength() {
      return lists.byteLength + placeOf.byteLength;
    },
  };
}

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
  readonly words: SavedRecords<Uint16Array>;
  readonly named: Uint8Array;
  /** By word. */
  readonly frequency: Uint32Array;
}

/** Lists without words, or those that were saved; `count` is the number of words there are. */
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
