import { createListArena, type ListArena, type SavedArena } from "../structures/list-arena.ts";

interface SimilarWord {
  readonly term: number;
  /** The share of common trigrams, from 0 to 1. */
  readonly similarity: number;
}

/** Finds known words with a similar spelling: forecast and forecasting, calender and calendar, weatherapi and weather. */
interface SimilarWords {
  add(term: number, word: string): void;
  find(word: string, least: number): readonly SimilarWord[];
  /** All words, for `createSimilarWords(saved)`. */
  save(): SavedWords;
  readonly byteLength: number;
}

export interface SavedWords {
  readonly lists: SavedArena;
  readonly listOfGram: Int32Array;
  readonly gramCounts: Uint8Array;
}

const SYMBOLS = 37;
const KNOWN = /^[a-z0-9]{3,}$/;
/** A trigram at the start or end of this many words is not specific. */
const MAX_WORDS_PER_GRAM = 4_000;
const MAX_FOUND = 12;
const MAX_KNOWN = 1_000;

/** Compares words of Latin letters and digits by their common trigrams. */
export function createSimilarWords(saved?: SavedWords): SimilarWords {
  const lists: ListArena = createListArena(saved?.lists);
  const listOfGram = saved?.listOfGram.slice() ?? new Int32Array(SYMBOLS ** 3).fill(-1);
  let gramCounts = saved === undefined ? new Uint8Array(256) : new Uint8Array(saved.gramCounts);
  let shared = new Uint8Array(gramCounts.length);
  const seen: number[] = [];
  /** Cached results per word, since the last word was added. Requests use few different words. */
  const known = new Map<string, readonly SimilarWord[]>();

  return {
    add(term, word) {
      if (!KNOWN.test(word)) return;
      known.clear();
      if (term >= gramCounts.length) {
        gramCounts = enlarged(gramCounts, term);
        shared = new Uint8Array(gramCounts.length);
      }
      const grams = gramsOf(word);
      gramCounts[term] = grams.length;
      for (const gram of grams) {
        if (listOfGram[gram] === -1) listOfGram[gram] = lists.create();
        lists.push(listOfGram[gram] ?? 0, term);
      }
    },
    find(word, least) {
      if (!KNOWN.test(word)) return [];
      const before = known.get(`${word} ${least}`);
      if (before !== undefined) return before;
      const grams = gramsOf(word);
      const sought = grams
        .map((gram) => listOfGram[gram] ?? -1)
        .filter((list) => list !== -1 && lists.lengthOf(list) <= MAX_WORDS_PER_GRAM)
        .sort((a, b) => lists.lengthOf(a) - lists.lengthOf(b));
      // A similar word shares at least this many trigrams, so it has one of the rarer ones.
      const fewest = Math.ceil((least * grams.length) / (2 - least));
      const rarer = grams.length - fewest + 1;
      seen.length = 0;
      for (const [place, list] of sought.entries())
        lists.each(list, (numbers, start, end) => {
          for (let at = start; at < end; at++) {
            const term = numbers[at] as number;
            const count = shared[term] as number;
            if (count > 0) shared[term] = count + 1;
            else if (place < rarer) {
              seen.push(term);
              shared[term] = 1;
            }
          }
        });
      const found: SimilarWord[] = [];
      for (const term of seen) {
        const similarity = (2 * (shared[term] ?? 0)) / (grams.length + (gramCounts[term] ?? 0));
        shared[term] = 0;
        if (similarity >= least) found.push({ term, similarity });
      }
      const best = found.sort((a, b) => b.similarity - a.similarity).slice(0, MAX_FOUND);
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(`${word} ${least}`, best);
      return best;
    },
    save: () => ({ lists: lists.save(), listOfGram, gramCounts }),
    get byteLength() {
      return lists.byteLength + listOfGram.byteLength + gramCounts.byteLength * 2;
    },
  };
}

/** The distinct trigrams of a word with a blank at either end, as numbers. */
function gramsOf(word: string): number[] {
  const padded = ` ${word} `;
  const grams: number[] = [];
  for (let at = 0; at + 3 <= padded.length; at++) {
    const gram =
      (symbol(padded.charCodeAt(at)) * SYMBOLS + symbol(padded.charCodeAt(at + 1))) * SYMBOLS +
      symbol(padded.charCodeAt(at + 2));
    if (!grams.includes(gram)) grams.push(gram);
  }
  return grams;
}

function symbol(code: number): number {
  if (code >= 97) return code - 96;
  return code >= 48 ? code - 48 + 27 : 0;
}

function enlarged(array: Uint8Array, index: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(index + 1, array.length * 2));
  larger.set(array);
  return larger;
}
