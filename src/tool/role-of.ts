import type { JsonSchema } from "../contract/data/json-schema.ts";
import type { Role } from "../contract/flow.ts";
import type { Tool } from "../contract/tool.ts";
import { isRecord } from "../support/json.ts";
import { snakeName } from "../text/snake-name.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Names of arguments that state a destination, whatever the tool does. */
const RECEIVERS = words(
  "to recipient recipients cc bcc receiver receivers url uri link href website webhook endpoint callback host domain",
);
/** Names that state a destination in a tool that acts. In a read-only tool they say what to look at. */
const PARTIES = words(
  "email emails mail address addresses participant participants attendee attendees invitee invitees guest guests user users username member members " +
    "channel channels phone chat assignee assignees reviewer reviewers collaborator collaborators contact contacts iban audience group groups team server target",
);
const CODE = words("code script command cmd sql expression program formula javascript jql template eval");
const CONTENT = words(
  "body content contents text message description subject note notes comment comments summary feedback details caption reason reply bio data location query q search filter prompt",
);
const INERT = words(
  "date time day days month year start end since until before after timezone limit page offset cursor sort order language locale format priority duration count size depth encoding importance weight score confidence",
);
/** Names for access rights. Even a choice from a list is significant here. */
const RIGHTS = words(
  "visibility public private permission permissions role roles access scope scopes admin owner",
);
const WHEN = /^[\d\s:.,TZ+\-/apm]{1,40}$/i;

/** The role of an argument: as configured, else as its author declares, else by its name, its schema and its value. */
export function roleOf(tool: Tool, argument: string, value: unknown): Role {
  return statedRole(tool, argument)?.role ?? derivedRole(tool, argument, value);
}

/** The role of an argument, and where it comes from. */
export interface ArgumentRole {
  readonly argument: string;
  readonly role: Role;
  /** `config`: a person set it. `tool`: the tool's author declares it. `name`: it follows from name and schema. */
  readonly by: "config" | "tool" | "name";
}

/** The roles of all arguments in the schema of a tool. */
export function rolesOf(tool: Tool): ArgumentRole[] {
  const { properties } = tool.input.toJsonSchema() as { properties?: unknown }; // a JSON Schema may hold anything
  const stated = { ...tool.roles, ...tool.roleOverrides };
  const names = [
    ...new Set([...Object.keys(isRecord(properties) ? properties : {}), ...Object.keys(stated)]),
  ];
  return names.map((argument) => ({
    argument,
    ...(statedRole(tool, argument) ?? {
      role: derivedRole(tool, argument, sampleOf(propertyOf(tool, argument))),
      by: "name" as const,
    }),
  }));
}

function statedRole(
  { roles = {}, roleOverrides = {} }: Pick<Tool, "roles" | "roleOverrides">,
  argument: string,
): Pick<ArgumentRole, "role" | "by"> | undefined {
  const set = Object.hasOwn(roleOverrides, argument) ? roleOverrides[argument] : undefined;
  if (set !== undefined) return { role: set, by: "config" };
  const declared = Object.hasOwn(roles, argument) ? roles[argument] : undefined;
  return declared === undefined ? undefined : { role: declared, by: "tool" };
}

/** A sample value for the schema. For some names, dates and numbers are inert. */
function sampleOf(schema: Readonly<Record<string, unknown>> | undefined): unknown {
  if (schema?.type === "boolean") return true;
  return schema?.type === "number" || schema?.type === "integer" ? 1 : "2000-01-01";
}

function derivedRole(tool: Tool, argument: string, value: unknown): Role {
  const names = namesIn(argument);
  const has = (set: ReadonlySet<string>) => names.some((name) => set.has(name));
  const schema = propertyOf(tool, argument);
  const reads = tool.flow.changes === "nothing";
  if (schema?.format === "uri" || schema?.format === "url") return "destination";
  if (has(RECEIVERS)) return "destination";
  if (isIdName(names)) return "authority";
  if (!reads && (has(PARTIES) || schema?.format === "email")) return "destination";
  if (has(CODE)) return "code";
  if (has(RIGHTS)) return "authority";
  if (typeof value === "boolean" || isChoice(schema)) return "inert";
  if (has(INERT) && (typeof value === "number" || (typeof value === "string" && WHEN.test(value))))
    return "inert";
  if (has(CONTENT)) return "content";
  return "authority";
}

/** Whether a field is for free text, by its name. */
export function isContentName(field: string): boolean {
  return namesIn(field).some((name) => CONTENT.has(name));
}

function namesIn(field: string): string[] {
  return snakeName(field).split("_");
}

// `user_id` names a user, `channel_ids` channels: somebody must have chosen which.
function isIdName(names: readonly string[]): boolean {
  return /^(?:ids?|uuid|key|number)$/.test(names.filter((name) => name !== "").at(-1) ?? "");
}

/** Whether a value is chosen from a list. The tool's author wrote the list, so the value reveals nothing about others. */
function isChoice(schema: Readonly<Record<string, unknown>> | undefined): boolean {
  return Array.isArray(schema?.enum) || schema?.const !== undefined;
}

function propertyOf(tool: Tool, argument: string): Readonly<Record<string, unknown>> | undefined {
  const schema: JsonSchema = tool.input.toJsonSchema();
  const { properties, $defs } = schema as { properties?: unknown; $defs?: unknown }; // a JSON Schema may hold anything
  const found =
    isRecord(properties) && Object.hasOwn(properties, argument) ? properties[argument] : undefined;
  if (!isRecord(found)) return undefined;
  const name = typeof found.$ref === "string" ? found.$ref.replace("#/$defs/", "") : undefined;
  const referred =
    name !== undefined && isRecord($defs) && Object.hasOwn($defs, name) ? $defs[name] : undefined;
  return isRecord(referred) ? { ...referred, ...found } : found;
}
