import { MAX_ASKED, MAX_TOLD } from "../../model/embedded/word-table.ts";
import type { WordVectors } from "../../model/embedded/word-vectors.ts";
import { fieldTexts, type IndexEntry } from "../index-entry.ts";
import { spellOut } from "./spell-out.ts";
import { createWordLists, type SavedWordLists } from "./word-lists.ts";

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
        if (placeOf[word] !== 0 || told.length === MAX_TOLD) continue;
        told.push(word);
        placeOf[word] = told.length;
      }
    return told;
  }

  return {
    add(slot, entry) {
      const { name, description, parameters, intent } = fieldTexts(entry);
      const named = vectors.wordsOf(spellOut(name));
      const rest = vectors.wordsOf(`${description}\n${intent}\n${spellOut(parameters)}`);
      const said = named.filter(saysMuch);
      lists.set(slot, [...new Set([...said, ...rest.filter(saysMuch)])], said.length);
    },
    remove: (slot) => lists.clear(slot),
    prepare(request) {
      const words = vectors.wordsOf(request).filter(saysMuch);
      if (words.length <= MAX_ASKED) return words;
      return words.sort((a, b) => vectors.weightOf(b) - vectors.weightOf(a)).slice(0, MAX_ASKED);
    },
    compare(asked, slots, entries) {
      if (asked.length === 0) return slots.map(() => ({ asked: 0, named: 0, told: 0 }));
      const told = gather(slots);
      const shares = asked.map((word) => vectors.weightOf(word));
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
    save: () => lists.save(),
    get byteLength() {
      return lists.byteLength + placeOf.byteLength;
    },
  };
}
