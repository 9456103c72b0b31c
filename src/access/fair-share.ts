import { LOCAL_USER } from "../contract/run.ts";
import { userOf } from "../contract/user/principal.ts";

/** The divisor of one user's share. */
const SHARE_DIVISOR = 10;

/**
 * How many of `most` slots one caller may use at once, so that nobody locks everybody else out. The person at this
 * machine may use all.
 */
export function fairShare(most: number, caller: string): number {
  return userOf(caller) === LOCAL_USER ? most : Math.ceil(most / SHARE_DIVISOR);
}

/**
 * The oldest entry of the owner with the most entries. Whoever opens very many makes room at their own cost,
 * not at others'.
 */
export function oldestOfLargest<Entry>(
  entries: Iterable<Entry>,
  ownerOf: (entry: Entry) => string,
): Entry | undefined {
  let largest: readonly Entry[] = [];
  for (const own of Map.groupBy(entries, ownerOf).values()) if (own.length > largest.length) largest = own;
  return largest[0];
}
