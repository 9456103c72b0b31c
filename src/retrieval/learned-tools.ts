import type { Slots } from "./structures/slots.ts";
import { LEARNED_NAMES, type LearnedFit, type ToolOdds } from "./tool-odds.ts";

const SOURCE = "builtin";
/** Odds further behind the best tool's than this count alike: the tool is out of the question. */
const FARTHEST = 12;
/** Odds further from even than this count alike. */
const CERTAIN = 15;

/** The learned tools that an index has. Only tools that ship count: another source may use the same name for something else. */
export function createLearnedTools(slots: Slots) {
  /** In the same order: the slots of the learned tools, and their places in `LEARNED_NAMES`. */
  let present: { readonly slots: readonly number[]; readonly rows: readonly number[] } | undefined;

  function lookUp() {
    const found = LEARNED_NAMES.flatMap((id, row) => {
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
