/** What the index knows of a tool or skill. Only its names, source and category are kept; the texts become terms and vectors. */
export interface IndexEntry {
  /** Unique within the index; adding it again replaces what was there. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** One line per parameter: its name and what it means. */
  readonly parameters?: readonly string[];
  readonly category?: string;
  readonly source?: string;
  /** Words that call for this entry whenever a request contains them. */
  readonly keywords?: readonly string[];
  /** What a request may be after, in a few words each. */
  readonly intents?: readonly string[];
  /** Requests that this entry serves. */
  readonly examples?: readonly string[];
}

/** The parts of an entry that are weighed on their own. */
export const FIELDS = ["name", "description", "parameters", "category", "intent"] as const;

export type Field = (typeof FIELDS)[number];

/** The text of each field; an empty one does not count. */
export function fieldTexts(entry: IndexEntry): Record<Field, string> {
  return {
    name: entry.name,
    description: entry.description,
    parameters: (entry.parameters ?? []).join("\n"),
    category: entry.category ?? "",
    intent: [...(entry.keywords ?? []), ...(entry.intents ?? []), ...(entry.examples ?? [])].join("\n"),
  };
}
