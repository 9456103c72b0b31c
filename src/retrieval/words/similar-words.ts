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
/** The maximum number of words that are compared for one word. */
const MAX_SEEN = 65_536;

/** Compares words of Latin letters and digits by their common trigrams. */
export function createSimilarWords(saved?: SavedWords): SimilarWords {
  const lists: ListArena = createListArena(saved?.lists);
  const listOfGram = saved?.listOfGram.slice() ?? new Int32Array(SYMBOLS ** 3).fill(-1);
  let gramCounts = saved === undefined ? new Uint8Array(256) : new Uint8Array(saved.gramCounts);
  const { kernel, memory, ownAt: seenAt } = lists;
  /** In the memory of the lists: the words that share a trigram, and by word how many. Zero between calls. */
  const sharedAt = seenAt + MAX_SEEN * 4;
  lists.own(MAX_SEEN * 4 + gramCounts.length);
  /** Cached results per word, since the last word was added. Requests use few different words. */
  const known = new Map<string, readonly SimilarWord[]>();

  /** Counts the words of a list, new ones only if they are wanted. Returns the end of the words that were seen. */
  function countWords(list: number, end: number, isNew: boolean): number {
    const [first, bytes] = [lists.firstOf(list), lists.bytesOf(list)];
    if (bytes > 0) return kernel.counts(lists.base, first, bytes, sharedAt, end, isNew ? 1 : 0);
    const shared = new Uint8Array(memory.buffer, sharedAt, gramCounts.length);
    const term = lists.newestOf(list);
    const count = shared[term] as number;
    if (lists.lengthOf(list) === 0 || (count === 0 && !isNew)) return end;
    shared[term] = count + 1;
    if (count > 0) return end;
    new Uint32Array(memory.buffer)[end / 4] = term;
    return end + 4;
  }

  return {
    add(term, word) {
      if (!KNOWN.test(word)) return;
      known.clear();
      if (term >= gramCounts.length) {
        gramCounts = enlarged(gramCounts, term);
        lists.own(MAX_SEEN * 4 + gramCounts.length);
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
      let end = seenAt;
      for (const [place, list] of sought.entries()) {
        const hasRoom = end + lists.lengthOf(list) * 4 < sharedAt;
        end = countWords(list, end, place < rarer && hasRoom);
      }
      const seen = new Uint32Array(memory.buffer, seenAt, (end - seenAt) / 4);
      const shared = new Uint8Array(memory.buffer, sharedAt, gramCounts.length);
      const found: SimilarWord[] = [];
      for (let at = 0; at < seen.length; at++) {
        const term = seen[at] as number;
        const similarity = (2 * (shared[term] as number)) / (grams.length + (gramCounts[term] as number));
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
      return lists.byteLength + listOfGram.byteLength + gramCounts.byteLength;
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
