import { instantiate } from "../../support/web-assembly.ts";
import { plainComparison } from "./plain-word-comparison.ts";
import type { ModelFile } from "./read-model-file.ts";
import { WORD_KERNEL } from "./word-kernel.ts";
import { type CompareWords, MAX_ANSWERING, MAX_ASKED, MAX_TOLD } from "./word-table.ts";

interface Kernel {
  spread(row: number, to: number, bytes: number): void;
  dot(a: number, b: number, bytes: number): number;
  compare(
    rows: number,
    stride: number,
    bytes: number,
    told: number,
    count: number,
    asked: number,
    scales: number,
    space: number,
    table: number,
    line: number,
    nearest: number,
  ): void;
  answer(places: number, count: number, table: number, line: number, shares: number): number;
}

/** The dimensions are in order of weight: the first half tells words apart as well as all of them. */
const DIMENSIONS = 128;

/** Compares words by their directions: in WebAssembly, or in plain JavaScript where there is none or `driver` says so. */
export function createWordComparison(model: ModelFile, driver?: "plain"): CompareWords {
  const bytes = Math.min(DIMENSIONS, model.dimensions) / 2;
  // The module is ours and exports these functions; it takes sixteen bytes at a time.
  const kernel =
    driver === "plain" || bytes % 16 !== 0
      ? undefined
      : (instantiate(WORD_KERNEL, model.memory) as Kernel | undefined);
  return kernel === undefined ? plainComparison(model, bytes) : comparisonBy(kernel, model, bytes);
}

function comparisonBy(
  kernel: Kernel,
  { memory, dimensions, freeAt }: ModelFile,
  bytes: number,
): CompareWords {
  const [wide, stride] = [bytes * 4, dimensions / 2];
  let next = freeAt;
  const take = (size: number) => {
    const at = next;
    next += Math.ceil(size / 16) * 16;
    return at;
  };
  const scales = new Float32Array(memory.buffer, take(MAX_ASKED * 4), MAX_ASKED);
  const sharesOf = new Float32Array(memory.buffer, take(MAX_ASKED * 4), MAX_ASKED);
  const places = new Uint16Array(memory.buffer, take(MAX_ANSWERING * 2), MAX_ANSWERING);
  const words = new Uint16Array(memory.buffer, take(MAX_TOLD * 2), MAX_TOLD);
  const nearest = new Float32Array(memory.buffer, take(MAX_TOLD * 4), MAX_TOLD);
  const [spaceAt, askedAt, tableAt] = [take(wide), take(MAX_ASKED * wide), take(0)];

  return (asked, told, shares) => {
    const line = Math.ceil(asked.length / 4) * 16;
    sharesOf.fill(0);
    sharesOf.set(shares);
    scales.fill(0);
    words.set(told);
    for (let column = 0; column < asked.length; column++) {
      const at = askedAt + column * wide;
      kernel.spread((asked[column] as number) * stride, at, bytes);
      const squares = kernel.dot(at, at, wide);
      scales[column] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
    }
    // The kernel takes four at a time: the last of them may be left over from another time, and count nothing.
    kernel.compare(
      0,
      stride,
      bytes,
      words.byteOffset,
      told.length,
      askedAt,
      scales.byteOffset,
      spaceAt,
      tableAt,
      line,
      nearest.byteOffset,
    );
    return {
      nearest,
      places,
      answered: (count) => kernel.answer(places.byteOffset, count, tableAt, line, sharesOf.byteOffset),
    };
  };
}
