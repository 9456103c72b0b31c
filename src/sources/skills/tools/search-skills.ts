import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import type { SearchOptions, SearchResult } from "../../../retrieval/search.ts";
import { defineTool } from "../../../tool/define-tool.ts";

/** Searches the skills by meaning. */
export type FindSkills = (request: string, options?: SearchOptions) => Promise<SearchResult>;

/** Finds skills by what the request means. */
export function createSearchSkills({ findSkills }: { readonly findSkills: FindSkills }): Tool {
  return defineTool({
    name: "search_skills",
    aliases: ["find_skill"],
    summary: "Find skills by what they are for, in English or Chinese",
    description: `Searches the skills by meaning and by words. Returns the best ones with a score from 0 to 1 and why each was found; an empty list means that
nothing fits. Call get_skill_info to read what a skill says.`,
    category: "skill",
    risk: "low",
    input: () =>
      z.object({
        query: z.string().min(1).max(4_000).describe("What should be done, in your own words"),
        limit: z.int().min(1).max(50).default(5).describe("How many to return"),
      }),
    async run({ query, limit }, { signal }) {
      const { hits, advice, notices } = await findSkills(query, { limit, signal });
      return {
        skills: hits.map(({ name, score, why }) => ({ name, score, why })),
        ...(advice === undefined ? {} : { advice }),
        ...(notices.length === 0 ? {} : { notices }),
      };
    },
  });
}
