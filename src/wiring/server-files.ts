import type { MountedFolder, Mask } from "../contract/file-access.ts";
import type { FileGuard } from "../contract/file-guard.ts";
import type { Layer, ToolNames } from "../policy/layer.ts";
import { withheldFrom } from "../policy/withheld.ts";

/** A server runs for all of its tools: the rules for kinds of effects and for every tool hold for it. */
const ANY_TOOL: ToolNames = { name: "mcp", aliases: [] };

/**
 * Hooks of Git. What a server writes between two calls is set apart with the next one, so these could run before: no server needs
 * to change them.
 */
const isHooks = (path: string): boolean => /\/\.git\/(?:modules\/.+\/)?hooks$/.test(path);

/** What contained servers get to do with folders: what is withheld from them there, and who watches what they write. */
export interface ServerFiles extends Pick<FileGuard, "watch"> {
  masks(folders: readonly MountedFolder[]): Promise<readonly Mask[]>;
}

/** The same rules and the same watch as for programs of calls. */
export function serverFiles(layers: readonly Layer[], files: () => Promise<FileGuard>): ServerFiles {
  return {
    async masks(folders) {
      const { findMasks } = await import("../files/mask/find-masks.ts");
      const withheld = withheldFrom(ANY_TOOL, layers);
      return findMasks(folders, { ...withheld, locks: (path) => isHooks(path) || withheld.locks(path) });
    },
    watch: async (folders, owner) => (await files()).watch(folders, owner),
  };
}
