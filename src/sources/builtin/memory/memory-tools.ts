import type { FindRunOwner } from "../../../contract/run-owner.ts";
import type { Tool } from "../../../contract/tool.ts";
import type { Memories } from "../../../memory/memories.ts";
import { createAddMemory } from "./add-memory.ts";
import { createForgetMemory } from "./forget-memory.ts";
import { createGetMemoryStats } from "./get-memory-stats.ts";
import { createSearchMemory } from "./search-memory.ts";

/** What the tools of memory work with; the runtime hands it over. */
export interface MemoryToolSources {
  memories(): Promise<Memories>;
  readonly ownerOf: FindRunOwner;
}

/** The tools of the memory family. */
export function memoryTools(sources: MemoryToolSources): Tool[] {
  return [
    createAddMemory(sources),
    createSearchMemory(sources),
    createGetMemoryStats(sources),
    createForgetMemory(sources),
  ];
}
