import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { MemoryToolSources } from "./memory-sources.ts";

/** Says how much is remembered of the user. */
export function createGetMemoryStats({ memories, ownerOf }: MemoryToolSources): Tool {
  return defineTool({
    name: "get_memory_stats",
    summary: "Say how many memories of the user there are, by type and age",
    description: "Returns {total, byType: {fact, preference, lesson}, oldest, newest, averageStrength}.",
    category: "memory",
    risk: "low",
    input: () => z.object({}),
    async run(_input, { runId }) {
      const { user } = await ownerOf(runId);
      const { oldest, newest, ...counts } = await (await memories()).statistics(user);
      return {
        ...counts,
        ...(oldest === undefined ? {} : { oldest: new Date(oldest).toISOString() }),
        ...(newest === undefined ? {} : { newest: new Date(newest).toISOString() }),
      };
    },
  });
}
