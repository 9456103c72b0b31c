import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { measureJson } from "../../../support/json.ts";

/** An entry of a server's list that cannot be used as sent. */
export interface DroppedEntry {
  /** Its own name, or its place in the list. */
  readonly name: string;
  /** What was left out: the whole entry, or optional fields. */
  readonly what: "entry" | "fields";
  readonly why: string;
}

type Kind = "tools" | "resources" | "resourceTemplates" | "prompts";
type SpecSchemas = typeof import("@modelcontextprotocol/client").specTypeSchemas;
type EntrySchema = SpecSchemas["Tool" | "Resource" | "ResourceTemplate" | "Prompt"];

const LISTS: ReadonlyMap<string, Kind> = new Map([
  ["tools/list", "tools"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
  ["prompts/list", "prompts"],
]);

/** Optional fields of an entry. A tool without annotations counts as the riskiest kind. */
const OPTIONAL = new Set(["icons", "title", "annotations", "outputSchema", "execution", "_meta"]);

/** Far more than the schema of a real tool needs. */
const BOUNDS = { maxDepth: 64, maxSize: 1_000_000 };

/** Far more entries than a real server lists. A hundred thousand would keep everybody else waiting for half a minute. */
const MAX_ENTRIES = 5_000;

/** How many entries that were left out are named. */
const MAX_NAMED = 100;

/**
 * Lets one malformed entry of a list fail alone: the SDK would refuse the whole list. Call it once the
 * transport is connected. Returns the tools left out so far.
 */
export function repairLists(transport: Transport, schemas: SpecSchemas): () => readonly DroppedEntry[] {
  const pending = new Map<string | number, Kind>();
  const leftOut = new Map<string, DroppedEntry>();
  /** The entries so far, over all pages of a list. */
  const taken = new Map<Kind, number>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const kind = "method" in message ? LISTS.get(message.method) : undefined;
    if (kind !== undefined && "id" in message && message.id !== undefined) {
      pending.set(message.id, kind);
      const isFirstPage = !("params" in message) || message.params?.cursor === undefined;
      if (isFirstPage) taken.set(kind, 0);
    }
    return send(message, options);
  };
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const kind = "id" in message && message.id !== undefined ? pending.get(message.id) : undefined;
    if (kind === undefined) return deliver?.(message, extra);
    if ("id" in message && message.id !== undefined) pending.delete(message.id);
    const note = (left: DroppedEntry) => {
      if (kind === "tools" && leftOut.size < MAX_NAMED) leftOut.set(left.name, left);
    };
    const room = MAX_ENTRIES - (taken.get(kind) ?? 0);
    const whole = repaired(message, { kind, schema: schemaOf(kind, schemas), room, note });
    taken.set(kind, MAX_ENTRIES - room + countOf(whole, kind));
    return deliver?.(whole, extra);
  };
  return () => [...leftOut.values()];
}

function schemaOf(kind: Kind, schemas: SpecSchemas): EntrySchema {
  if (kind === "tools") return schemas.Tool;
  if (kind === "resources") return schemas.Resource;
  return kind === "prompts" ? schemas.Prompt : schemas.ResourceTemplate;
}

interface Mending {
  readonly kind: Kind;
  readonly schema: EntrySchema;
  /** How many entries may still come. */
  readonly room: number;
  note(left: DroppedEntry): void;
}

function countOf(message: JSONRPCMessage, kind: Kind): number {
  const entries = "result" in message ? message.result[kind] : undefined;
  return Array.isArray(entries) ? entries.length : 0;
}

function repaired(message: JSONRPCMessage, { kind, schema, room, note }: Mending): JSONRPCMessage {
  if (!("result" in message)) return message;
  const entries = message.result[kind];
  if (!Array.isArray(entries)) return message;
  if (entries.length > room)
    note({
      name: `${entries.length - room} more`,
      what: "entry",
      why: `it lists more than ${MAX_ENTRIES} ${kind}`,
    });
  const valid = entries.slice(0, room).flatMap((entry: unknown, index) => {
    const name = nameOf(entry) ?? `number ${index + 1}`;
    const { fault } = measureJson(entry, BOUNDS);
    if (fault !== undefined) {
      note({ name, what: "entry", why: `${fault.path === "" ? "it" : fault.path} ${fault.problem}` });
      return [];
    }
    for (let rest = entry; ; ) {
      const problem = problemOf(rest, schema);
      if (problem === undefined) return [rest];
      const fewer = withoutOptional(rest, problem.field);
      note({ name, what: fewer === undefined ? "entry" : "fields", why: problem.text });
      if (fewer === undefined) return [];
      rest = fewer;
    }
  });
  return { ...message, result: { ...message.result, [kind]: valid } };
}

function nameOf(entry: unknown): string | undefined {
  if (typeof entry !== "object" || entry === null || !("name" in entry)) return undefined;
  return typeof entry.name === "string" ? entry.name.slice(0, 100) : undefined;
}

function problemOf(entry: unknown, schema: EntrySchema): { field: string; text: string } | undefined {
  const checked = schema["~standard"].validate(entry);
  // The protocol's schemas validate synchronously; an asynchronous result counts as valid.
  if (checked instanceof Promise || checked.issues === undefined) return undefined;
  const [issue] = checked.issues;
  const path = (issue?.path ?? []).map(String);
  return {
    field: path[0] ?? "",
    text: `${path.join(".") || "it"}: ${issue?.message ?? "is malformed"}`.slice(0, 200),
  };
}

function withoutOptional(entry: unknown, field: string): object | undefined {
  if (!OPTIONAL.has(field) || typeof entry !== "object" || entry === null) return undefined;
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== field));
}
