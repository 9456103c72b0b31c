import { canonicalJson } from "../../../support/canonical-json.ts";
import type { ServerDefinitions } from "../definition/tool-definition.ts";

/**
 * Whether a server is what its folder said before it was first seen: every tool described there is there, as described. A folder
 * may say less of a tool than its server, and know fewer of them.
 */
export function agreesWith(told: ServerDefinitions, found: ServerDefinitions): boolean {
  const tools = new Map(found.tools.map((tool) => [tool.name, new Map(Object.entries(tool))]));
  return told.tools.every((tool) => {
    const held = tools.get(tool.name);
    return (
      held !== undefined &&
      Object.entries(tool).every(
        ([key, value]) => canonicalJson(value) === canonicalJson(held.get(key) ?? null),
      )
    );
  });
}
