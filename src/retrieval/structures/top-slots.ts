/** The slots with the highest scores, best first, of those that `passes` lets through; equal scores keep slot order. */
export function topSlots(
  scores: Float32Array,
  limit: number,
  passes: (slot: number) => boolean,
): { slot: number; score: number }[] {
  // A heap whose first slot is the least of those kept; of equal ones the last.
  const [slots, kept] = [new Uint32Array(limit), new Float32Array(limit)];
  let [size, least] = [0, Number.NEGATIVE_INFINITY];
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] as number;
    // Most slots end here, so that the filter is asked about few of them.
    if (!(score > least) || !passes(slot)) continue;
    if (size < limit) rise(slots, kept, size++, slot, score);
    else sink(slots, kept, slot, score);
    if (size === limit) least = kept[0] as number;
  }
  return Array.from(slots.subarray(0, size), (slot, at) => ({ slot, score: kept[at] as number })).sort(
    (a, b) => b.score - a.score || a.slot - b.slot,
  );
}

/** Puts a slot at the end and moves it up past all that are better than it. */
function rise(slots: Uint32Array, kept: Float32Array, end: number, slot: number, score: number): void {
  let at = end;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const other = kept[above] as number;
    if (other < score || (other === score && (slots[above] as number) > slot)) break;
    slots[at] = slots[above] as number;
    kept[at] = other;
    at = above;
  }
  slots[at] = slot;
  kept[at] = score;
}

/** Puts a slot in place of the least and moves it down past all that are worse than it. */
function sink(slots: Uint32Array, kept: Float32Array, slot: number, score: number): void {
  const size = kept.length;
  let at = 0;
  for (let below = 1; below < size; below = 2 * at + 1) {
    const left = kept[below] as number;
    const right = kept[below + 1] as number;
    const rightIsLess =
      below + 1 < size &&
      (right < left || (right === left && (slots[below + 1] as number) > (slots[below] as number)));
    const next = rightIsLess ? below + 1 : below;
    const other = kept[next] as number;
    if (other > score || (other === score && (slots[next] as number) < slot)) break;
    slots[at] = slots[next] as number;
    kept[at] = other;
    at = next;
  }
  slots[at] = slot;
  kept[at] = score;
}
