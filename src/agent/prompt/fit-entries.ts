import { approximateTokens } from "../context/approximate-tokens.ts";

/** As many entries as fit, and a line that says how many did not and how to find them: nothing is dropped silently. */
export function fitEntries<Entry>(
  entries: readonly Entry[],
  { budget, find, show }: { budget: number; find: string; show(entry: Entry): string },
): { lines: string[]; left: number } {
  const lines: string[] = [];
  let used = 0;
  for (const entry of entries) {
    const line = show(entry);
    used += approximateTokens(line) + 1;
    if (used > budget) break;
    lines.push(line);
  }
  const left = entries.length - lines.length;
  return { lines: left === 0 ? lines : [...lines, `… and ${left} more: ${find}`], left };
}

/** The beginning of a text that fits, with a line that says that it was cut. */
export function fitText(text: string, budget: number, find: string): { text: string; left: number } {
  if (approximateTokens(text) <= budget) return { text, left: 0 };
  let kept = text.slice(0, budget * 4);
  while (approximateTokens(kept) > budget) kept = kept.slice(0, Math.floor(kept.length * 0.9));
  return {
    text: `${kept.toWellFormed()}\n… (${text.length - kept.length} characters left out: ${find})`,
    left: 1,
  };
}
