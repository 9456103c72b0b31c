import { DejimaError } from "../../contract/error.ts";
import { isGrantable } from "../../sandbox/process/spawn-child.ts";
import { defined } from "../../support/defined.ts";
import type { ServerConnection } from "./connection/server-connection.ts";
import type { ConnectionStatus } from "./connection/session-manager.ts";
import {
  changesOf,
  isLocked,
  type Pin,
  type PinChange,
  type ToolSplit,
  usableTools,
  type WithheldTool,
} from "./pin.ts";
import type { Exposure, ServerSettings } from "./server-settings.ts";
import type { DroppedEntry } from "./wire/repair-lists.ts";

/** A server, its accepted description, and its usable tools. */
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

/** Throws for a tool that waits for review, and for everything of a server whose description changed. */
export function requireReviewed({ name, pin, split }: ServerEntry, tool?: string): void {
  const changed = pin !== undefined && isLocked(pin);
  const added = pin?.pending?.tools.some(({ name }) => name === tool) === true;
  const known = split.usable.some(({ name }) => name === tool);
  const suspicious = split.held.some(({ definition }) => definition.name === tool);
  if (!changed && !suspicious && (known || !added)) return;
  const what = tool === undefined ? "use" : `call "${tool}" of`;
  const why = changed
    ? "the server describes its tools differently than before"
    : suspicious
      ? "its description looks hostile"
      : "the server has added it since you agreed to its tools";
  throw new DejimaError(
    "tool_not_allowed",
    `Cannot ${what} the MCP server "${name}": ${why}. \`dejima mcp review ${name}\` shows it`,
    { server: name, ...defined({ tool }) },
  );
}

/** The facts about the server that are known without starting it. */
export function reportOf({ name, connection, pin, split }: ServerEntry): ServerReport {
  const { place, exposure } = connection.settings;
  return {
    name,
    place,
    exposure,
    ...(pin?.agreed.startedMs === undefined ? {} : { startedMs: pin.agreed.startedMs }),
    ...connection.status(),
    dropped: droppedVariables(place),
    seen: pin !== undefined,
    changed: pin !== undefined && isLocked(pin),
    added: pin?.pending === undefined ? 0 : changesOf(pin).filter(({ kind }) => kind === "added").length,
    interfaces: pin === undefined ? 0 : changesOf(pin).filter(({ interfaceOnly }) => interfaceOnly).length,
    software: pin?.agreed.software ?? "",
    tools: split.usable.length,
    held: split.held.length,
    leftOut: pin?.agreed.leftOut ?? [],
    characters: split.usable.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0),
  };
}

function droppedVariables(place: ServerSettings["place"]): string[] {
  if (place.type === "http" || place.trusted) return [];
  return Object.keys(place.environment).filter((name) => !isGrantable(name));
}

/** What a person should review in the server's current description. */
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

/** The facts about a server that are known without starting it. */
export interface ServerReport extends ConnectionStatus {
  readonly name: string;
  readonly place: ServerSettings["place"];
  /**
   * Variables of its config that a contained server does not get, because they control its interpreter or its
   * loader.
   */
  readonly dropped: readonly string[];
  /** Whether it has ever described itself. */
  readonly seen: boolean;
  /**
   * Whether its description differs from the accepted one. Its tools cannot be used until a person has
   * reviewed it.
   */
  readonly changed: boolean;
  /** How many tools it has added. Each waits for review; the others work. */
  readonly added: number;
  /** How many interfaces have changed. They are not shown until a person accepts them; their tools work. */
  readonly interfaces: number;
  readonly software: string;
  /** How many of its tools can be used, and how many the scan withholds. */
  readonly tools: number;
  readonly held: number;
  /** Tools, or their fields, that the server sent malformed. */
  readonly leftOut: readonly DroppedEntry[];
  /** The size of the definitions for a model. */
  readonly characters: number;
  readonly exposure: Exposure;
}

/** What a person is asked to review. */
export interface ServerReview {
  readonly name: string;
  readonly changes: readonly PinChange[];
  readonly held: readonly WithheldTool[];
  readonly instructions?: { readonly before: string; readonly after: string };
}
