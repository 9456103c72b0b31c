import type { Tool } from "../../../contract/tool.ts";
import { createAddMemory } from "./add-memory.ts";
import { createForgetMemory } from "./forget-memory.ts";
import { createGetMemoryStats } from "./get-memory-stats.ts";
import type { MemoryToolSources } from "./memory-sources.ts";
import { createSearchMemory } from "./search-memory.ts";

/** The tools of the memory family. */
export function memoryTools(sources: MemoryToolSources): Tool[] {
  return [
    createAddMemory(sources),
    createSearchMemory(sources),
    createGetMemoryStats(sources),
    createForgetMemory(sources),
  ];
}
