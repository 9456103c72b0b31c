import type { JsonSchema } from "../contract/data/json-schema.ts";
import type { Role } from "../contract/flow.ts";
import type { Tool } from "../contract/tool.ts";
import { isRecord } from "../text/record.ts";
import { snakeName } from "../text/snake-name.ts";
import { namesAction } from "./flow-of.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Names of arguments that state a destination, whatever the tool does. */
const RECEIVERS = words(
  "to recipient recipients cc bcc receiver receivers url uri link href website webhook endpoint callback host domain",
);
/** Names that state a destination in a tool that acts. In a read-only tool they say what to look at. */
const PARTIES = words(
  "email emails mail address addresses participant participants attendee attendees invitee invitees guest guests user users username member members " +
    "channel channels phone chat assignee assignees reviewer reviewers collaborator collaborators contact contacts iban audience group groups team server target payee beneficiary organisation organization charity merchant",
);
/** Things that are counted. One of them is the least that a call can be for. */
const COUNTED = words(
  "quantity qty guest guests adult adults children people persons passengers seats tickets copies rooms nights items",
);
const CODE = words("code script command cmd sql expression program formula javascript jql template eval");
/** Words that make a `code` an identifier, in the name of the argument or of its tool. Any other code is a program. */
const CODE_OF = words(
  "coupon voucher promo promotion discount gift referral invite zip postal post country currency language area airport station " +
    "booking confirmation verification tracking access product item qr bar error status",
);
const CONTENT = words(
  "body content contents text message description subject note notes comment comments question questions summary feedback details caption reason reply bio data location query q search filter prompt",
);
const INERT = words(
  "date time day days month year start end since until before after timezone limit page offset cursor sort order language locale format priority duration count size depth encoding importance weight score confidence",
);
/** Names for access rights. Even a choice from a list is significant here. */
const RIGHTS = words(
  "visibility public private permission permissions role roles access scope scopes admin owner",
);
/** In a tool that acts, these say what is acted on, and how much of it. Elsewhere they say which part of a list to show. */
const CHOSEN = words("count order page currency limit size duration");
/** Names of switches. The user says which way: "enable", "turn off". */
const SWITCHES = words("enabled disabled enable disable active locked armed");
const RUNS = /(?:^|_)(?:run|execute|exec|eval)(?:_|$)/;
const WHEN = /^(?=\D{0,39}\d)[\d\s:.,TZ+\-/apm]{1,40}$/i;

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
  const { properties } = tool.input.toJsonSchema() as { properties?: unknown }; // a JSON Schema may contain anything
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
  const isNumber = schema?.type === "number" || schema?.type === "integer";
  if (!reads && !isNumber && (has(PARTIES) || schema?.format === "email")) return "destination";
  if (!reads && names.includes("query") && RUNS.test(snakeName(tool.name))) return "code";
  if (has(CODE)) return isIdentifier(names, tool.name) ? "authority" : "code";
  if (has(RIGHTS) || (has(SWITCHES) && !reads) || (has(CHOSEN) && namesAction(tool.name))) return "authority";
  if (has(COUNTED) && (value === 1 || value === "1")) return "inert";
  if (typeof value === "boolean") return !reads && value ? "authority" : "inert";
  // Built-in tools declare the choices that decide something.
  if (isChoice(schema) && tool.source === "builtin") return "inert";
  if (isChoice(schema))
    return reads || isUsualChoice(schema, value) || (has(INERT) && !isObject(names, tool))
      ? "inert"
      : "authority";
  if (has(INERT) && isSmall(value)) return "inert";
  if (has(CONTENT)) return "content";
  return "authority";
}

/** Whether an argument takes a number that is no id, by its schema and its name. */
export function isNumberArgument(tool: Tool, argument: string): boolean {
  const type = propertyOf(tool, argument)?.type;
  return (type === "number" || type === "integer") && !isIdName(namesIn(argument));
}

/** Whether a value is a date, a time or a number too short to carry anything else, such as the number of a card. */
function isSmall(value: unknown): boolean {
  if (typeof value === "number") return Math.abs(value) < 1_000_000 || isTimestamp(value);
  return typeof value === "string" && WHEN.test(value) && (/[-:/T]/.test(value) || value.length <= 8);
}

/** Whether a number may be a time: in seconds or milliseconds, in this century. */
function isTimestamp(value: number): boolean {
  return (
    Number.isInteger(value) && [value, value / 1000].some((at) => at > 946_684_800 && at < 4_102_444_800)
  );
}

/** Whether a `code` identifies something, such as a coupon, judging by the other words of its name or else by the tool's name. */
function isIdentifier(names: readonly string[], tool: string): boolean {
  const others = names.filter((name) => name !== "code");
  if (others.length === names.length || names.some((name) => name !== "code" && CODE.has(name))) return false;
  return (others.length > 0 ? others : namesIn(tool)).some((name) => CODE_OF.has(name));
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

/** Whether a tool is about an argument: `set_priority` about its `priority`. */
function isObject(names: readonly string[], { name }: Tool): boolean {
  return names.some((word) => namesIn(name).includes(word));
}

/** Choices that change nothing by themselves. Any other choice of a tool that acts decides something: `production`. */
const USUAL = words("none once normal default standard auto automatic medium low plain text html");

function isUsualChoice(schema: Readonly<Record<string, unknown>> | undefined, value: unknown): boolean {
  return value === schema?.default || schema?.const !== undefined || USUAL.has(String(value).toLowerCase());
}

/** Whether a value is chosen from a list. The tool's author wrote the list, so the value reveals nothing about others. */
function isChoice(schema: Readonly<Record<string, unknown>> | undefined): boolean {
  return Array.isArray(schema?.enum) || schema?.const !== undefined;
}

function propertyOf(tool: Tool, argument: string): Readonly<Record<string, unknown>> | undefined {
  const schema: JsonSchema = tool.input.toJsonSchema();
  const { properties, $defs } = schema as { properties?: unknown; $defs?: unknown }; // a JSON Schema may contain anything
  const found =
    isRecord(properties) && Object.hasOwn(properties, argument) ? properties[argument] : undefined;
  if (!isRecord(found)) return undefined;
  const name = typeof found.$ref === "string" ? found.$ref.replace("#/$defs/", "") : undefined;
  const referred =
    name !== undefined && isRecord($defs) && Object.hasOwn($defs, name) ? $defs[name] : undefined;
  return isRecord(referred) ? { ...referred, ...found } : found;
}
