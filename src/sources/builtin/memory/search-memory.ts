import { z } from "zod";
import { MEMORY_TYPES } from "../../../contract/memory-types.ts";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { MemoryToolSources } from "./memory-tools.ts";

/** Looks up what is remembered of the user. */
export function createSearchMemory({ memories, ownerOf }: MemoryToolSources): Tool {
  return defineTool({
    name: "search_memory",
    aliases: ["recall", "recall_memory"],
    summary: "Look up what is remembered about the user, by meaning and words",
    description: `Returns {memories: [{id, type, content, score, strength, source, createdAt}]}, best first; none when nothing fits. The most fitting ones
stand in the prompt already: search when something more particular is asked for.`,
    category: "memory",
    risk: "low",
    input: () =>
      z.object({
        query: z.string().trim().min(1).max(4_000).describe("What to look for, in English or Chinese"),
        type: z.enum(MEMORY_TYPES).optional().describe("Only memories of this type"),
        limit: z.int().min(1).max(50).default(10).describe("Most memories to return"),
      }),
    async run({ query, type, limit }, { runId }) {
      const { user } = await ownerOf(runId);
      const found = await (await memories()).search(user, query, { limit, type });
      return {
        memories: found.map(({ memory, score, strength }) => ({
          id: memory.id,
          type: memory.type,
          content: memory.text,
          score: rounded(score),
          strength: rounded(strength),
          source: memory.source,
          createdAt: new Date(memory.createdAt).toISOString(),
        })),
      };
    },
  });
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
