import type { SpendSum } from "../../../src/contract/spend.ts";

/** One figure of several sums together. */
export function add(sums: readonly SpendSum[], field: Exclude<keyof SpendSum, "key">): number {
  return sums.reduce((total, sum) => total + sum[field], 0);
}
