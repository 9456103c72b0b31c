const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]/g;

/** The sections of the system prompt, in their fixed order: the least variable come first, for the sake of the providers' caches. */
export const SECTION_NAMES = [
  "identity",
  "environment",
  "system tools",
  "skills",
  "mcp",
  "memories",
  "tool guide",
  "principles",
] as const;

export type SectionName = (typeof SECTION_NAMES)[number];

export interface Section {
  readonly name: SectionName;
  readonly text: string;
  readonly tokens: number;
  readonly budget: number;
  /** How many entries did not fit. The text mentions it too. */
  readonly left: number;
}

/** The approximate token budget of each section. */
export const BUDGETS: Readonly<Record<SectionName, number>> = {
  identity: 600,
  environment: 150,
  "system tools": 1_500,
  skills: 4_000,
  mcp: 1_000,
  memories: 600,
  "tool guide": 500,
  principles: 500,
};

/** The text of a section, and how many entries did not fit. */
export interface BuiltSection {
  readonly text: string;
  readonly left?: number;
}

/** Cached sections of a catalogue, by the list that they were built from. The key identifies what decided the selection. */
export type WrittenSections = WeakMap<
  readonly object[],
  Map<SectionName, { readonly key: string; readonly built: BuiltSection }>
>;

/** As many entries as fit, and a line that states how many did not and how to find them. Nothing is dropped silently. */
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

/** The beginning of a text that fits, with a note that it was cut. */
export function fitText(text: string, budget: number, find: string): { text: string; left: number } {
  if (approximateTokens(text) <= budget) return { text, left: 0 };
  let shortened = text.slice(0, budget * 4);
  while (approximateTokens(shortened) > budget)
    shortened = shortened.slice(0, Math.floor(shortened.length * 0.9));
  return {
    text: `${shortened.toWellFormed()}\n… (${text.length - shortened.length} characters left out: ${find})`,
    left: 1,
  };
}

/** The approximate number of tokens in a text: a quarter per character, one per East Asian character. Needs no vocabulary. */
export function approximateTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.ceil(wide + (text.length - wide) / 4);
}
