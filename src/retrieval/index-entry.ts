import type { Tool } from "../contract/tool.ts";
import { quotedRequests } from "./words/quoted-requests.ts";

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
  /** The server, skill or module that it comes from: requests often name it. */
  readonly origin?: string;
  /** Words that call for this entry whenever a request contains them. */
  readonly keywords?: readonly string[];
  /** What a request may be after, in a few words each. */
  readonly intents?: readonly string[];
  /** Requests that this entry serves. */
  readonly examples?: readonly string[];
}

/** The parts of an entry that are weighed on their own. */
export const FIELDS = ["name", "description", "parameters", "category", "intent", "examples"] as const;

export type Field = (typeof FIELDS)[number];

/** The text of each field; an empty one does not count. */
export function fieldTexts(entry: IndexEntry): Record<Field, string> {
  return {
    name: entry.name,
    description: entry.description,
    parameters: (entry.parameters ?? []).join("\n"),
    category: [entry.origin, entry.category].filter(Boolean).join(" "),
    intent: [...(entry.keywords ?? []), ...(entry.intents ?? [])].join("\n"),
    examples: examplesOf(entry).join("\n"),
  };
}

/** The example requests that count, each compared on its own: so many of one entry at most. */
export function examplesOf(entry: IndexEntry | undefined): readonly string[] {
  return (entry?.examples ?? []).slice(0, MAX_EXAMPLES);
}

const MAX_EXAMPLES = 128;

/** The requests that the description quotes as those it serves, each compared on its own. */
export function quotesOf(entry: IndexEntry | undefined): readonly string[] {
  return quotedRequests(entry?.description ?? "").slice(0, MAX_QUOTES);
}

const MAX_QUOTES = 16;

/** What the index knows of a tool, with requests that it serves. */
export function toolEntry(tool: Tool, examples: readonly string[] = []): IndexEntry {
  const { name, summary, description, category, source, origin, skill } = tool;
  return {
    id: name,
    name,
    description: `${summary}\n${description}`,
    parameters: parametersOf(tool),
    category,
    source,
    origin: [...new Set([origin, skill])].filter(Boolean).join(" "),
    examples,
  };
}

function parametersOf(tool: Tool): string[] {
  const { properties } = tool.input.toJsonSchema();
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).map(([name, field]) => {
    const description =
      typeof field === "object" && field !== null && "description" in field ? field.description : undefined;
    return typeof description === "string" ? `${name}: ${description}` : name;
  });
}
