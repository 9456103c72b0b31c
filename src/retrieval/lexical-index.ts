import { extractTerms, isIdeographic } from "./extract-terms.ts";
import { FIELDS, type Field } from "./index-entry.ts";
import { createListArena } from "./list-arena.ts";
import type { LexicalWeights } from "./ranking-weights.ts";
import { createSimilarWords } from "./similar-words.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** Finds entries by the words they share with a request. */
export interface LexicalIndex {
  add(slot: number, texts: Readonly<Record<Field, string>>): void;
  /** Takes every trace of the slot out. */
  remove(slot: number): void;
  /** The terms of a request that some entry has, and those spelled like them. */
  prepare(request: string): PreparedRequest;
  /** Likeness from 0 to about 1 of every slot below `count`; valid until the next call. */
  score(request: PreparedRequest, count: number): Float32Array;
  /** The words that led to this slot, strongest first. */
  sharedWords(request: PreparedRequest, slot: number): string[];
  readonly terms: number;
  readonly byteLength: number;
}

export interface PreparedRequest {
  readonly wanted: readonly WantedTerm[];
  /** What an entry with all the words would reach. */
  readonly mass: number;
}

/** A term of the request, or one spelled like it, and how much it counts. */
interface WantedTerm {
  readonly asked: string;
  readonly term: number;
  readonly weight: number;
}

const MAX_TERMS_PER_ENTRY = 512;
const MAX_SLOT = 1 << 24;
/** No request may touch more postings than this; the rarest terms come first. */
const MAX_POSTINGS = 400_000;
const NORM_DRIFT = 1.05;

/** `normalize` gives texts and requests one spelling. */
export function createLexicalIndex(
  normalize: (text: string) => string,
  weights: LexicalWeights,
): LexicalIndex {
  const numberOf = new Map<string, number>();
  const words: string[] = [];
  const similar = createSimilarWords();
  // Both hold `number << 8 | weight`: slots by term, and terms by slot for taking out and for norms.
  const postings = createListArena();
  const forward = createListArena();
  let norms = new Float32Array(64);
  let scores = new Float32Array(64);
  let entries = 0;
  let entriesAtNorms = 0;

  const rarity = (term: number) => Math.log(1 + entries / (postings.lengthOf(term) + 0.5));

  function numberFor(word: string): number {
    const known = numberOf.get(word);
    if (known !== undefined) return known;
    const term = postings.create();
    numberOf.set(word, term);
    words.push(word);
    similar.add(term, word);
    return term;
  }

  function refreshNorms(): void {
    if (entries <= entriesAtNorms * NORM_DRIFT && entries * NORM_DRIFT >= entriesAtNorms) return;
    for (let slot = 0; slot < norms.length; slot++) norms[slot] = 0;
    entriesAtNorms = entries;
  }

  function normOf(slot: number): number {
    const known = norms[slot] ?? 0;
    if (known !== 0) return known;
    const numbers = forward.numbers();
    const start = forward.startOf(slot);
    let sum = 0;
    for (let at = start; at < start + forward.lengthOf(slot); at++) {
      const packed = numbers[at] ?? 0;
      const weight = (packed & 255) * rarity(packed >>> 8);
      sum += weight * weight;
    }
    const norm =
      (Math.sqrt(sum) / 255 / weights.typicalNorm) ** weights.normPower * weights.typicalNorm * 255;
    norms[slot] = norm || 1;
    return norm || 1;
  }

  function prepare(request: string): PreparedRequest {
    const counts = countTerms(extractTerms(normalize(request)), MAX_TERMS_PER_ENTRY);
    const wanted: WantedTerm[] = [];
    let mass = 0;
    for (const [asked, count] of counts) {
      const emphasis = termEmphasis(asked, weights) * (1 + Math.log(count));
      if (emphasis === 0) continue;
      const term = numberOf.get(asked);
      const present = term !== undefined && postings.lengthOf(term) > 0;
      const own = present ? rarity(term) : Math.log(1 + entries / 0.5) * weights.unknownTerm;
      mass += (emphasis * own) ** 2;
      if (present) wanted.push({ asked, term, weight: emphasis * own });
      if (STOP_WORDS.has(asked)) continue;
      for (const { term: other, similarity } of similar.find(asked, weights.leastSimilarity)) {
        if (other === term || postings.lengthOf(other) === 0) continue;
        wanted.push({
          asked,
          term: other,
          weight: emphasis * own * weights.similarSpelling * similarity ** weights.similarityPower,
        });
      }
    }
    wanted.sort((a, b) => postings.lengthOf(a.term) - postings.lengthOf(b.term));
    return { wanted, mass: Math.sqrt(mass) };
  }

  return {
    add(slot, texts) {
      if (slot >= MAX_SLOT)
        throw new RangeError(`Cannot index slot ${slot}: the index holds at most ${MAX_SLOT}`);
      while (slot >= forward.count) forward.create();
      if (slot >= norms.length) norms = enlarged(norms, slot);
      const strengths = new Map<string, number>();
      for (const field of FIELDS) addField(strengths, extractTerms(normalize(texts[field])), field, weights);
      let left = MAX_TERMS_PER_ENTRY;
      for (const [word, strength] of strengths) {
        if (left-- === 0) break;
        const term = numberFor(word);
        const weight = Math.max(1, Math.round((255 * strength) / (strength + weights.saturation)));
        postings.push(term, (slot << 8) | weight);
        forward.push(slot, (term << 8) | weight);
      }
      norms[slot] = 0;
      entries++;
    },
    remove(slot) {
      const start = forward.startOf(slot);
      const numbers = forward.numbers();
      for (let at = start; at < start + forward.lengthOf(slot); at++) {
        const packed = numbers[at] ?? 0;
        postings.removeFirst(packed >>> 8, (posting) => posting >>> 8 === slot);
      }
      forward.clear(slot);
      entries--;
    },
    prepare,
    score({ wanted, mass }, count) {
      if (scores.length < count) scores = enlarged(scores, count);
      scores.fill(0, 0, count);
      refreshNorms();
      const numbers = postings.numbers();
      let budget = MAX_POSTINGS;
      for (const { term, weight } of wanted) {
        const start = postings.startOf(term);
        const end = start + postings.lengthOf(term);
        budget -= end - start;
        if (budget < 0) break;
        const gain = weight * rarity(term);
        for (let at = start; at < end; at++) {
          const packed = numbers[at] ?? 0;
          const slot = packed >>> 8;
          scores[slot] = (scores[slot] ?? 0) + gain * (packed & 255);
        }
      }
      if (mass > 0)
        for (let slot = 0; slot < count; slot++) {
          const raw = scores[slot] ?? 0;
          if (raw !== 0) scores[slot] = raw / (mass * normOf(slot));
        }
      return scores.subarray(0, count);
    },
    sharedWords({ wanted }, slot) {
      const held = new Set<number>();
      const start = forward.startOf(slot);
      for (let at = start; at < start + forward.lengthOf(slot); at++)
        held.add((forward.numbers()[at] ?? 0) >>> 8);
      const shared = wanted.filter(({ asked, term }) => held.has(term) && !STOP_WORDS.has(asked));
      shared.sort((a, b) => b.weight * rarity(b.term) - a.weight * rarity(a.term));
      return [...new Set(shared.map(({ term }) => words[term] ?? ""))];
    },
    get terms() {
      return words.length;
    },
    get byteLength() {
      return (
        postings.byteLength + forward.byteLength + similar.byteLength + norms.byteLength + scores.byteLength
      );
    },
  };
}

function addField(
  strengths: Map<string, number>,
  terms: string[],
  field: Field,
  weights: LexicalWeights,
): void {
  const { weight, typicalLength } = weights.fields[field];
  const length = 1 - weights.lengthShare + (weights.lengthShare * terms.length) / typicalLength;
  for (const [term, count] of countTerms(terms, MAX_TERMS_PER_ENTRY))
    strengths.set(term, (strengths.get(term) ?? 0) + (weight * count) / length);
}

function countTerms(terms: readonly string[], most: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) {
    const count = counts.get(term);
    if (count !== undefined) counts.set(term, count + 1);
    else if (counts.size < most) counts.set(term, 1);
  }
  return counts;
}

function termEmphasis(term: string, weights: LexicalWeights): number {
  if (STOP_WORDS.has(term)) return weights.stopWord;
  return term.length === 1 && isIdeographic(term) ? weights.singleCharacter : 1;
}

function enlarged(array: Float32Array, index: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(Math.max(index + 1, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
