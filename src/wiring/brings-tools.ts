import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../config/load-config.ts";

/** Where a home keeps its user's tool files. */
export const TOOL_FOLDER = "tools";

/** Whether there may be tools that the user brings. Looked at before anything is loaded for them: most homes bring none. */
export function bringsTools({ config, home }: Settings, folders: readonly string[] = []): boolean {
  return folders.length > 0 || Object.keys(config.openapi).length > 0 || existsSync(join(home, TOOL_FOLDER));
}
