import { LEARNED_TOOLS } from "./learned-tool-vectors.ts";

/** The ids of the tools that were learned. */
export const LEARNED_NAMES: readonly string[] = LEARNED_TOOLS.tools.split(" ");
const SCALE_BYTES = 4;

/** How likely each of `LEARNED_NAMES` is to serve a request, in their order: the logarithm of the odds against no tool at all. */
export type ToolOdds = Float32Array;

/** What the odds say about one tool. */
export interface LearnedFit {
  readonly own: number;
  /** The odds of the most likely tool in the index, and its distance from the next one. */
  readonly most: number;
  readonly gap: number;
}

/** Vectors to compare with a request, for `oddsOf()`: one for each tool, and one for requests that no tool serves. */
export function learnedVectors(dimensions: number): Uint8Array[] {
  const base64 = LEARNED_TOOLS.vectors.replaceAll("-", "+").replaceAll("_", "/");
  const numbers = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  return LEARNED_TOOLS.steps.map((step, row) => {
    const bytes = new Uint8Array(SCALE_BYTES + dimensions);
    new DataView(bytes.buffer).setFloat32(0, step, true);
    bytes.set(numbers.subarray(row * dimensions, (row + 1) * dimensions), SCALE_BYTES);
    return bytes;
  });
}

/** The odds of each tool, from the dot products of a request with `learnedVectors()`. */
export function oddsOf(products: Float32Array): ToolOdds {
  const biases: readonly number[] = LEARNED_TOOLS.biases;
  const odds = new Float32Array(LEARNED_NAMES.length);
  // Within bounds: one product and one bias for each tool, and a last one for no tool.
  const none = (products[LEARNED_NAMES.length] as number) + (biases[LEARNED_NAMES.length] as number);
  for (let row = 0; row < odds.length; row++)
    odds[row] = (products[row] as number) + (biases[row] as number) - none;
  return odds;
}
