import { instantiate } from "../../support/web-assembly.ts";
import { toUnitLength } from "../embedder.ts";
import type { ModelFile } from "./read-model-file.ts";

/**
 * Limits of one comparison: words of the request, words of the entries, and entry words that answer together.
 */
export const MAX_REQUEST_WORDS = 32;

export const MAX_ENTRY_WORDS = 8_192;

/** Positions of the words of all entries that are compared at once. */
export const MAX_PLACES = 32_768;

/** word-kernel.wat assembled (`wat2wasm`), as Base64 so that browsers, Node and bundlers load it alike. */
const WORD_KERNEL =
  "AGFzbQEAAAABJQRgA39/fwBgA39/fwF/YAt/f39/f39/f39/fwBgBX9/f39/AX0CDwEGbWVtb3J5A2FsbAIAAQMFBAABAgMHIwQGc3By" +
  "ZWFkAAADZG90AAEHY29tcGFyZQACBmFuc3dlcgADCtUIBKABAgF/AnsgACACaiEDA0AgAP0ABAAhBCAE/QwPDw8PDw8PDw8PDw8PDw8P" +
  "/U79DAgICAgICAgICAgICAgICAj9cSEFIAEgBf2HAf0LBAAgASAF/YgB/QsEECAEQQT9bf0MCAgICAgICAgICAgICAgICP1xIQUgASAF" +
  "/YcB/QsEICABIAX9iAH9CwQwIAFBwABqIQEgAEEQaiIAIANJDQALC54BAgF/AnsDQCAEIAAgA2r9AAQAIAEgA2r9AAQA/boBIAAgA2r9" +
  "AAQQIAEgA2r9AAQQ/boB/a4B/a4BIQQgBSAAIANq/QAEICABIANq/QAEIP26ASAAIANq/QAEMCABIANq/QAEMP26Af2uAf2uASEFIANB" +
  "wABqIgMgAkkNAAsgBCAF/a4BIQQgBP0bACAE/RsBaiAE/RsCIAT9GwNqagv8BAIJfwh7IAJBAnQhCyADIARBAXRqIQwgAyEOAkADQCAO" +
  "IAxPDQEgByAAIA4vAQAgAWxqKAIANgIAIA5BAmohDgwACwsCQANAIAMgDE8NASAAIAMvAQAgAWxqIAcgAhAAIAcgByALEAEhDyAPBH1D" +
  "AACAPyAPspGVBUMAAAAAC/0TIRn9DAAAAAAAAAAAAAAAAAAAAAAhG0EAIQ0gBSEQA0AgECALaiERIBEgC2ohEiASIAtqIRP9DAAAAAAA" +
  "AAAAAAAAAAAAAAAhFP0MAAAAAAAAAAAAAAAAAAAAACEV/QwAAAAAAAAAAAAAAAAAAAAAIRb9DAAAAAAAAAAAAAAAAAAAAAAhF0EAIQ4D" +
  "QCAHIA5q/QAEACEYIBQgGCAQIA5q/QAEAP26Af2uASEUIBUgGCARIA5q/QAEAP26Af2uASEVIBYgGCASIA5q/QAEAP26Af2uASEWIBcg" +
  "GCATIA5q/QAEAP26Af2uASEXIA5BEGoiDiALSQ0ACyAUIBX9DQABAgMQERITBAUGBxQVFhcgFCAV/Q0ICQoLGBkaGwwNDg8cHR4f/a4B" +
  "IRggFiAX/Q0AAQIDEBESEwQFBgcUFRYXIBYgF/0NCAkKCxgZGhsMDQ4PHB0eH/2uASEWIBggFv0NAAECAwQFBgcQERITFBUWFyAYIBb9" +
  "DQgJCgsMDQ4PGBkaGxwdHh/9rgH9+gEgGf3mASAGIA1q/QAEAP3mASEaIAggDWogGv0LBAAgGyAa/esBIRsgEyALaiEQIA1BEGoiDSAJ" +
  "SQ0ACyAKIBv9HwAgG/0fAZcgG/0fAiAb/R8Dl5c4AgAgCkEEaiEKIAggCWohCCADQQJqIQMMAAsLC5IBAgN/AnsgACABQQF0aiEHA0D9" +
  "DAAAAAAAAAAAAAAAAAAAAAAhCCAAIQYCQANAIAYgB08NASAIIAIgBWogBi8BACADbGr9AAQA/esBIQggBkECaiEGDAALCyAJIAggBCAF" +
  "av0ABAD95gH95AEhCSAFQRBqIgUgA0kNAAsgCf0fACAJ/R8BkiAJ/R8CIAn9HwOSkgs=";

interface Kernel {
  spread(row: number, to: number, bytes: number): void;
  dot(a: number, b: number, bytes: number): number;
  compare(
    rows: number,
    stride: number,
    bytes: number,
    entryWords: number,
    count: number,
    requestWords: number,
    scales: number,
    space: number,
    table: number,
    line: number,
    nearest: number,
  ): void;
  answer(places: number, count: number, table: number, line: number, shares: number): number;
}

/** The dimensions are sorted by weight: the first half tells words apart as well as all of them. */
const DIMENSIONS = 128;

/**
 * Compares words by their directions: in WebAssembly, or in plain JavaScript if that is missing or `driver`
 * says so.
 */
export function createWordComparison(model: ModelFile, driver?: "plain"): WordComparison {
  const bytes = Math.min(DIMENSIONS, model.dimensions) / 2;
  // The module is ours and exports these functions. It reads sixteen bytes at a time.
  const kernel =
    driver === "plain" || bytes % 16 !== 0
      ? undefined
      : (instantiate(WORD_KERNEL, model.memory) as Kernel | undefined); // the exports of this module
  return kernel === undefined ? plainComparison(model, bytes) : comparisonBy(kernel, model, bytes);
}

function comparisonBy(
  kernel: Kernel,
  { memory, dimensions, takeMemory: take }: ModelFile,
  bytes: number,
): WordComparison {
  const [wide, stride] = [bytes * 4, dimensions / 2];
  const scales = new Float32Array(memory.buffer, take(MAX_REQUEST_WORDS * 4), MAX_REQUEST_WORDS);
  const sharesOf = new Float32Array(memory.buffer, take(MAX_REQUEST_WORDS * 4), MAX_REQUEST_WORDS);
  const places = new Uint16Array(memory.buffer, take(MAX_PLACES * 2), MAX_PLACES);
  const words = new Uint16Array(memory.buffer, take(MAX_ENTRY_WORDS * 2), MAX_ENTRY_WORDS);
  const nearest = new Float32Array(memory.buffer, take(MAX_ENTRY_WORDS * 4), MAX_ENTRY_WORDS);
  const [spaceAt, askedAt] = [take(wide), take(MAX_REQUEST_WORDS * wide)];
  const tableAt = take(MAX_ENTRY_WORDS * MAX_REQUEST_WORDS * 4);

  let line = 0;

  function compare(requestWords: readonly number[], count: number, shares: readonly number[]): void {
    line = Math.ceil(requestWords.length / 4) * 16;
    sharesOf.fill(0);
    sharesOf.set(shares);
    scales.fill(0);
    for (let column = 0; column < requestWords.length; column++) {
      const at = askedAt + column * wide;
      kernel.spread((requestWords[column] as number) * stride, at, bytes);
      const squares = kernel.dot(at, at, wide);
      scales[column] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
    }
    // The kernel takes four at a time: the last ones may be left over from an earlier call and are
    // ignored.
    kernel.compare(
      0,
      stride,
      bytes,
      words.byteOffset,
      count,
      askedAt,
      scales.byteOffset,
      spaceAt,
      tableAt,
      line,
      nearest.byteOffset,
    );
  }

  return {
    words,
    places,
    nearest,
    compare,
    answered: (from, count) =>
      kernel.answer(places.byteOffset + from * 2, count, tableAt, line, sharesOf.byteOffset),
  };
}

/** Compares words by the first `bytes` bytes of their rows, in plain JavaScript. */
function plainComparison({ rows, dimensions }: ModelFile, bytes: number): WordComparison {
  const places = new Uint16Array(MAX_PLACES);
  const words = new Uint16Array(MAX_ENTRY_WORDS);
  const nearest = new Float32Array(MAX_ENTRY_WORDS);
  let table: number[][] = [];
  let weights: readonly number[] = [];

  function directionOf(word: number): Float32Array {
    const direction = new Float32Array(bytes * 2);
    const start = (word * dimensions) / 2;
    for (let at = 0; at < bytes; at++) {
      const byte = rows[start + at] ?? 0x88;
      direction[at * 2] = (byte & 15) - 8;
      direction[at * 2 + 1] = (byte >> 4) - 8;
    }
    return toUnitLength(direction);
  }

  return {
    words,
    places,
    nearest,
    compare(requestWords, count, shares) {
      weights = shares;
      const directions = requestWords.map(directionOf);
      table = Array.from(words.subarray(0, count), (word, place) => {
        const direction = directionOf(word);
        const line = directions.map((other) => cosine(other, direction));
        nearest[place] = Math.max(0, ...line);
        return line;
      });
    },
    answered(from, count) {
      const nearestTo = (column: number) =>
        places
          .subarray(from, from + count)
          .reduce((best, place) => Math.max(best, table[place]?.[column] ?? 0), 0);
      return weights.reduce((sum, share, column) => sum + share * nearestTo(column), 0);
    },
  };
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** Compares each request word, which has a share, with each entry word. Its arrays are shared by all searches. */
export interface WordComparison {
  /** The caller writes the entry words here before `compare()`. */
  readonly words: Uint16Array;
  /** Compares the request words with the first `count` entry words. */
  compare(requestWords: readonly number[], count: number, shares: readonly number[]): void;
  /** For each entry word, its similarity with the nearest request word: a cosine, at least 0. */
  readonly nearest: Float32Array;
  /** The caller writes positions of entry words here before `answered()`. */
  readonly places: Uint16Array;
  /**
   * The score of the entry words at `count` positions from `from` on: for each request word the nearest one
   * times its share, summed.
   */
  answered(from: number, count: number): number;
}
