import { FIELDS, type Field } from "../index-entry.ts";
import type { LexicalWeights } from "../ranking-weights.ts";
import { createHashTable, hashText, type SavedHashes } from "../structures/hash-table.ts";
import type { SavedArena } from "../structures/list-arena.ts";
import { type CombinedScores, createSlotScores } from "../structures/slot-scores.ts";
import { createTextColumn, type SavedTexts } from "../structures/text-column.ts";
import { contentLength, extractTerms, isIdeographic, STOP_WORDS } from "./extract-terms.ts";
import { createSimilarWords, type SavedWords } from "./similar-words.ts";

/** Finds entries by the words they share with a request. */
export interface LexicalIndex {
  add(slot: number, texts: Readonly<Record<Field, string>>): void;
  /** Removes all data of these slots in one pass. */
  remove(slots: ReadonlySet<number>): void;
  /** The terms of a request that occur in entries, and similarly spelled ones, rarest first. */
  prepare(request: string): PreparedRequest;
  /**
   * The similarity of every slot below `count`, from 0 to about 1, and the totals with their similarity in meaning. Valid until the
   * next call.
   */
  score(request: PreparedRequest, count: number, meaning: MeaningScores): CombinedScores;
  /** For each of these slots (at most 200), the words that contributed most. */
  sharedWords(request: PreparedRequest, slots: readonly number[]): string[][];
  /** Whether an entry has this normalized word. */
  has(word: string): boolean;
  /** All data, for an index with the same weights and normalization. */
  save(): SavedLexicon;
  readonly terms: number;
  readonly byteLength: number;
}

export interface SavedLexicon {
  readonly words: SavedTexts;
  readonly table: SavedHashes;
  readonly terms: number;
  readonly similar: SavedWords;
  readonly postings: SavedArena;
  readonly norms: Float32Array;
  readonly entries: number;
  readonly entriesAtNorms: number;
}

interface MeaningScores {
  /** By slot. `undefined` if only words count. */
  readonly whole: Float32Array | undefined;
  /** The weight of shared words relative to meaning. */
  readonly weight: number;
}

interface PreparedRequest {
  readonly wanted: readonly WantedTerm[];
  /** The score of an entry with all the words. */
  readonly mass: number;
  /** The number of content words. Two ideographs count as one. */
  readonly length: number;
}

/** A term of the request, or a similarly spelled one, and its weight. */
interface WantedTerm {
  readonly asked: string;
  readonly term: number;
  readonly gain: number;
}

const MAX_TERMS_PER_ENTRY = 512;
const MAX_SLOT = 1 << 24;
/** The maximum number of postings per request. The most frequent words, which are the least specific, are skipped. */
const MAX_POSTINGS = 120_000;
/** Terms that can add less than this share of the total are skipped: "the" and "of" have most of the postings. */
const LEAST_GAIN = 0.01;
/** The maximum number of words given as the reason for a hit, and of the terms considered. */
const MAX_SHARED = 5;
const MAX_REASONS = 24;
/** Norms depend on the rarity of words. They are computed again when the index has grown or shrunk by this factor. */
const NORM_DRIFT = 1.1;

/** `normalize` is applied to texts and requests. */
export function createLexicalIndex(
  normalize: (text: string) => string,
  weights: LexicalWeights,
  saved?: SavedLexicon,
): LexicalIndex {
  const words = createTextColumn(saved?.words);
  const table = createHashTable(saved?.table);
  let terms = saved?.terms ?? 0;
  const numberOf = (word: string) => table.find(hashText(word), (term) => words.is(term, word));
  const similar = createSimilarWords(saved?.similar);
  /** By term: the slots that have it, and how strongly. */
  const board = createSlotScores(saved && { lists: saved.postings, norms: saved.norms });
  const postings = board.lists;
  let entries = saved?.entries ?? 0;
  let entriesAtNorms = saved?.entriesAtNorms ?? 1;

  const rarity = (term: number) => Math.log(1 + entries / (postings.lengthOf(term) + 0.5));
  /** The factor for the words of an entry, so that long entries do not score higher. */
  const toNorm = (squares: number) =>
    1 /
    ((Math.sqrt(squares) / 255 / weights.typicalNorm) ** weights.normPower * weights.typicalNorm * 255 || 1);

  function keepWord(word: string): void {
    words.set(terms, word);
    table.add(hashText(word), terms);
    terms++;
  }

  function numberFor(word: string): number {
    const known = numberOf(word);
    if (known !== undefined) return known;
    const term = postings.create();
    keepWord(word);
    similar.add(term, word);
    return term;
  }

  function refreshNorms(): void {
    if (entries <= entriesAtNorms * NORM_DRIFT && entries * NORM_DRIFT >= entriesAtNorms) return;
    entriesAtNorms = Math.max(1, entries);
    const { norms } = board;
    norms.fill(0);
    for (let term = 0; term < terms; term++) {
      const rare = rarity(term);
      postings.each(term, (numbers, start, end) => {
        for (let at = start; at < end; at++) {
          const packed = numbers[at] ?? 0;
          const slot = packed >>> 8;
          norms[slot] = (norms[slot] ?? 0) + ((packed & 255) * rare) ** 2;
        }
      });
    }
    for (let slot = 0; slot < norms.length; slot++) norms[slot] = toNorm(norms[slot] ?? 0);
  }

  return {
    add(slot, texts) {
      if (slot >= MAX_SLOT)
        throw new RangeError(`Cannot index slot ${slot}: the index holds at most ${MAX_SLOT}`);
      board.makeRoom(slot + 1);
      const strengths = new Map<string, number>();
      for (const field of FIELDS) addField(strengths, extractTerms(normalize(texts[field])), field, weights);
      entries++;
      let squares = 0;
      let left = MAX_TERMS_PER_ENTRY;
      for (const [word, strength] of strengths) {
        if (left-- === 0) break;
        const term = numberFor(word);
        const share = Math.max(1, Math.round((255 * strength) / (strength + weights.saturation)));
        postings.push(term, (slot << 8) | share);
        squares += (share * rarity(term)) ** 2;
      }
      board.norms[slot] = toNorm(squares);
    },
    remove(slots) {
      if (slots.size === 0) return;
      for (let term = 0; term < terms; term++)
        postings.removeWhere(term, (packed) => slots.has(packed >>> 8));
      entries -= slots.size;
    },
    prepare(request) {
      const normalized = normalize(request);
      const wanted: WantedTerm[] = [];
      let mass = 0;
      for (const [asked, count] of countTerms(extractTerms(normalized))) {
        const emphasis = termEmphasis(asked, weights) * (1 + Math.log(count));
        const term = numberOf(asked);
        const present = term !== undefined && postings.lengthOf(term) > 0;
        const own = present ? rarity(term) : Math.log(1 + entries / 0.5) * weights.unknownTerm;
        mass += (emphasis * own) ** 2;
        if (present) wanted.push({ asked, term, gain: emphasis * own * own });
        if (STOP_WORDS.has(asked)) continue;
        for (const { term: other, similarity } of similar.find(asked, weights.leastSimilarity)) {
          if (other === term || postings.lengthOf(other) === 0) continue;
          const alike = weights.similarSpelling * similarity * similarity;
          wanted.push({ asked, term: other, gain: emphasis * own * alike * rarity(other) });
        }
      }
      const least = LEAST_GAIN * Math.sqrt(mass);
      let budget = MAX_POSTINGS;
      return {
        wanted: wanted
          .filter(({ gain }) => gain >= least)
          .sort((a, b) => postings.lengthOf(a.term) - postings.lengthOf(b.term))
          .filter(({ term }) => {
            budget -= postings.lengthOf(term);
            return budget >= 0;
          }),
        mass: Math.sqrt(mass),
        length: contentLength(normalized),
      };
    },
    score({ wanted, mass }, count, { whole, weight }) {
      refreshNorms();
      board.clear(count);
      for (const { term, gain } of wanted) board.add(term, gain / mass);
      return board.combine(count, whole, weight);
    },
    sharedWords({ wanted }, slots) {
      const found = slots.map((): number[] => []);
      const reasons = wanted.filter(({ asked }) => !STOP_WORDS.has(asked)).sort((a, b) => b.gain - a.gain);
      board.withMarks(slots, (slotsWith) => {
        for (const { term } of reasons.slice(0, MAX_REASONS))
          for (const place of slotsWith(term)) {
            const shared = found[place];
            if (shared !== undefined && shared.length < MAX_SHARED && !shared.includes(term))
              shared.push(term);
          }
      });
      return found.map((shared) => shared.map((term) => words.get(term)));
    },
    has: (word) =>
      extractTerms(word).every((asked) => {
        const term = numberOf(asked);
        return term !== undefined && postings.lengthOf(term) > 0;
      }),
    save() {
      refreshNorms();
      return {
        words: words.save(),
        table: table.save(),
        terms,
        similar: similar.save(),
        postings: postings.save(),
        norms: board.norms.slice(),
        entries,
        entriesAtNorms,
      };
    },
    get terms() {
      return terms;
    },
    get byteLength() {
      const texts = words.byteLength + table.byteLength;
      return texts + board.byteLength + similar.byteLength;
    },
  };
}

function addField(
  strengths: Map<string, number>,
  terms: string[],
  field: Field,
  weights: LexicalWeights,
): void {
  for (const [term, count] of countTerms(terms))
    strengths.set(term, (strengths.get(term) ?? 0) + weights.fields[field] * count);
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) {
    const count = counts.get(term);
    if (count !== undefined) counts.set(term, count + 1);
    else if (counts.size < MAX_TERMS_PER_ENTRY) counts.set(term, 1);
  }
  return counts;
}

function termEmphasis(term: string, weights: LexicalWeights): number {
  if (STOP_WORDS.has(term)) return weights.stopWord;
  return term.length === 1 && isIdeographic(term) ? weights.singleCharacter : 1;
}
