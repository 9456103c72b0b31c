import type { MemoryUse } from "./start-server.ts";

/** The least of a kind of memory in the second and in the last third of a load: what a start fills once is filled by then. */
export function leastOfThirds(
  memory: readonly MemoryUse[],
  kind: keyof MemoryUse,
): { readonly second: number; readonly last: number } {
  const values = memory.map((use) => use[kind]);
  const third = Math.floor(values.length / 3);
  if (third < 2) throw new Error(`too few samples to compare: ${values.length}`);
  return { second: Math.min(...values.slice(third, 2 * third)), last: Math.min(...values.slice(2 * third)) };
}
