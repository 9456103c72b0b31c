import type { Tool } from "../contract/tool.ts";

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

/** Words with which a description introduces example requests. */
const CALLED_FOR =
  /\b(?:asks?|asked|asking|says?|saying|triggers?|triggered|mentions?|phrases?|reports?|(?:use|used|activate|invoke)[^.]{0,40}\bwhen|requests? (?:like|such as)|users? wants?)\b|触发|用户(?:说|问|提到|想)/iu;

const MARK = /["“「']/u;

const SENTENCE = /(?<=[.!?])\s+(?=\p{Lu})|(?<=[。！？])|\n/u;

const QUOTED =
  /"([^"]{3,80})"|“([^”]{3,80})”|「([^」]{3,80})」|(?<![\p{L}\p{N}])'([^']{3,80}(?:'\p{L}[^']{0,80})?)'(?![\p{L}\p{N}])/gu;

/** At least two words, or three Chinese characters. A single word is often the name of a field. */
const SEVERAL_WORDS = /^(?!.*(?:\.\.|…|[_={}<>]|:\/))(?:.*\p{L}[\s-]+\p{L}|.*[\u3400-\u9fff]{3})/u;

/** The requests that a description quotes as examples: 'Use when someone says "resize the cluster"'. */
export function quotedRequests(description: string): string[] {
  if (!MARK.test(description) || !CALLED_FOR.test(description)) return [];
  return description.split(SENTENCE).flatMap((sentence) => {
    const cue = sentence.search(CALLED_FOR);
    if (cue === -1) return [];
    return [...sentence.slice(cue).matchAll(QUOTED)]
      .map((match) => match.slice(1).find((part) => part !== undefined) ?? "")
      .filter((quoted) => SEVERAL_WORDS.test(quoted));
  });
}
