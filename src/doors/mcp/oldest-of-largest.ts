/**
 * The oldest entry of the owner with the most entries. Whoever opens very many makes room at their own cost,
 * not at others'.
 */
export function oldestOfLargest<Entry>(
  entries: Iterable<Entry>,
  principalOf: (entry: Entry) => string,
): Entry | undefined {
  let largest: readonly Entry[] = [];
  for (const own of Map.groupBy(entries, principalOf).values())
    if (own.length > largest.length) largest = own;
  return largest[0];
}
