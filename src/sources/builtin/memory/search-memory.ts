import { z } from "zod";
import type { Memory } from "../../../contract/memory.ts";
import { MEMORY_TYPES } from "../../../contract/memory-types.ts";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { MemoryToolSources } from "./memory-sources.ts";

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
        query: z
          .string()
          .trim()
          .min(1)
          .max(4_000)
          .optional()
          .describe("What to look for, in English or Chinese; the latest when left out"),
        type: z.enum(MEMORY_TYPES).optional().describe("Only memories of this type"),
        limit: z.int().min(1).max(50).default(10).describe("Most memories to return"),
      }),
    async run({ query, type, limit }, { runId, mark }) {
      const { user } = await ownerOf(runId);
      const held = await memories();
      if (query === undefined) {
        const latest = await held.list(user, { limit, ...(type === undefined ? {} : { type }) });
        mark(latest.flatMap(({ source }) => source.untrusted ?? []));
        return { memories: latest.map(shown) };
      }
      const found = await held.search(user, query, { limit, type });
      mark(found.flatMap(({ memory }) => memory.source.untrusted ?? []));
      return {
        memories: found.map(({ memory, score, strength }) => ({
          ...shown(memory),
          score: rounded(score),
          strength: rounded(strength),
        })),
      };
    },
  });
}

function shown({ id, type, text, source, createdAt }: Memory) {
  return { id, type, content: text, source, createdAt: new Date(createdAt).toISOString() };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
