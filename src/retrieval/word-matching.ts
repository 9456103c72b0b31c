import type { WordVectors } from "../model/embedded/word-vectors.ts";
import { fieldTexts, type IndexEntry } from "./index-entry.ts";
import { loadScan } from "./load-scan.ts";
import { spellOut } from "./spell-out.ts";
import { webAssembly } from "./web-assembly.ts";
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

const PAGE = 65_536;
/** Of a long request, and of all entries compared at once, no more different words than these are looked at. */
const MAX_ASKED = 32;
const MAX_TOLD = 8_192;

/** No entries yet, or those that were saved. */
export function createWordMatching(vectors: WordVectors, saved?: SavedWordLists): WordMatching {
  const lists = createWordLists(vectors.count, saved);
  const width = vectors.dimensions;
  const memory = new webAssembly.Memory({ initial: 1 });
  const { scan } = loadScan(memory);
  /** By word: one more than its place among the words that are compared; zero for all others between calls. */
  const placeOf = new Uint16Array(vectors.count);

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

  /** Likeness of each told word (rows) with each asked one (columns), nothing below zero. */
  function likenesses(asked: readonly number[], told: readonly number[]): Float32Array {
    // In memory, one after another: the asked word, the told ones, their scales, the results of one asked word after another.
    const scalesAt = width + told.length * width;
    const outAt = scalesAt + told.length * 4;
    const missing = outAt + told.length * asked.length * 4 - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    const bytes = new Int8Array(memory.buffer, 0, scalesAt);
    const scales = new Float32Array(memory.buffer, scalesAt, told.length);
    for (const [place, word] of told.entries())
      scales[place] = vectors.copyDirection(word, bytes, width + place * width);
    const table = new Float32Array(told.length * asked.length);
    for (const [column, word] of asked.entries()) {
      const scale = vectors.copyDirection(word, bytes, 0);
      scan(0, width, scalesAt, outAt, told.length, width, width);
      const out = new Float32Array(memory.buffer, outAt, told.length);
      for (let place = 0; place < told.length; place++) {
        const likeness = (out[place] as number) * scale;
        if (likeness > 0) table[place * asked.length + column] = likeness;
      }
    }
    return table;
  }

  return {
    add(slot, entry) {
      const { name, description, parameters, intent } = fieldTexts(entry);
      const named = vectors.wordsOf(spellOut(name));
      const rest = vectors.wordsOf(`${description}\n${intent}\n${spellOut(parameters)}`);
      lists.set(slot, [...new Set([...named, ...rest])], named.length);
    },
    remove: (slot) => lists.clear(slot),
    prepare(request) {
      const words = vectors.wordsOf(request);
      if (words.length <= MAX_ASKED) return words;
      return words.sort((a, b) => vectors.weightOf(b) - vectors.weightOf(a)).slice(0, MAX_ASKED);
    },
    compare(asked, slots, entries) {
      const told = gather(slots);
      const table = likenesses(asked, told);
      const weights = asked.map((word) => vectors.weightOf(word));
      const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
      const columns = asked.length;
      const best = new Float32Array(columns);
      const toldWeight = new Float32Array(told.length);
      const toldGain = new Float32Array(told.length);
      for (const [place, word] of told.entries()) {
        let nearest = 0;
        for (let column = 0; column < columns; column++)
          nearest = Math.max(nearest, table[place * columns + column] as number);
        const rarity = Math.log(1 + entries / (lists.frequencyOf(word) + 0.5));
        toldWeight[place] = vectors.weightOf(word) * rarity;
        toldGain[place] = (toldWeight[place] ?? 0) * nearest;
      }
      const found = slots.map((slot): WordLikeness => {
        best.fill(0);
        const words = lists.of(slot);
        const lastNamed = lists.namedOf(slot) - 1;
        let [weight, gain, named] = [0, 0, 0];
        for (let at = 0; at < words.length; at++) {
          const place = (placeOf[words[at] as number] as number) - 1;
          if (place < 0) continue;
          const row = place * columns;
          for (let column = 0; column < columns; column++) {
            const likeness = table[row + column] as number;
            if (likeness > (best[column] as number)) best[column] = likeness;
          }
          weight += toldWeight[place] as number;
          gain += toldGain[place] as number;
          if (at === lastNamed) named = gain / (weight || 1);
        }
        let answered = 0;
        for (let column = 0; column < columns; column++)
          answered += (weights[column] ?? 0) * (best[column] as number);
        return { asked: answered / all, named, told: gain / (weight || 1) };
      });
      for (const word of told) placeOf[word] = 0;
      return found;
    },
    save: () => lists.save(),
    get byteLength() {
      return lists.byteLength + memory.buffer.byteLength + placeOf.byteLength;
    },
  };
}
