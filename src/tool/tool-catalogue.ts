import { CATEGORIES, type ToolSummary } from "../contract/tool.ts";
import { oneLine } from "../text/one-line.ts";
import { type CatalogueOptions, type FittedCatalogue, fitCatalogue } from "./fit-catalogue.ts";

/** Summaries of ours have at most 80 characters; those of servers may have any number. */
const MAX_SUMMARY = 120;

/** Tools without which what is not listed cannot be found or used. */
const WAYS_ON = ["search_tools", "get_tool_info"];

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
