import type { Spelling } from "../../model/embedded/spelling.ts";
import { MAX_ENTRY_WORDS, MAX_PLACES, MAX_REQUEST_WORDS } from "../../model/embedded/word-comparison.ts";
import type { WordVectors } from "../../model/embedded/word-vectors.ts";
import { fieldTexts, type IndexEntry } from "../index-entry.ts";
import { createRecords, type SavedRecords } from "../structures/records.ts";
import { spellOut } from "./extract-terms.ts";

/** The maximum number of stored words per entry. */
const MAX_LISTED = 96;

/** Words are stored in 16 bits. Those with a higher number are left out. */
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
  /** Opens entries, to be compared with several requests. Valid until others are opened or changed. */
  open(slots: readonly number[], entries: number): OpenedEntries;
  readonly spelling: Spelling;
  save(): SavedWordLists;
  readonly byteLength: number;
}

interface OpenedEntries {
  /** Compares the words of a request with each of the entries. */
  compare(asked: readonly number[]): WordLikeness[];
}

/** Words with less weight in the model are not compared. */
const LEAST_WEIGHT = 20;

/** Rarities are computed once for words in fewer entries than this. */
const MEMORIZED = 1_024;

/** Starts empty or with saved entries. */
export function createWordMatching(vectors: WordVectors, saved?: SavedWordLists): WordMatching {
  const lists = createWordLists(vectors.count, saved);
  /** By word: its index among the compared words plus one. 0 for all others, and between calls. */
  const placeOf = new Uint16Array(vectors.count);

  /** A word like "the" matches everywhere, so it is not specific. */
  const saysMuch = (word: number) => vectors.weightOf(word) >= LEAST_WEIGHT;

  const { comparison } = vectors;
  const { words, places, nearest } = comparison;
  const weights = new Float32Array(MAX_ENTRY_WORDS);
  const rarities = new Float64Array(MEMORIZED);
  let raritiesOf = -1;

  /** How rare a word is among this many entries. */
  function rarityOf(word: number, entries: number): number {
    const frequency = lists.frequencyOf(word);
    const compute = () => Math.log(1 + entries / (frequency + 0.5));
    if (frequency >= MEMORIZED) return compute();
    if (raritiesOf !== entries) rarities.fill(0);
    raritiesOf = entries;
    const known = rarities[frequency] as number;
    if (known > 0) return known;
    const rarity = compute();
    rarities[frequency] = rarity;
    return rarity;
  }

  /** Writes the distinct words of the slots, and where each slot has them. Returns the number of words. */
  function gather(opened: readonly OpenedEntry[], entries: number): number {
    let count = 0;
    let next = 0;
    for (const entry of opened) {
      const list = lists.of(entry.slot);
      const lastNamed = lists.namedOf(entry.slot) - 1;
      entry.from = next;
      for (let at = 0; at < list.length && next < MAX_PLACES; at++) {
        const word = list[at] as number;
        let place = (placeOf[word] as number) - 1;
        if (place < 0 && count < MAX_ENTRY_WORDS) {
          place = count++;
          words[place] = word;
          placeOf[word] = place + 1;
          weights[place] = vectors.weightOf(word) * rarityOf(word, entries);
        }
        if (place < 0) continue;
        places[next++] = place;
        entry.weight += weights[place] as number;
        if (at === lastNamed) entry.namedEnd = next;
      }
      entry.to = next;
    }
    for (let place = 0; place < count; place++) placeOf[words[place] as number] = 0;
    return count;
  }

  function likenessOf({ from, to, namedEnd, weight }: OpenedEntry, all: number): WordLikeness {
    let [sum, gain, named] = [0, 0, 0];
    for (let at = from; at < to; at++) {
      const place = places[at] as number;
      sum += weights[place] as number;
      gain += (weights[place] as number) * (nearest[place] as number);
      if (at + 1 === namedEnd) named = gain / (sum || 1);
    }
    return { asked: comparison.answered(from, to - from) / all, named, described: gain / (weight || 1) };
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
    open(slots, entries) {
      const opened = slots.map((slot): OpenedEntry => ({ slot, from: 0, to: 0, namedEnd: -1, weight: 0 }));
      const count = gather(opened, entries);
      return {
        compare(asked) {
          if (asked.length === 0) return opened.map(() => ({ asked: 0, named: 0, described: 0 }));
          // The root, so that one word with a high weight does not outweigh all others.
          const shares = asked.map((word) => Math.sqrt(vectors.weightOf(word)));
          const all = shares.reduce((sum, share) => sum + share, 0) || 1;
          comparison.compare(asked, count, shares);
          return opened.map((entry) => likenessOf(entry, all));
        },
      };
    },
    spelling: vectors.spelling,
    save: () => lists.save(),
    get byteLength() {
      return lists.byteLength + placeOf.byteLength;
    },
  };
}

/** Where an entry has its words among the places, the end of those of its name, and the weight of all. */
interface OpenedEntry {
  readonly slot: number;
  from: number;
  to: number;
  namedEnd: number;
  weight: number;
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
  const words = createRecords(Uint16Array, saved?.words);
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
