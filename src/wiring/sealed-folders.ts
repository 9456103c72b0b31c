import { resolve } from "node:path";
import type { Settings } from "../config/load-config.ts";

/** Folders that Dejima itself obeys, and that people edit: personas, and tools that the program around us names. */
export function sealedFolders({ base }: Settings, toolFolders: readonly string[] = []): string[] {
  return ["personas", ...toolFolders].map((path) => resolve(base, path));
}
