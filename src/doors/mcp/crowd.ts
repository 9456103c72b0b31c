/** The oldest entry of whoever has the most: who opens very many makes room at their own cost, not at that of others. */
export function oldestOfLargest<Entry>(
  entries: Iterable<Entry>,
  principalOf: (entry: Entry) => string,
): Entry | undefined {
  let largest: readonly Entry[] = [];
  for (const own of Map.groupBy(entries, principalOf).values())
    if (own.length > largest.length) largest = own;
  return largest[0];
}
