import type { Tool } from "../../contract/tool.ts";
import { dataTools } from "./data/data-tools.ts";
import { fileTools } from "./file/file-tools.ts";
import { type SystemToolSources, systemTools } from "./system/system-tools.ts";

/** Every tool that ships with Dejima. */
export function builtinTools(sources: SystemToolSources): Tool[] {
  return [...systemTools(sources), ...fileTools, ...dataTools].map((tool) => ({
    ...tool,
    source: "builtin",
  }));
}
