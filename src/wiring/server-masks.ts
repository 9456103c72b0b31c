import type { GivenFolder, Mask } from "../contract/mask.ts";
import type { Layer, ToolNames } from "../policy/layer.ts";
import { withheldFrom } from "../policy/withheld.ts";

/** A server runs for all of its tools: the rules for kinds of effects and for every tool hold for it. */
const ANY_TOOL: ToolNames = { name: "mcp", aliases: [] };

/** Finds what rules and names withhold from contained servers in the folders they are granted. */
export function serverMasks(
  layers: readonly Layer[],
): (folders: readonly GivenFolder[]) => Promise<readonly Mask[]> {
  return async (folders) =>
    (await import("../files/mask/find-masks.ts")).findMasks(folders, withheldFrom(ANY_TOOL, layers));
}
