import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { measureJson } from "../../../support/json.ts";
import { oneLine } from "../../../text/one-line.ts";
import { fieldsOf } from "../../../text/record.ts";

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

/** The entries of one list so far, over all its pages. Several lists can be requested at the same time. */
interface ListSoFar {
  readonly kind: Kind;
  taken: number;
  /** The names of its tools. Of two with the same name, a person could not know which one is meant. */
  readonly names: Set<string>;
}

/** How many lists are followed over their pages at the same time. */
const MAX_LISTS = 50;

/** The protocol that a server speaks. In the older ones, the result of a tool is an object. */
interface ListRules {
  readonly schemas: SpecSchemas;
  readonly isLegacy: boolean;
}

/**
 * Lets one malformed entry of a list fail alone: the SDK would refuse the whole list. Call it once the
 * transport is connected. Returns the tools left out so far.
 */
export function repairLists(transport: Transport, rules: ListRules): () => readonly DroppedEntry[] {
  const pending = new Map<string | number, ListSoFar>();
  const nextPages = new Map<string, ListSoFar>();
  const leftOut = new Map<string, DroppedEntry>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const kind = "method" in message ? LISTS.get(message.method) : undefined;
    if (kind !== undefined && "id" in message && message.id !== undefined) {
      const cursor = "params" in message ? message.params?.cursor : undefined;
      const earlier = cursor === undefined ? undefined : nextPages.get(pageOf(kind, cursor));
      pending.set(message.id, earlier ?? { kind, taken: 0, names: new Set() });
    }
    return send(message, options);
  };
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const list = "id" in message && message.id !== undefined ? pending.get(message.id) : undefined;
    if (list === undefined) return deliver?.(message, extra);
    if ("id" in message && message.id !== undefined) pending.delete(message.id);
    const { kind, names } = list;
    const note = (left: DroppedEntry) => {
      if (kind === "tools" && leftOut.size < MAX_NAMED) leftOut.set(left.name, left);
    };
    const room = MAX_ENTRIES - list.taken;
    const whole = repaired(message, { kind, problemOf: problemFinder(kind, rules), room, note, names });
    list.taken += countOf(whole, kind);
    follow(whole, list);
    return deliver?.(whole, extra);
  };
  return () => [...leftOut.values()];

  /** Remembers which list the next page belongs to. */
  function follow(message: JSONRPCMessage, list: ListSoFar): void {
    const cursor = "result" in message ? message.result.nextCursor : undefined;
    if (cursor === undefined) return;
    nextPages.set(pageOf(list.kind, cursor), list);
    for (const oldest of nextPages.keys()) if (nextPages.size > MAX_LISTS) nextPages.delete(oldest);
  }
}

function pageOf(kind: Kind, cursor: unknown): string {
  return `${kind} ${String(cursor).slice(0, MAX_CURSOR)}`;
}

const MAX_CURSOR = 1_000;

/** What is wrong with an entry, and with which of its fields. */
type ProblemFinder = (entry: unknown) => { field: string; text: string } | undefined;

function problemFinder(kind: Kind, { schemas, isLegacy }: ListRules): ProblemFinder {
  const schema = schemaOf(kind, schemas);
  return (entry) =>
    problemOf(entry, schema) ??
    (kind === "tools" && !isSeen(String(fieldsOf(entry).name))
      ? { field: "name", text: "name: has no visible characters" }
      : undefined) ??
    (isLegacy ? problemOfOutput(entry, schemas.Tool) : undefined);
}

/** An older protocol demands the same of both schemas of a tool. */
function problemOfOutput(entry: unknown, schema: EntrySchema): ReturnType<ProblemFinder> {
  const { outputSchema } = fieldsOf(entry);
  if (outputSchema === undefined) return undefined;
  const problem = problemOf({ name: "any", inputSchema: outputSchema }, schema);
  const text = problem?.text.replace("inputSchema", "outputSchema");
  return text === undefined ? undefined : { field: "outputSchema", text };
}

function schemaOf(kind: Kind, schemas: SpecSchemas): EntrySchema {
  if (kind === "tools") return schemas.Tool;
  if (kind === "resources") return schemas.Resource;
  return kind === "prompts" ? schemas.Prompt : schemas.ResourceTemplate;
}

interface Mending {
  readonly kind: Kind;
  readonly problemOf: ProblemFinder;
  /** How many entries may still come. */
  readonly room: number;
  note(left: DroppedEntry): void;
  readonly names: Set<string>;
}

function countOf(message: JSONRPCMessage, kind: Kind): number {
  const entries = "result" in message ? message.result[kind] : undefined;
  return Array.isArray(entries) ? entries.length : 0;
}

function repaired(message: JSONRPCMessage, { kind, problemOf, room, note, names }: Mending): JSONRPCMessage {
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
      const problem = problemOf(rest);
      if (problem === undefined) return [rest];
      const fewer = withoutOptional(rest, problem.field);
      note({ name, what: fewer === undefined ? "entry" : "fields", why: problem.text });
      if (fewer === undefined) return [];
      rest = fewer;
    }
  });
  const named = kind === "tools" ? valid.filter((entry) => isNewName(entry, { names, note })) : valid;
  return { ...message, result: { ...message.result, [kind]: named } };
}

/** Whether no tool before had the name of this one. */
function isNewName(entry: unknown, { names, note }: Pick<Mending, "names" | "note">): boolean {
  const { name } = entry as { readonly name: string }; // checked by the protocol's schema
  if (names.has(name)) {
    note({ name: name.slice(0, 100), what: "entry", why: "another tool in the list has the same name" });
    return false;
  }
  names.add(name);
  return true;
}

function isSeen(name: string): boolean {
  return oneLine(name.slice(0, 1_000)) !== "";
}

function nameOf(entry: unknown): string | undefined {
  if (typeof entry !== "object" || entry === null || !("name" in entry)) return undefined;
  return typeof entry.name === "string" && isSeen(entry.name) ? entry.name.slice(0, 100) : undefined;
}

function problemOf(entry: unknown, schema: EntrySchema): ReturnType<ProblemFinder> {
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
