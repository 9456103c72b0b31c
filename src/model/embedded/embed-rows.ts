import { toUnitLength } from "../embedder.ts";
import type { ModelFile, PackedRows } from "./read-model-file.ts";

/** The words around a word change its weight by at most this power of e. */
const LIMIT = 3;

/** The parts of a model that embed rows. */
export type RowModel = Pick<ModelFile, "dimensions" | "scales" | "rows" | "keys" | "projection">;

/**
 * The vector of a text from its vocabulary rows: their weighted sum, at unit length. Each row is weighted by
 * how well its key matches the sum of all, so that a word counts more in a fitting context.
 */
export function embedRows(model: RowModel, rows: readonly number[]): Float32Array {
  const { dimensions, keys, projection } = model;
  const sum = new Float64Array(dimensions);
  for (const row of rows) addRow(sum, model.rows, row, model.scales[row] as number);
  const plain = toUnitLength(new Float32Array(sum));
  if (rows.length < 2) return plain;
  const context = project(plain, projection, keys.width);
  sum.fill(0);
  for (const row of rows) {
    const agreement = agree(context, keys, row);
    const weight = Math.exp(Math.max(-LIMIT, Math.min(LIMIT, agreement)));
    addRow(sum, model.rows, row, (model.scales[row] as number) * weight);
  }
  return toUnitLength(new Float32Array(sum));
}

/** Adds one row of the table, eight numbers at a time: most of the cost of indexing many texts. */
function addRow(sum: Float64Array, rows: Uint8Array, row: number, scale: number): void {
  for (let at = 0, from = (row * sum.length) >> 1; at < sum.length; at += 8, from += 4) {
    const a = rows[from] as number;
    const b = rows[from + 1] as number;
    const c = rows[from + 2] as number;
    const d = rows[from + 3] as number;
    sum[at] = (sum[at] as number) + ((a & 15) - 8) * scale;
    sum[at + 1] = (sum[at + 1] as number) + ((a >> 4) - 8) * scale;
    sum[at + 2] = (sum[at + 2] as number) + ((b & 15) - 8) * scale;
    sum[at + 3] = (sum[at + 3] as number) + ((b >> 4) - 8) * scale;
    sum[at + 4] = (sum[at + 4] as number) + ((c & 15) - 8) * scale;
    sum[at + 5] = (sum[at + 5] as number) + ((c >> 4) - 8) * scale;
    sum[at + 6] = (sum[at + 6] as number) + ((d & 15) - 8) * scale;
    sum[at + 7] = (sum[at + 7] as number) + ((d >> 4) - 8) * scale;
  }
}

function project(vector: Float32Array, projection: Float32Array, width: number): Float64Array {
  const result = new Float64Array(width);
  for (let to = 0; to < width; to += 2) {
    let first = 0;
    let second = 0;
    for (let at = 0, from = to; at < vector.length; at++, from += width) {
      const value = vector[at] as number;
      first += value * (projection[from] as number);
      second += value * (projection[from + 1] as number);
    }
    result[to] = first;
    result[to + 1] = second;
  }
  return result;
}

function agree(context: Float64Array, { width, scales, rows }: PackedRows, row: number): number {
  const start = (row * width) / 2;
  let sum = 0;
  for (let index = 0; index < width / 2; index++) {
    const byte = rows[start + index] as number;
    sum +=
      ((byte & 15) - 8) * (context[index * 2] as number) +
      ((byte >> 4) - 8) * (context[index * 2 + 1] as number);
  }
  return sum * (scales[row] as number);
}
