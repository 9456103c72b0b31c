import { toUnitLength } from "../embedder.ts";
import type { ModelFile, PackedRows } from "./read-model-file.ts";

/** No word is made this much (as a power of e) stronger or weaker by the words around it. */
const LIMIT = 3;

/** What the embedding of rows needs of a model. */
export type RowModel = Pick<ModelFile, "dimensions" | "scales" | "rows" | "keys" | "projection">;

/**
 * The vector of a text from its vocabulary rows: their sum, in which each row is weighed by how its key agrees with the
 * sum of all, so that a word counts more where the words around it call for it. At unit length.
 */
export function embedRows(model: RowModel, rows: readonly number[]): Float32Array {
  const { keys, projection } = model;
  const table: PackedRows = { width: model.dimensions, scales: model.scales, rows: model.rows };
  const sum = new Float64Array(table.width);
  for (const row of rows) addRow(sum, table, row, 1);
  const plain = toUnitLength(new Float32Array(sum));
  if (rows.length < 2) return plain;
  const around = project(plain, projection, keys.width);
  sum.fill(0);
  for (const row of rows) {
    const agreement = agree(around, keys, row);
    addRow(sum, table, row, Math.exp(Math.max(-LIMIT, Math.min(LIMIT, agreement))));
  }
  return toUnitLength(new Float32Array(sum));
}

function addRow(sum: Float64Array, { width, scales, rows }: PackedRows, row: number, weight: number): void {
  const scale = (scales[row] as number) * weight;
  // Within the table: a row is a number below its count.
  for (let at = 0, from = (row * width) >> 1; at < width; at += 2, from++) {
    const byte = rows[from] as number;
    sum[at] = (sum[at] as number) + ((byte & 15) - 8) * scale;
    sum[at + 1] = (sum[at + 1] as number) + ((byte >> 4) - 8) * scale;
  }
}

function project(vector: Float32Array, projection: Float32Array, width: number): Float32Array {
  const result = new Float32Array(width);
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at] as number;
    for (let to = 0; to < width; to++)
      result[to] = (result[to] as number) + value * (projection[at * width + to] as number);
  }
  return result;
}

function agree(around: Float32Array, { width, scales, rows }: PackedRows, row: number): number {
  const start = (row * width) / 2;
  let sum = 0;
  for (let index = 0; index < width / 2; index++) {
    const byte = rows[start + index] as number;
    sum +=
      ((byte & 15) - 8) * (around[index * 2] as number) +
      ((byte >> 4) - 8) * (around[index * 2 + 1] as number);
  }
  return sum * (scales[row] as number);
}
