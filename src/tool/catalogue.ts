import { CATEGORIES, type ToolSummary } from "../contract/tool.ts";
import { oneLine } from "../text/one-line.ts";

const PIECES =
  /[A-Za-z]+|[0-9]+|[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]|[^\p{ASCII}]|\n+|[^\sA-Za-z0-9]+/gu;

const LETTER = /^[A-Za-z]/;

const DIGIT = /^[0-9]/;

const NOT_ASCII = /^[^\p{ASCII}]/u;

/** Words up to this long are one token as a rule; what is longer is cut about every four letters. */
const WHOLE_WORD = 9;

/** Summaries of ours have at most 80 characters; those of servers may have any number. */
const MAX_SUMMARY = 120;

/** Tools without which what is not listed cannot be found or used. */
const WAYS_ON = ["search_tools", "get_tool_info"];

/** The first sentences say what a skill is for; the rest is for anyone who opens it. */
const MAX_DESCRIPTION = 240;

/** One thing that can be listed, as the line it would take. */
interface CatalogueRow {
  readonly name: string;
  /** The heading it stands under. */
  readonly storage: string;
  readonly line: string;
}

export interface CatalogueOptions {
  /** About how many tokens the list may take. */
  readonly budget?: number;
  /** Listed before all others. */
  readonly pinned?: Iterable<string>;
  /** How often each was used; those used more are listed before the rest. */
  readonly uses?: ReadonlyMap<string, number>;
}

/** The first level of disclosure: what is listed, and how many are not. */
export interface FittedCatalogue {
  readonly text: string;
  readonly tokens: number;
  readonly listed: readonly string[];
  /** How many are not listed; the text says so, and how to find them. */
  readonly left: number;
}

/** What the list says of those that it leaves out. */
type LeftOut = (counts: ReadonlyMap<string, number>, total: number) => string;

const BUDGET = 3_000;
/** Room for the line that says what was left out. */
const CLOSING = 120;

/**
 * Lists as many rows as the budget allows, by category and name. What is used and pinned decides which rows are listed, never
 * where they stand: the same rows give the same text, and a model provider's cache of the prompt holds.
 */
export function fitCatalogue(
  rows: readonly CatalogueRow[],
  { storages, leftOut }: { readonly storages: readonly string[]; readonly leftOut: LeftOut },
  { budget = BUDGET, pinned = [], uses = new Map() }: CatalogueOptions = {},
): FittedCatalogue {
  const places = new Map(storages.map((storage, place) => [storage, place]));
  const placeOf = ({ storage }: CatalogueRow) => places.get(storage) ?? storages.length;
  const ordered = rows.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || compare(a.storage, b.storage) || compare(a.name, b.name),
  );
  const whole = take(ordered, budget);
  const chosen =
    whole.size === ordered.length ? whole : take(byMerit(ordered, new Set(pinned), uses), budget - CLOSING);
  const listed = ordered.filter((row) => chosen.has(row));
  const missing = ordered.filter((row) => !chosen.has(row));
  const lines = withHeadings(listed);
  if (missing.length > 0)
    lines.push(...(lines.length > 0 ? [""] : []), leftOut(countByCategory(missing), missing.length));
  const text = lines.join("\n");
  return {
    text,
    tokens: estimateTokens(text),
    listed: listed.map(({ name }) => name),
    left: missing.length,
  };
}

/** As many rows as fit, in this order, each with its share of the headings. */
function take(rows: Iterable<CatalogueRow>, budget: number): Set<CatalogueRow> {
  const taken = new Set<CatalogueRow>();
  const open = new Set<string>();
  let used = 0;
  for (const row of rows) {
    const heading = open.has(row.storage) ? 0 : estimateTokens(`\n## ${row.storage}\n`);
    used += heading + estimateTokens(row.line) + 1;
    if (used > budget) break;
    open.add(row.storage);
    taken.add(row);
  }
  return taken;
}

/** Pinned ones, then the most used, then in turn one of each category, so that no category fills the list. */
function byMerit(
  rows: readonly CatalogueRow[],
  pinned: ReadonlySet<string>,
  uses: ReadonlyMap<string, number>,
): CatalogueRow[] {
  const turns = new Map<string, number>();
  const ranked = rows.map((row) => {
    const turn = turns.get(row.storage) ?? 0;
    turns.set(row.storage, turn + 1);
    // Powers of two: a list that changed with every call would never be found in a cache.
    const use = Math.floor(Math.log2(1 + (uses.get(row.name) ?? 0)));
    return { row, turn, merit: pinned.has(row.name) ? Number.POSITIVE_INFINITY : use };
  });
  // Sorting is stable: equal ones stay in the order of categories and names.
  return ranked
    .sort((a, b) => (a.merit === b.merit ? a.turn - b.turn : b.merit - a.merit))
    .map(({ row }) => row);
}

function withHeadings(rows: readonly CatalogueRow[]): string[] {
  const lines: string[] = [];
  let storage: string | undefined;
  for (const row of rows) {
    if (row.storage !== storage && row.storage !== "")
      lines.push(...(lines.length > 0 ? [""] : []), `## ${row.storage}`);
    storage = row.storage;
    lines.push(row.line);
  }
  return lines;
}

function countByCategory(rows: readonly CatalogueRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { storage } of rows) counts.set(storage, (counts.get(storage) ?? 0) + 1);
  return counts;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The list of skills that a model is given: name and description, within a budget. `get_skill_info` tells the rest. */
export function skillCatalogue(
  skills: readonly { readonly name: string; readonly description: string }[],
  options: CatalogueOptions = {},
): FittedCatalogue {
  const rows = skills.map(({ name, description }) => ({
    name,
    storage: "",
    line: `- ${name}: ${oneLine(description, MAX_DESCRIPTION)}`,
  }));
  const leftOut = (_counts: ReadonlyMap<string, number>, total: number) =>
    `${total} more skills are not listed. search_skills finds them by what they are for; get_skill_info tells how to use one.`;
  return fitCatalogue(rows, { storages: [""], leftOut }, options);
}

/**
 * The list of tools that a model is given: name and summary by category, within a budget. `get_tool_info` tells the rest of
 * one tool, `search_tools` finds those that are not listed.
 */
export function toolCatalogue(
  tools: readonly ToolSummary[],
  options: CatalogueOptions = {},
): FittedCatalogue {
  const rows = tools.map(({ name, summary, category, risk }) => ({
    name,
    storage: category,
    line: `- ${name}: ${oneLine(summary, MAX_SUMMARY)}${risk === "low" ? "" : ` (${risk} risk)`}`,
  }));
  const leftOut = (counts: ReadonlyMap<string, number>, total: number) => {
    const storages = [...counts].map(([storage, count]) => `${storage} ${count}`).join(", ");
    return `${total} more tools are not listed (${storages}). search_tools finds them by what they do; get_tool_info tells how to call one.`;
  };
  const pinned = [...WAYS_ON, ...(options.pinned ?? [])];
  return fitCatalogue(rows, { storages: CATEGORIES, leftOut }, { ...options, pinned });
}

/**
 * About how many tokens a model reads a text as, without its vocabulary: words and figures by length, each Chinese, Japanese
 * or Korean character by itself. On lists of tools it is 2 to 13 % above what OpenAI's tokenizer counts, so that a budget holds.
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
