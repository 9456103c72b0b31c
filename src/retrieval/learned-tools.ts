import { LEARNED_TOOLS } from "./learned-tool-vectors.ts";
import type { Slots } from "./structures/slots.ts";

/** The ids of the tools that were learned. `ToolOdds` has one number for each, in this order. */
const TOOLS: readonly string[] = LEARNED_TOOLS.tools.split(" ");
const SOURCE = "builtin";
const SCALE_BYTES = 4;
/** Odds further behind the best tool's than this count alike: the tool is out of the question. */
const FARTHEST = 12;
/** Odds further from even than this count alike. */
const CERTAIN = 15;

/** How likely each learned tool is to serve a request, as the logarithm of the odds against no tool at all. */
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
  const numbers = Uint8Array.from(atob(LEARNED_TOOLS.vectors), (byte) => byte.charCodeAt(0));
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
  const odds = new Float32Array(TOOLS.length);
  // Within bounds: one product and one bias for each tool, and a last one for no tool.
  const none = (products[TOOLS.length] as number) + (biases[TOOLS.length] as number);
  for (let row = 0; row < odds.length; row++)
    odds[row] = (products[row] as number) + (biases[row] as number) - none;
  return odds;
}

/** The learned tools that an index has. Only tools that ship count: another source may use the same name for something else. */
export function createLearnedTools(slots: Slots) {
  /** In the same order: the slots of the learned tools, and their places in `TOOLS`. */
  let present: { readonly slots: readonly number[]; readonly rows: readonly number[] } | undefined;

  function lookUp() {
    const found = TOOLS.flatMap((id, row) => {
      const slot = slots.slotOf(id);
      return slot !== undefined && slots.facts(slot).source === SOURCE ? [{ slot, row }] : [];
    });
    return { slots: found.map(({ slot }) => slot), rows: found.map(({ row }) => row) };
  }

  return {
    /** To be called after entries were added or removed. */
    changed(): void {
      present = undefined;
    },
    /** Lowers the score of each learned tool by its distance from the most likely one. */
    rank(total: Float32Array, odds: ToolOdds, weight: number): void {
      present ??= lookUp();
      const { most } = bestOf(odds, present.rows);
      for (const [place, slot] of present.slots.entries()) {
        const behind = (odds[present.rows[place] as number] as number) - most;
        total[slot] = (total[slot] ?? 0) + weight * Math.max(behind, -FARTHEST);
      }
    },
    /** What the odds say about the entry. `undefined` if it was not learned. */
    fitOf(slot: number, odds: ToolOdds): LearnedFit | undefined {
      present ??= lookUp();
      const row = present.rows[present.slots.indexOf(slot)];
      if (row === undefined) return undefined;
      const { most, next } = bestOf(odds, present.rows);
      return {
        own: bounded(odds[row] as number),
        most: bounded(most),
        gap: Math.min(most - next, CERTAIN),
      };
    },
  };
}

/** The greatest odds and those that follow. */
function bestOf(odds: ToolOdds, rows: readonly number[]): { most: number; next: number } {
  let [most, next] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    const found = odds[row] as number;
    if (found > most) [most, next] = [found, most];
    else if (found > next) next = found;
  }
  return { most, next };
}

function bounded(odds: number): number {
  return Math.max(-CERTAIN, Math.min(odds, CERTAIN));
}
