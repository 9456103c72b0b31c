import type { Tool } from "../contract/tool.ts";
import { quotedRequests } from "./words/quoted-requests.ts";

/** A tool or skill to index. The index keeps its names, source and category; the texts become terms and vectors. */
export interface IndexEntry {
  /** Unique within the index. Adding the same id again replaces the entry. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** One line per parameter: its name and what it means. */
  readonly parameters?: readonly string[];
  readonly category?: string;
  readonly source?: string;
  /** The server, skill or module that it comes from. Requests often name it. */
  readonly origin?: string;
  /** A request that contains one of these words matches this entry. */
  readonly keywords?: readonly string[];
  /** Possible intents of a request, in a few words each. */
  readonly intents?: readonly string[];
  /** Requests that this entry serves. */
  readonly examples?: readonly string[];
}

/** The parts of an entry that have separate weights. */
export const FIELDS = ["name", "description", "parameters", "category", "intent", "examples"] as const;

export type Field = (typeof FIELDS)[number];

/** The text of each field. An empty text does not count. */
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

/** The example requests that count, up to a maximum per entry. Each is compared separately. */
export function examplesOf(entry: IndexEntry | undefined): readonly string[] {
  return (entry?.examples ?? []).slice(0, MAX_EXAMPLES);
}

const MAX_EXAMPLES = 128;

/** The requests that the description quotes as examples. Each is compared separately. */
export function quotesOf(entry: IndexEntry | undefined): readonly string[] {
  return quotedRequests(entry?.description ?? "").slice(0, MAX_QUOTES);
}

const MAX_QUOTES = 16;

/** The index entry of a tool, with example requests. */
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
