import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../config/load-config.ts";

/** The folder of servers under the home: `mcps/<server>/`. */
export const serverFolders = (home: string): string => join(home, "mcps");

/** Whether there may be MCP servers, so that their known tools have to be looked up. */
export function bringsServers({ config, home }: Pick<Settings, "config" | "home">): boolean {
  return Object.keys(config.mcpServers).length > 0 || existsSync(serverFolders(home));
}
