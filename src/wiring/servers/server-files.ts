import type { Mask, MountedFolder } from "../../contract/data/file-access.ts";
import type { FileGuard } from "../../contract/data/file-guard.ts";
import type { Layer, ToolNames } from "../../policy/layer.ts";
import { withheldFrom } from "../../policy/withheld.ts";

/** A server runs for all of its tools, so rules for kinds of effects and for every tool apply to it. */
const ANY_TOOL: ToolNames = { name: "mcp", aliases: [] };

/**
 * Git hooks. Files that a server writes between two calls are set apart with the next call, so a hook could
 * run before that. No server needs to change hooks.
 */
const isHooks = (path: string): boolean => /\/\.git\/(?:modules\/.+\/)?hooks$/.test(path);

/** The file access of contained servers: which paths are withheld, and who watches their writes. */
export interface ServerFiles extends Pick<FileGuard, "watch"> {
  masks(folders: readonly MountedFolder[]): Promise<readonly Mask[]>;
}

/** Applies the same rules and the same watch as for programs of calls. */
export function serverFiles(layers: readonly Layer[], files: () => Promise<FileGuard>): ServerFiles {
  return {
    async masks(folders) {
      const { findMasks } = await import("../../files/mask/find-masks.ts");
      const withheld = withheldFrom(ANY_TOOL, layers);
      return findMasks(folders, { ...withheld, locks: (path) => isHooks(path) || withheld.locks(path) });
    },
    watch: async (folders, owner) => (await files()).watch(folders, owner),
  };
}
