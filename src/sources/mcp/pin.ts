import type { ServerCapabilities } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Finding } from "../../support/finding.ts";
import { canonicalJson } from "../../support/json.ts";
import {
  definitionHash,
  describedHash,
  type ServerDefinitions,
  scanDefinition,
  serverHash,
  type ToolDefinition,
} from "./tool-definition.ts";

// A stored tool: checked when it came from the server, and only written by us since.
const definition = z.custom<ToolDefinition>(
  (value) => typeof value === "object" && value !== null && "name" in value && "inputSchema" in value,
);
const described = z.object({
  at: z.string(),
  software: z.string(),
  instructions: z.string(),
  tools: z.array(definition),
  // Stored so that it is known without a start. An older pin has none until the next start.
  capabilities: z
    .custom<ServerCapabilities>((value) => typeof value === "object" && value !== null)
    .default({}),
  leftOut: z
    .array(z.object({ name: z.string(), what: z.enum(["entry", "fields"]), why: z.string() }))
    .optional(),
  startedMs: z.number().optional(),
});

/**
 * The description of a server that was accepted, at its first use or by a person, and its current one if it
 * changed.
 */
export const pinSchema = z.object({
  agreed: described,
  /** Hashes of tools that a person has accepted, whatever the scan found. */
  accepted: z.array(z.string()),
  pending: described.optional(),
  /** Accepted tools that the server does not list now. They may come back unchanged. */
  absent: z.array(z.string()).optional(),
});

export type Pin = z.infer<typeof pinSchema>;

/** Who changed a pin, and a description of the change. */
interface PinNote {
  readonly by: string;
  readonly change: string;
}

/** Stores pins between starts, by server name. */
export interface PinStore {
  /** `integrity` names the package that the config has: a pin that an update stored for it takes effect. */
  get(server: string, integrity?: string): Promise<unknown>;
  put(server: string, pin: Pin, note: PinNote): Promise<void>;
  delete(server: string, note: PinNote): Promise<unknown>;
}

/** The key of a pin that takes effect once the config names this package. */
export function pinOfPackage(server: string, integrity: string): string {
  return `${server} ${integrity}`;
}

/** A difference between the accepted and the current description. */
export interface PinChange {
  readonly tool: string;
  readonly kind: "added" | "removed" | "changed";
  /** Set if only the tool's interface changed. */
  readonly interfaceOnly?: boolean;
  readonly before?: ToolDefinition;
  readonly after?: ToolDefinition;
}

/**
 * The pin after a server has described itself. The first description is accepted as it is; later ones only as
 * far as they match.
 */
export function pinned(previous: Pin | undefined, found: ServerDefinitions, at: string): Pin {
  const described = { at, ...found, tools: [...found.tools], leftOut: [...(found.leftOut ?? [])] };
  if (previous === undefined) return { agreed: described, accepted: [] };
  const { pending: _settled, absent: _before, ...rest } = previous;
  const there = new Set(found.tools.map(({ name }) => name));
  const missing = previous.agreed.tools.map(({ name }) => name).filter((name) => !there.has(name));
  const absent = missing.length === 0 ? {} : { absent: missing };
  const stillListed = previous.agreed.tools.filter(({ name }) => there.has(name));
  if (serverHash({ ...previous.agreed, tools: stillListed }) !== serverHash(found))
    return { ...rest, ...absent, pending: described };
  return {
    ...rest,
    ...absent,
    agreed: { ...rest.agreed, capabilities: found.capabilities, leftOut: described.leftOut },
  };
}

/** Whether nothing has to be stored or registered again: both pins are settled and equal in effect. */
export function samePin(previous: Pin | undefined, next: Pin): boolean {
  if (previous === undefined || previous.pending !== undefined || next.pending !== undefined) return false;
  const settled = ({ agreed: { capabilities, leftOut = [] }, absent = [] }: Pin) =>
    canonicalJson({ capabilities, leftOut, absent });
  return settled(previous) === settled(next);
}

/**
 * The pin after a person has seen the changes and accepted them, including tools that the scan warns about.
 */
export function acceptPending({ agreed, pending = agreed }: Pin): Pin {
  return { agreed: pending, accepted: pending.tools.map(definitionHash) };
}

/** The differences, tool by tool. */
export function changesOf({ agreed, pending }: Pin): PinChange[] {
  if (pending === undefined) return [];
  const before = new Map(agreed.tools.map((tool) => [tool.name, tool]));
  const after = new Map(pending.tools.map((tool) => [tool.name, tool]));
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name): PinChange[] => {
    const [old, now] = [before.get(name), after.get(name)];
    if (old === undefined) return now === undefined ? [] : [{ tool: name, kind: "added", after: now }];
    if (now === undefined) return [{ tool: name, kind: "removed", before: old }];
    if (definitionHash(old) === definitionHash(now)) return [];
    const interfaceOnly = describedHash(old) === describedHash(now);
    return [
      { tool: name, kind: "changed", before: old, after: now, ...(interfaceOnly ? { interfaceOnly } : {}) },
    ];
  });
}

/** A tool that is withheld, and why. */
export interface WithheldTool {
  readonly definition: ToolDefinition;
  readonly findings: readonly Finding[];
}

/** A server's tools: the usable ones, and those that a person has to review first. */
export interface ToolSplit {
  readonly usable: readonly ToolDefinition[];
  readonly held: readonly WithheldTool[];
}

/**
 * Whether the server describes something differently than accepted. Added or removed tools do not count. A
 * changed interface is not shown, and its tool can be used without it.
 */
export function isLocked(pin: Pin): boolean {
  const { agreed, pending } = pin;
  if (pending === undefined) return false;
  return (
    agreed.instructions !== pending.instructions ||
    changesOf(pin).some(({ kind, interfaceOnly }) => kind === "changed" && interfaceOnly !== true)
  );
}

/**
 * Splits the tools of a server. While it describes something differently than accepted, none may be used.
 * Added tools are excluded until they are accepted.
 */
export function usableTools(pin: Pin): ToolSplit {
  if (isLocked(pin)) return { usable: [], held: [] };
  const usable: ToolDefinition[] = [];
  const held: WithheldTool[] = [];
  const siblings = new Set(pin.agreed.tools.map(({ name }) => name));
  for (const definition of pin.agreed.tools) {
    if (pin.absent?.includes(definition.name) === true) continue;
    const findings = scanDefinition(definition, siblings);
    if (findings.length === 0 || pin.accepted.includes(definitionHash(definition))) usable.push(definition);
    else held.push({ definition, findings });
  }
  return { usable, held };
}
