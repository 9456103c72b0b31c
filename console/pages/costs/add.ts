import type { SpendSum } from "../../../src/contract/figures/spend.ts";

/** The sum of one field over several sums. */
export function add(sums: readonly SpendSum[], field: Exclude<keyof SpendSum, "key">): number {
  return sums.reduce((total, sum) => total + sum[field], 0);
}
