import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../config/load-config.ts";

/** The folder of the home that contains the user's tool files. */
export const TOOL_FOLDER = "tools";

/** The folder of servers under the home: `mcps/<server>/`. */
export const serverFolders = (home: string): string => join(home, "mcps");

/**
 * Whether the user may bring tools of their own. Checked before anything is loaded for them, because most
 * homes have none.
 */
export function mayHaveCustomTools({ config, home }: Settings, folders: readonly string[] = []): boolean {
  return folders.length > 0 || Object.keys(config.openapi).length > 0 || existsSync(join(home, TOOL_FOLDER));
}

/** Whether MCP servers may exist, so that their known tools have to be looked up. */
export function mayHaveServers({ config, home }: Pick<Settings, "config" | "home">): boolean {
  return Object.keys(config.mcpServers).length > 0 || existsSync(serverFolders(home));
}
