import type { Risk } from "../../../contract/tool.ts";
import type { ToolDefinition } from "../definition/tool-definition.ts";
import type { ServerSettings } from "../server-settings.ts";

/**
 * How dangerous a tool is. The user's own word counts as it is. Otherwise a tool is `medium`, and what its server says of it can
 * only raise that: a stranger's word that a tool is harmless is worth nothing.
 */
export function riskOf({ name, annotations }: ToolDefinition, { risk }: Pick<ServerSettings, "risk">): Risk {
  const set = typeof risk === "object" ? (Object.hasOwn(risk, name) ? risk[name] : risk["*"]) : risk;
  if (set !== undefined) return set;
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {};
  if (readOnlyHint === true) return "medium";
  return destructiveHint === true || openWorldHint === true ? "high" : "medium";
}
