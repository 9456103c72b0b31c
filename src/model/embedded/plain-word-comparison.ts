import { toUnitLength } from "../embedder.ts";
import type { ModelFile } from "./read-model-file.ts";
import { type CompareWords, MAX_ANSWERING } from "./word-table.ts";

/** Compares words by the first `bytes` bytes of their rows, in plain JavaScript. */
export function plainComparison({ rows, dimensions }: ModelFile, bytes: number): CompareWords {
  const places = new Uint16Array(MAX_ANSWERING);

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

  return (asked, told, shares) => {
    const directions = asked.map(directionOf);
    const nearest = new Float32Array(told.length);
    const table = told.map((word, place) => {
      const direction = directionOf(word);
      const line = directions.map((other) => cosine(other, direction));
      nearest[place] = Math.max(0, ...line);
      return line;
    });
    const nearestTo = (column: number, count: number) =>
      places.subarray(0, count).reduce((best, place) => Math.max(best, table[place]?.[column] ?? 0), 0);
    return {
      nearest,
      places,
      answered: (count) => shares.reduce((sum, share, column) => sum + share * nearestTo(column, count), 0),
    };
  };
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
