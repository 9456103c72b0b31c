/** The slots with the highest scores, best first, of those that `passes` lets through; equal scores keep slot order. */
export function topSlots(
  scores: Float32Array,
  limit: number,
  passes: (slot: number) => boolean,
): { slot: number; score: number }[] {
  // A heap whose first slot is the least of those kept.
  const heap = new Uint32Array(limit);
  const scoreOf = (place: number) => scores[heap[place] as number] as number;
  const isLess = (a: number, b: number) =>
    scoreOf(a) < scoreOf(b) || (scoreOf(a) === scoreOf(b) && (heap[a] as number) > (heap[b] as number));
  const swap = (a: number, b: number) => {
    const held = heap[a] as number;
    heap[a] = heap[b] as number;
    heap[b] = held;
  };
  let kept = 0;
  let least = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < scores.length; slot++) {
    // Most slots end here, so that the filter is asked about few of them.
    if (!((scores[slot] as number) > least) || !passes(slot)) continue;
    if (kept < limit) {
      heap[kept] = slot;
      for (let at = kept; at > 0 && isLess(at, (at - 1) >> 1); at = (at - 1) >> 1) swap(at, (at - 1) >> 1);
      kept++;
    } else {
      heap[0] = slot;
      for (let at = 0, next = 1; next < limit; next = 2 * at + 1) {
        if (next + 1 < limit && isLess(next + 1, next)) next++;
        if (!isLess(next, at)) break;
        swap(at, next);
        at = next;
      }
    }
    if (kept === limit) least = scoreOf(0);
  }
  return Array.from(heap.subarray(0, kept), (slot) => ({ slot, score: scores[slot] as number })).sort(
    (a, b) => b.score - a.score || a.slot - b.slot,
  );
}
