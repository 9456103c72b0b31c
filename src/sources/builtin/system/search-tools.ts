import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import type { SearchOptions, SearchResult } from "../../../retrieval/search.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { ToolRegistry } from "../../../tool/tool-registry.ts";

export interface SearchToolsSources {
  readonly registry: ToolRegistry;
  search(request: string, options?: SearchOptions): Promise<SearchResult>;
}

/** Finds tools that are not listed, by what the request means. */
export function createSearchTools({ registry, search }: SearchToolsSources): Tool {
  return defineTool({
    name: "search_tools",
    aliases: ["VectorSearch", "vector_search", "tool_search"],
    summary: "Find tools by what they do, in English or Chinese",
    description: `Searches all tools by meaning and by words. Use it when no listed tool fits. Returns the best ones with a score from 0 to 1 and why each was
found; an empty list means that nothing fits. Call get_tool_info before the first use of what it finds.`,
    category: "system",
    risk: "low",
    input: () =>
      z.object({
        query: z.string().min(1).max(4_000).describe("What should be done, in your own words"),
        limit: z.int().min(1).max(50).default(5).describe("How many to return"),
        category: z.string().max(50).optional().describe("Only tools of this category"),
      }),
    async run({ query, limit, category }, { signal }) {
      const { hits, advice, notices } = await search(query, {
        limit,
        signal,
        ...(category === undefined ? {} : { categories: [category] }),
      });
      return {
        tools: hits.map(({ name, score, why }) => ({
          name,
          summary: registry.get(name)?.summary ?? "",
          score,
          why,
        })),
        ...(advice === undefined ? {} : { advice }),
        ...(notices.length === 0 ? {} : { notices }),
      };
    },
  });
}
