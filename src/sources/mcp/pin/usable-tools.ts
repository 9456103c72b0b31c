import type { DescriptionFinding } from "../../../scan/scan-description.ts";
import { definitionHash } from "../definition/definition-hash.ts";
import type { ToolDefinition } from "../definition/tool-definition.ts";
import { scanDefinition } from "../scan/scan-definition.ts";
import type { Pin } from "./pin.ts";

/** A tool that is kept out, and why. */
export interface HeldTool {
  readonly definition: ToolDefinition;
  readonly findings: readonly DescriptionFinding[];
}

/** A server's tools: those that may be used, and those that a person has to look at first. */
export interface ToolSplit {
  readonly usable: readonly ToolDefinition[];
  readonly held: readonly HeldTool[];
}

/** Splits the tools of a server. While it says something else than what was agreed, none of them may be used. */
export function usableTools(pin: Pin): ToolSplit {
  if (pin.pending !== undefined) return { usable: [], held: [] };
  const usable: ToolDefinition[] = [];
  const held: HeldTool[] = [];
  for (const definition of pin.agreed.tools) {
    const findings = scanDefinition(definition);
    if (findings.length === 0 || pin.accepted.includes(definitionHash(definition))) usable.push(definition);
    else held.push({ definition, findings });
  }
  return { usable, held };
}
