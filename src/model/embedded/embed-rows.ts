import { instantiate } from "../../support/web-assembly.ts";
import { toUnitLength } from "../embedder.ts";
import type { ModelFile, PackedRows } from "./read-model-file.ts";

/** The words around a word change its weight by at most this power of e. */
const LIMIT = 3;

/** row-kernel.wat assembled (`wat2wasm`), as Base64 so that browsers, Node and bundlers load it alike. */
const ROW_KERNEL =
  "AGFzbQEAAAABHQRgA397ewBgBn9/f39/fwBgAn9/AGAFf39/f38AAg8BBm1lbW9yeQNhbGwCAAEDBQQAAQIDBxgDA3N1bQABBHVuaXQA" +
  "Agdwcm9qZWN0AAMK+AUEOgAgACAA/QAEACAB/acB/foBIAL95gH95AH9CwQAIAAgAP0ABBAgAf2oAf36ASAC/eYB/eQB/QsEEAubAgIE" +
  "fwV7IAIgBEECdGohBgJAA0AgAiAGTw0BIAAgAigCACABbGohByAHIAFqIQggA/0JAgAhDiAFIQkDQCAH/QAEACEKIAr9DA8PDw8PDw8P" +
  "Dw8PDw8PDw/9Tv0MCAgICAgICAgICAgICAgICP1xIQsgCkEE/W39DAgICAgICAgICAgICAgICAj9cSEMIAsgDP0NABABEQISAxMEFAUV" +
  "BhYHFyENIAkgDf2HASAOEAAgCUEgaiAN/YgBIA4QACALIAz9DQgYCRkKGgsbDBwNHQ4eDx8hDSAJQcAAaiAN/YcBIA4QACAJQeAAaiAN" +
  "/YgBIA4QACAJQYABaiEJIAdBEGoiByAISQ0ACyACQQRqIQIgA0EEaiEDDAALCwuQAQMCfwF7AX0gACABQQJ0aiEDIAAhAgNAIAQgAv0A" +
  "BAAgAv0ABAD95gH95AEhBCACQRBqIgIgA0kNAAsgBP0fACAE/R8BkiAE/R8CIAT9HwOSkiEFIAVDAAAAAF4EQEMAAIA/IAWRlf0TIQQg" +
  "ACECA0AgAiAC/QAEACAE/eYB/QsEACACQRBqIgIgA0kNAAsLC4sCAgR/BXsDQP0MAAAAAAAAAAAAAAAAAAAAACEJ/QwAAAAAAAAAAAAA" +
  "AAAAAAAAIQr9DAAAAAAAAAAAAAAAAAAAAAAhC/0MAAAAAAAAAAAAAAAAAAAAACEMIAAhBiABIAVqIQggAiEHA0AgBv0JAgAhDSAJIA0g" +
  "CP0ABAD95gH95AEhCSAKIA0gCP0ABBD95gH95AEhCiALIA0gCP0ABCD95gH95AEhCyAMIA0gCP0ABDD95gH95AEhDCAGQQRqIQYgCCAD" +
  "aiEIIAdBAWsiBw0ACyAEIAVqIAn9CwQAIAQgBWogCv0LBBAgBCAFaiAL/QsEICAEIAVqIAz9CwQwIAVBwABqIgUgA0kNAAsL";

/** The parts of a model that embed rows. */
export type RowModel = Pick<
  ModelFile,
  "dimensions" | "scales" | "rows" | "keys" | "projection" | "memory" | "takeMemory"
>;

/** Embeds rows into an array. Default: a new one. */
type RowEmbedder = (rows: readonly number[], into?: Float32Array) => Float32Array;

/**
 * Embeds a text, given as its vocabulary rows: their weighted sum, at unit length. Each row is weighted by how well its key
 * matches the sum of all, so that a word counts more in a fitting context.
 */
export function createRowEmbedder(model: RowModel, driver?: "plain"): RowEmbedder {
  const { dimensions, keys, scales } = model;
  const { sum, project } = (driver === "plain" ? undefined : fastSums(model)) ?? plainSums(model);
  return (rows, into = new Float32Array(dimensions)) => {
    const weights = rows.map((row) => scales[row] as number);
    const plain = sum(rows, weights);
    into.set(plain);
    if (rows.length < 2) return into;
    const context = project(plain);
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place] as number;
      const agreement = Math.max(-LIMIT, Math.min(LIMIT, agree(context, keys, row)));
      weights[place] = (scales[row] as number) * Math.exp(agreement);
    }
    into.set(sum(rows, weights));
    return into;
  };
}

interface RowSums {
  /** The sum of rows, each times its weight, at unit length. Valid until the next call. */
  sum(rows: readonly number[], weights: readonly number[]): Float32Array;
  /** The projection of the last sum. Valid until the next call. */
  project(sum: Float32Array): Float32Array;
}

interface RowKernel {
  sum(rows: number, stride: number, list: number, weights: number, count: number, to: number): void;
  unit(vector: number, count: number): void;
  project(vector: number, matrix: number, count: number, line: number, to: number): void;
}

/** Rows that the kernel takes at once. */
const CHUNK = 1_024;

/** Sums in WebAssembly. Returns `undefined` if it is missing or the model's lines do not fit it. */
function fastSums({ dimensions, keys, projection, memory, takeMemory }: RowModel): RowSums | undefined {
  if (dimensions % 32 !== 0 || keys.width % 16 !== 0) return undefined;
  // The module is ours and exports these functions.
  const kernel = instantiate(ROW_KERNEL, memory) as RowKernel | undefined;
  if (kernel === undefined) return undefined;
  const list = new Uint32Array(memory.buffer, takeMemory(CHUNK * 4), CHUNK);
  const scales = new Float32Array(memory.buffer, takeMemory(CHUNK * 4), CHUNK);
  const total = new Float32Array(memory.buffer, takeMemory(dimensions * 4), dimensions);
  const context = new Float32Array(memory.buffer, takeMemory(keys.width * 4), keys.width);
  const matrix = new Float32Array(memory.buffer, takeMemory(projection.byteLength), projection.length);
  matrix.set(projection);
  return {
    sum(rows, weights) {
      total.fill(0);
      for (let start = 0; start < rows.length; start += CHUNK) {
        const count = Math.min(CHUNK, rows.length - start);
        for (let at = 0; at < count; at++) {
          list[at] = rows[start + at] as number;
          scales[at] = weights[start + at] as number;
        }
        kernel.sum(0, dimensions / 2, list.byteOffset, scales.byteOffset, count, total.byteOffset);
      }
      kernel.unit(total.byteOffset, dimensions);
      return total;
    },
    project() {
      kernel.project(total.byteOffset, matrix.byteOffset, dimensions, keys.width * 4, context.byteOffset);
      return context;
    },
  };
}

function plainSums({ dimensions, rows: table, keys, projection }: RowModel): RowSums {
  const [total, context] = [new Float32Array(dimensions), new Float32Array(keys.width)];
  return {
    sum(rows, weights) {
      total.fill(0);
      for (const [place, row] of rows.entries()) {
        const weight = weights[place] as number;
        for (let at = 0; at < dimensions; at += 2) {
          const byte = table[(row * dimensions + at) >> 1] as number;
          total[at] = (total[at] as number) + ((byte & 15) - 8) * weight;
          total[at + 1] = (total[at + 1] as number) + ((byte >> 4) - 8) * weight;
        }
      }
      return toUnitLength(total);
    },
    project(vector) {
      for (let to = 0; to < keys.width; to++) {
        let sum = 0;
        for (let at = 0; at < dimensions; at++)
          sum += (vector[at] as number) * (projection[at * keys.width + to] as number);
        context[to] = sum;
      }
      return context;
    },
  };
}

function agree(context: Float32Array, { width, scales, rows }: PackedRows, row: number): number {
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
