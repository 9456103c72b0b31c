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

// A tool as it was stored: checked when it came from the server, and only ours to write since.
const definition = z.custom<ToolDefinition>(
  (value) => typeof value === "object" && value !== null && "name" in value && "inputSchema" in value,
);
const described = z.object({
  at: z.string(),
  software: z.string(),
  instructions: z.string(),
  tools: z.array(definition),
  // Kept so that it is known without a start; an older pin has none until the next one.
  capabilities: z
    .custom<ServerCapabilities>((value) => typeof value === "object" && value !== null)
    .default({}),
  leftOut: z
    .array(z.object({ name: z.string(), what: z.enum(["entry", "fields"]), why: z.string() }))
    .optional(),
  startedMs: z.number().optional(),
});

/** What a server was when it was first used, or when a person last agreed; and what it has become since, if it changed. */
export const pinSchema = z.object({
  agreed: described,
  /** Hashes of tools that a person has let in, whatever the scan says of them. */
  accepted: z.array(z.string()),
  pending: described.optional(),
  /** Tools that were agreed to and that the server does not list now. They may come back as they were. */
  absent: z.array(z.string()).optional(),
});

export type Pin = z.infer<typeof pinSchema>;

/** Keeps pins between starts, by the name of the server. */
export interface PinStore {
  get(server: string): Promise<unknown>;
  put(server: string, pin: Pin): Promise<void>;
  delete(server: string): Promise<unknown>;
}

/** What differs between what was agreed to and what the server says now. */
export interface PinChange {
  readonly tool: string;
  readonly kind: "added" | "removed" | "changed";
  /** Set where nothing but the tool's interface changed. */
  readonly interfaceOnly?: boolean;
  readonly before?: ToolDefinition;
  readonly after?: ToolDefinition;
}

/** The pin after a server has described itself: the first time it is taken as it is, later only what was agreed to before. */
export function pinned(held: Pin | undefined, found: ServerDefinitions, at: string): Pin {
  const described = { at, ...found, tools: [...found.tools], leftOut: [...(found.leftOut ?? [])] };
  if (held === undefined) return { agreed: described, accepted: [] };
  const { pending: _settled, absent: _before, ...rest } = held;
  const there = new Set(found.tools.map(({ name }) => name));
  const missing = held.agreed.tools.map(({ name }) => name).filter((name) => !there.has(name));
  const absent = missing.length === 0 ? {} : { absent: missing };
  const kept = held.agreed.tools.filter(({ name }) => there.has(name));
  if (serverHash({ ...held.agreed, tools: kept }) !== serverHash(found))
    return { ...rest, ...absent, pending: described };
  return {
    ...rest,
    ...absent,
    agreed: { ...rest.agreed, capabilities: found.capabilities, leftOut: described.leftOut },
  };
}

/** Whether nothing has to be stored or registered anew: both are settled and know the server to do the same. */
export function samePin(held: Pin | undefined, next: Pin): boolean {
  if (held === undefined || held.pending !== undefined || next.pending !== undefined) return false;
  const settled = ({ agreed: { capabilities, leftOut = [] }, absent = [] }: Pin) =>
    canonicalJson({ capabilities, leftOut, absent });
  return settled(held) === settled(next);
}

/** The pin after a person has seen the changes and agreed: also to tools that the scan warns of. */
export function agreedTo({ agreed, pending = agreed }: Pin): Pin {
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

/** A tool that is kept out, and why. */
export interface HeldTool {
  readonly definition: ToolDefinition;
  readonly findings: readonly Finding[];
}

/** A server's tools: those that may be used, and those that a person has to look at first. */
export interface ToolSplit {
  readonly usable: readonly ToolDefinition[];
  readonly held: readonly HeldTool[];
}

/**
 * Whether the server describes something differently than agreed. One that only has more tools, or fewer, does not; an interface
 * that changed is not shown, and its tool can be used without.
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
 * Splits the tools of a server. While it describes something differently than agreed, none of them may be used; tools that it
 * has added since are not among them until they are agreed to.
 */
export function usableTools(pin: Pin): ToolSplit {
  if (isLocked(pin)) return { usable: [], held: [] };
  const usable: ToolDefinition[] = [];
  const held: HeldTool[] = [];
  for (const definition of pin.agreed.tools) {
    if (pin.absent?.includes(definition.name) === true) continue;
    const findings = scanDefinition(definition);
    if (findings.length === 0 || pin.accepted.includes(definitionHash(definition))) usable.push(definition);
    else held.push({ definition, findings });
  }
  return { usable, held };
}
