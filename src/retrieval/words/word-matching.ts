import type { WordVectors } from "../../model/embedded/word-vectors.ts";
import { fieldTexts, type IndexEntry } from "../index-entry.ts";
import { loadScan } from "../vectors/load-scan.ts";
import { webAssembly } from "../vectors/web-assembly.ts";
import { spellOut } from "./spell-out.ts";
import { createWordLists, MAX_LISTED, type SavedWordLists } from "./word-lists.ts";

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
const LEAST_WEIGHT = 20;

/** No entries yet, or those that were saved. */
export function createWordMatching(vectors: WordVectors, saved?: SavedWordLists): WordMatching {
  const lists = createWordLists(vectors.count, saved);
  const width = vectors.dimensions;
  const memory = new webAssembly.Memory({ initial: 1 });
  const { scan } = loadScan(memory);
  /** By word: one more than its place among the words that are compared; zero for all others between calls. */
  const placeOf = new Uint16Array(vectors.count);
  const places = new Uint16Array(MAX_LISTED);

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

  /** For each asked word, one after another, its likeness with each told one; times its scale it is a cosine. */
  function likenesses(asked: readonly number[], told: readonly number[], scales: Float32Array): Float32Array {
    // In memory, one after another: the asked word, the told ones, their scales, the results.
    const scalesAt = width + told.length * width;
    const outAt = scalesAt + told.length * 4;
    const missing = outAt + told.length * asked.length * 4 - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    const bytes = new Int8Array(memory.buffer, 0, scalesAt);
    const toldScales = new Float32Array(memory.buffer, scalesAt, told.length);
    for (let place = 0; place < told.length; place++)
      toldScales[place] = vectors.copyDirection(told[place] as number, bytes, width + place * width);
    for (let column = 0; column < asked.length; column++) {
      scales[column] = vectors.copyDirection(asked[column] as number, bytes, 0);
      scan(0, width, scalesAt, outAt + column * told.length * 4, told.length, width, width);
    }
    return new Float32Array(memory.buffer, outAt, told.length * asked.length);
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
      const told = gather(slots);
      const scales = new Float32Array(asked.length);
      const table = likenesses(asked, told, scales);
      const nearest = nearestOf(table, told.length, scales);
      const weight = new Float32Array(told.length);
      for (let place = 0; place < told.length; place++) {
        const word = told[place] as number;
        const rarity = Math.log(1 + entries / (lists.frequencyOf(word) + 0.5));
        weight[place] = vectors.weightOf(word) * rarity;
      }
      const shares = asked.map((word) => vectors.weightOf(word));
      const all = shares.reduce((sum, share) => sum + share, 0) || 1;
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
        let answered = 0;
        for (let column = 0; column < asked.length; column++) {
          const row = column * told.length;
          let best = 0;
          for (let at = 0; at < length; at++) {
            const likeness = table[row + (places[at] as number)] as number;
            if (likeness > best) best = likeness;
          }
          answered += (shares[column] ?? 0) * best * (scales[column] ?? 0);
        }
        return { asked: answered / all, named, told: gain / (sum || 1) };
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

/** For each told word the likeness of the asked one that comes nearest, from 0 to 1. */
function nearestOf(table: Float32Array, count: number, scales: Float32Array): Float32Array {
  const nearest = new Float32Array(count);
  for (let column = 0; column < scales.length; column++) {
    const [row, scale] = [column * count, scales[column] as number];
    for (let place = 0; place < count; place++) {
      const likeness = (table[row + place] as number) * scale;
      if (likeness > (nearest[place] as number)) nearest[place] = likeness;
    }
  }
  return nearest;
}
