import { CATEGORIES, type ToolSummary } from "../contract/tool.ts";
import { oneLine } from "../text/one-line.ts";

const PIECES =
  /[A-Za-z]+|[0-9]+|[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]|[^\p{ASCII}]|\n+|[^\sA-Za-z0-9]+/gu;

const LETTER = /^[A-Za-z]/;

const DIGIT = /^[0-9]/;

const NOT_ASCII = /^[^\p{ASCII}]/u;

/** Words up to this length are usually one token. Longer ones are split about every four letters. */
const WHOLE_WORD = 9;

/** Our own summaries have at most 80 characters. Those of servers may have any length. */
const MAX_SUMMARY = 120;

/** Tools needed to find and use tools that are not listed. */
export const DISCOVERY_TOOLS: readonly string[] = ["search_tools", "get_tool_info"];

/** The first sentences describe the purpose of a skill. The rest is shown when it is opened. */
const MAX_DESCRIPTION = 240;

/** An entry of the list, as the line that it would take. */
interface CatalogueRow {
  readonly name: string;
  /** The heading of its group. */
  readonly heading: string;
  readonly line: string;
}

export interface CatalogueOptions {
  /** The approximate token budget of the list. */
  readonly budget?: number;
  /** Entries that are listed before all others. */
  readonly pinned?: Iterable<string>;
  /** How often each entry was used. The most used are listed first. */
  readonly uses?: ReadonlyMap<string, number>;
}

/** The first level of disclosure: the listed entries, and how many are not listed. */
export interface FittedCatalogue {
  readonly text: string;
  readonly tokens: number;
  readonly listed: readonly string[];
  /** How many are not listed. The text states the number and how to find them. */
  readonly left: number;
}

/** The line about the entries that are not listed. */
type OmittedLine = (counts: ReadonlyMap<string, number>, total: number) => string;

const BUDGET = 3_000;
/** Reserved for the line about omitted entries. */
const CLOSING = 120;

/**
 * Lists as many rows as the budget allows, by category and name. Use and pinning decide which rows are listed, never their order:
 * the same rows give the same text, so that a model provider can cache the prompt.
 */
export function fitCatalogue(
  rows: readonly CatalogueRow[],
  { headings, omittedLine }: { readonly headings: readonly string[]; readonly omittedLine: OmittedLine },
  { budget = BUDGET, pinned = [], uses = new Map() }: CatalogueOptions = {},
): FittedCatalogue {
  const places = new Map(headings.map((heading, place) => [heading, place]));
  const placeOf = ({ heading }: CatalogueRow) => places.get(heading) ?? headings.length;
  const ordered = rows.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || compare(a.heading, b.heading) || compare(a.name, b.name),
  );
  const whole = take(ordered, budget);
  const chosen =
    whole.size === ordered.length ? whole : take(byMerit(ordered, new Set(pinned), uses), budget - CLOSING);
  const listed = ordered.filter((row) => chosen.has(row));
  const missing = ordered.filter((row) => !chosen.has(row));
  const lines = withHeadings(listed);
  if (missing.length > 0)
    lines.push(...(lines.length > 0 ? [""] : []), omittedLine(countByCategory(missing), missing.length));
  const text = lines.join("\n");
  return {
    text,
    tokens: estimateTokens(text),
    listed: listed.map(({ name }) => name),
    left: missing.length,
  };
}

/** The first rows that fit, in this order, each with its share of the headings. */
function take(rows: Iterable<CatalogueRow>, budget: number): Set<CatalogueRow> {
  const taken = new Set<CatalogueRow>();
  const open = new Set<string>();
  let used = 0;
  for (const row of rows) {
    const headingTokens = open.has(row.heading) ? 0 : estimateTokens(`\n## ${row.heading}\n`);
    used += headingTokens + estimateTokens(row.line) + 1;
    if (used > budget) break;
    open.add(row.heading);
    taken.add(row);
  }
  return taken;
}

/** Pinned rows, then the most used, then one of each category in turn, so that no category fills the list. */
function byMerit(
  rows: readonly CatalogueRow[],
  pinned: ReadonlySet<string>,
  uses: ReadonlyMap<string, number>,
): CatalogueRow[] {
  const turns = new Map<string, number>();
  const ranked = rows.map((row) => {
    const turn = turns.get(row.heading) ?? 0;
    turns.set(row.heading, turn + 1);
    // Powers of two: a list that changed with every call could never be cached.
    const use = Math.floor(Math.log2(1 + (uses.get(row.name) ?? 0)));
    return { row, turn, merit: pinned.has(row.name) ? Number.POSITIVE_INFINITY : use };
  });
  // The sort is stable: equal rows stay in the order of categories and names.
  return ranked
    .sort((a, b) => (a.merit === b.merit ? a.turn - b.turn : b.merit - a.merit))
    .map(({ row }) => row);
}

function withHeadings(rows: readonly CatalogueRow[]): string[] {
  const lines: string[] = [];
  let heading: string | undefined;
  for (const row of rows) {
    if (row.heading !== heading && row.heading !== "")
      lines.push(...(lines.length > 0 ? [""] : []), `## ${row.heading}`);
    heading = row.heading;
    lines.push(row.line);
  }
  return lines;
}

function countByCategory(rows: readonly CatalogueRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { heading } of rows) counts.set(heading, (counts.get(heading) ?? 0) + 1);
  return counts;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The list of skills for a model: name and description, within a budget. `get_skill_info` shows the rest. */
export function skillCatalogue(
  skills: readonly { readonly name: string; readonly description: string }[],
  options: CatalogueOptions = {},
): FittedCatalogue {
  const rows = skills.map(({ name, description }) => ({
    name,
    heading: "",
    line: `- ${name}: ${oneLine(description, MAX_DESCRIPTION)}`,
  }));
  const omittedLine = (_counts: ReadonlyMap<string, number>, total: number) =>
    `${total} more skills are not listed. search_skills finds them by what they are for; get_skill_info tells how to use one.`;
  return fitCatalogue(rows, { headings: [""], omittedLine }, options);
}

/**
 * The list of tools for a model: name and summary by category, within a budget. `get_tool_info` shows the rest of a tool,
 * `search_tools` finds those that are not listed.
 */
export function toolCatalogue(
  tools: readonly ToolSummary[],
  options: CatalogueOptions = {},
): FittedCatalogue {
  const rows = tools.map(({ name, summary, category, risk }) => ({
    name,
    heading: category,
    line: `- ${name}: ${oneLine(summary, MAX_SUMMARY)}${risk === "low" ? "" : ` (${risk} risk)`}`,
  }));
  const omittedLine = (counts: ReadonlyMap<string, number>, total: number) => {
    const headings = [...counts].map(([heading, count]) => `${heading} ${count}`).join(", ");
    return `${total} more tools are not listed (${headings}). search_tools finds them by what they do; get_tool_info tells how to call one.`;
  };
  const pinned = [...DISCOVERY_TOOLS, ...(options.pinned ?? [])];
  return fitCatalogue(rows, { headings: CATEGORIES, omittedLine }, { ...options, pinned });
}

/**
 * The approximate number of tokens in a text, without a model's vocabulary: words and numbers by length, each Chinese, Japanese or
 * Korean character as one. For lists of tools it is 2 to 13 % above OpenAI's tokenizer, so that a budget is not exceeded.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    if (LETTER.test(piece)) tokens += 1.05 + Math.max(0, piece.length - WHOLE_WORD) / 4.5;
    else if (DIGIT.test(piece)) tokens += Math.ceil(piece.length / 3);
    else if (NOT_ASCII.test(piece) || piece.startsWith("\n")) tokens += 1;
    else tokens += Math.max(1, piece.length / 2.5);
  }
  return Math.ceil(tokens);
}
