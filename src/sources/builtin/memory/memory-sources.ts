import type { FindRunOwner } from "../../../contract/run-owner.ts";
import type { Memories } from "../../../memory/memories.ts";

/** What the tools of memory work with; the runtime hands it over. */
export interface MemoryToolSources {
  memories(): Promise<Memories>;
  readonly ownerOf: FindRunOwner;
}
