/** The slots with the highest scores, best first, of those that `passes` lets through; equal scores keep slot order. */
export function topSlots(
  scores: Float32Array,
  limit: number,
  passes: (slot: number) => boolean,
): { slot: number; score: number }[] {
  const best: { slot: number; score: number }[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] ?? Number.NEGATIVE_INFINITY;
    // Most slots end here, so that the filter is asked about few of them.
    if (score <= least || score === Number.NEGATIVE_INFINITY || !passes(slot)) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.score ?? 0) < score) at--;
    best.splice(at, 0, { slot, score });
    if (best.length > limit) best.pop();
    if (best.length === limit) least = best[limit - 1]?.score ?? least;
  }
  return best;
}
