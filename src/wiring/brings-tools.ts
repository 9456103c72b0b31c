import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../config/load-config.ts";

/** The folder of servers under the home: `mcps/<server>/`. */
export const serverFolders = (home: string): string => join(home, "mcps");

/** Where a home keeps its user's tool files. */
export const TOOL_FOLDER = "tools";

/** Whether there may be tools that the user brings. Looked at before anything is loaded for them: most homes bring none. */
export function bringsTools({ config, home }: Settings, folders: readonly string[] = []): boolean {
  return folders.length > 0 || Object.keys(config.openapi).length > 0 || existsSync(join(home, TOOL_FOLDER));
}

/** Whether there may be MCP servers, so that their known tools have to be looked up. */
export function bringsServers({ config, home }: Pick<Settings, "config" | "home">): boolean {
  return Object.keys(config.mcpServers).length > 0 || existsSync(serverFolders(home));
}
