/** The parts of the system prompt, in their fixed order: what changes least stands first, so that providers' caches hold. */
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
  /** How many entries did not fit; the text says so too. */
  readonly left: number;
}

/** About how many tokens each part may take. */
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
export interface Built {
  readonly text: string;
  readonly left?: number;
}

/** Sections of a catalogue, by the list that they were written from; the key says what decided which of it is listed. */
export type WrittenSections = WeakMap<
  readonly object[],
  Map<SectionName, { readonly key: string; readonly built: Built }>
>;
