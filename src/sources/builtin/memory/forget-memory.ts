import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { MemoryToolSources } from "./memory-sources.ts";

/** Erases memories of the user. */
export function createForgetMemory({ memories, ownerOf }: MemoryToolSources): Tool {
  return defineTool({
    name: "forget_memory",
    aliases: ["delete_memory"],
    summary: "Erase memories of the user for good, by their ids",
    description: `Returns {forgotten, missing}. search_memory gives the ids. Forget only what the user asks to be forgotten or what has turned out wrong.`,
    category: "memory",
    risk: "low",
    flow: { keeps: "beyond the run" },
    input: () =>
      z.object({
        ids: z.array(z.string().max(100)).min(1).max(50).describe("The ids, as search_memory gives them"),
      }),
    async run({ ids }, { runId }) {
      const { user } = await ownerOf(runId);
      const forgotten = await (await memories()).forget(user, ids);
      return { forgotten, missing: ids.filter((id) => !forgotten.includes(id)) };
    },
  });
}
