import { DejimaError } from "../../contract/error.ts";
import type { ServerConnection } from "./connection/server-connection.ts";
import { changesOf, type Pin } from "./pin/pin.ts";
import { type ToolSplit, usableTools } from "./pin/usable-tools.ts";
import type { ServerReport, ServerReview } from "./server-report.ts";

/** A server, what was agreed about it, and what follows from that. */
export interface ServerEntry {
  readonly name: string;
  readonly connection: ServerConnection;
  readonly pin: Pin | undefined;
  readonly split: ToolSplit;
}

const NOTHING: ToolSplit = { usable: [], held: [] };

/** The entry with another pin. The tools are scanned here, once, and not with every call. */
export function entryOf(connection: ServerConnection, pin?: Pin): ServerEntry {
  const split = pin === undefined ? NOTHING : usableTools(pin);
  return { name: connection.settings.name, connection, pin, split };
}

/** Refuses a tool that waits for a person to look at it, and everything of a server that says something else than before. */
export function refuseHeld({ name, pin, split }: ServerEntry, tool?: string): void {
  const changed = pin?.pending !== undefined;
  if (!changed && !split.held.some(({ definition }) => definition.name === tool)) return;
  const what = tool === undefined ? "use" : `call "${tool}" of`;
  const why = changed
    ? "the server describes its tools differently than before"
    : "its description looks hostile";
  throw new DejimaError(
    "tool_not_allowed",
    `Cannot ${what} the MCP server "${name}": ${why}. \`dejima mcp review ${name}\` shows it`,
    { server: name, ...(tool === undefined ? {} : { tool }) },
  );
}

/** What is known of the server without starting it. */
export function reportOf({ name, connection, pin, split }: ServerEntry): ServerReport {
  const { place, exposure } = connection.settings;
  return {
    name,
    place,
    exposure,
    ...(pin?.agreed.startedMs === undefined ? {} : { startedMs: pin.agreed.startedMs }),
    ...connection.status(),
    seen: pin !== undefined,
    changed: pin?.pending !== undefined,
    software: pin?.agreed.software ?? "",
    tools: split.usable.length,
    held: split.held.length,
    leftOut: pin?.agreed.leftOut ?? [],
    characters: split.usable.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0),
  };
}

/** What a person should look at, in what the server says now. */
export function reviewOf({ name, pin, split }: ServerEntry): ServerReview {
  if (pin === undefined) return { name, changes: [], held: [] };
  const { agreed, pending } = pin;
  if (pending === undefined) return { name, changes: [], held: split.held };
  const { held } = usableTools({ agreed: pending, accepted: [] });
  const instructions = { before: agreed.instructions, after: pending.instructions };
  return {
    name,
    changes: changesOf(pin),
    held,
    ...(instructions.before === instructions.after ? {} : { instructions }),
  };
}
