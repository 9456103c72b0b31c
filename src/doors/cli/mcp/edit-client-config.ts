import { applyEdits, modify, type ParseError, parse as parseJson } from "jsonc-parser";
import { isMap, isSeq, parseDocument } from "yaml";
import { DejimaError } from "../../../contract/error.ts";
import { withoutByteOrderMark } from "../../../text/hidden-characters.ts";
import { isRecord } from "../../../text/record.ts";
import type { ClientPlace, ServerCommand } from "./client-places.ts";

const NAME = "dejima";

/** The client's config with Dejima among its servers. Comments and everything else stay as they are. */
export function withDejima(
  text: string,
  place: ClientPlace,
  [program = "", ...args]: readonly string[],
): string {
  return edited(text, place, entryOf(place, { program, args }));
}

/** The client's config without Dejima. Returns the text itself if Dejima is not in it. */
export function withoutDejima(text: string, place: ClientPlace): string {
  return text.trim() === "" ? text : edited(text, place, undefined);
}

type Entry = Readonly<Record<string, unknown>>;

function entryOf({ entry }: ClientPlace, command: ServerCommand): Entry {
  return entry?.(command) ?? { command: command.program, args: command.args };
}

function edited(text: string, place: ClientPlace, entry: Entry | undefined): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const plain = withoutByteOrderMark(text).replaceAll("\r\n", "\n");
  const mark = text.slice(0, text.length - withoutByteOrderMark(text).length);
  const next = EDITS[place.format](plain, place, entry);
  return next === plain ? text : mark + next.replaceAll("\n", eol);
}

const EDITS: Readonly<
  Record<ClientPlace["format"], (text: string, place: ClientPlace, entry: Entry | undefined) => string>
> = {
  json: editJson,
  toml: editToml,
  yaml: editYaml,
  "yaml-list": editYamlList,
};

function editJson(text: string, place: ClientPlace, entry: Entry | undefined): string {
  const source = text.trim() === "" ? "{}\n" : text;
  const errors: ParseError[] = [];
  const parsed: unknown = parseJson(source, errors, { allowTrailingComma: true });
  const servers = isRecord(parsed) ? parsed[place.key] : undefined;
  if (errors.length > 0 || !isRecord(parsed) || (servers !== undefined && !isRecord(servers)))
    throw unreadable(place, entry);
  if (entry === undefined && (servers === undefined || !Object.hasOwn(servers, NAME))) return text;
  const [, indent = "  "] = /^([ \t]+)"/m.exec(source) ?? [];
  const formattingOptions = indent.startsWith("\t")
    ? { insertSpaces: false, tabSize: 1, eol: "\n" }
    : { insertSpaces: true, tabSize: indent.length, eol: "\n" };
  return applyEdits(source, modify(source, [place.key, NAME], entry, { formattingOptions }));
}

/** Edits TOML by its usual table spelling. Other spellings are left to the person. */
function editToml(text: string, place: ClientPlace, entry: Entry | undefined): string {
  const own = new RegExp(`^\\[${place.key}\\.(?:"${NAME}"|${NAME})(?:\\.[^\\]]+)?\\]`);
  const remaining: string[] = [];
  let inOwn = false;
  let quote: string | undefined;
  for (const line of text.split("\n")) {
    const isHeader = quote === undefined && line.startsWith("[");
    if (isHeader) inOwn = own.test(line);
    if (!inOwn) remaining.push(line);
    for (const [mark] of line.matchAll(/"""|'''/g))
      quote = quote === undefined ? mark : quote === mark ? undefined : quote;
  }
  const rest = remaining.join("\n");
  if (quote !== undefined || remaining.some((line) => isOtherSpelling(line, place.key)))
    throw unreadable(place, entry);
  if (entry === undefined) return rest === text ? text : `${rest.trimEnd()}\n`;
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  const table = `[${place.key}.${NAME}]\n${lines.join("\n")}\n`;
  return rest.trim() === "" ? table : `${rest.trimEnd()}\n\n${table}`;
}

/** Whether a line names Dejima as an inline key, such as `mcp_servers.dejima = {…}`, instead of a table. */
function isOtherSpelling(line: string, key: string): boolean {
  const [name = ""] = line.split("=", 1);
  const plain = name.replaceAll(/["\s]/g, "");
  return line.includes("=") && (plain === NAME || plain === `${key}.${NAME}`);
}

function editYaml(text: string, place: ClientPlace, entry: Entry | undefined): string {
  const document = parseDocument(text);
  const servers = document.get(place.key);
  if (document.errors.length > 0 || !isEmptyOrMap(document.contents) || !isEmptyOrMap(servers))
    throw unreadable(place, entry);
  if (entry === undefined) return document.deleteIn([place.key, NAME]) ? document.toString() : text;
  if (!isMap(servers)) document.set(place.key, document.createNode({}));
  document.setIn([place.key, NAME], document.createNode(entry));
  return document.toString();
}

function editYamlList(text: string, place: ClientPlace, entry: Entry | undefined): string {
  const document = parseDocument(text);
  const servers = document.get(place.key);
  const isList = servers === undefined || servers === null || isSeq(servers);
  if (document.errors.length > 0 || !isEmptyOrMap(document.contents) || !isList)
    throw unreadable(place, entry);
  const at = isSeq(servers)
    ? servers.items.findIndex((item) => isMap(item) && item.get("name") === NAME)
    : -1;
  if (entry === undefined) {
    if (at < 0) return text;
    document.deleteIn([place.key, at]);
    return document.toString();
  }
  if (!isSeq(servers)) document.set(place.key, document.createNode([]));
  if (at < 0) document.addIn([place.key], document.createNode(entry));
  else document.setIn([place.key, at], document.createNode(entry));
  return document.toString();
}

const isEmptyOrMap = (value: unknown): boolean => value === undefined || value === null || isMap(value);

function unreadable({ title, key, format }: ClientPlace, entry: Entry | undefined): DejimaError {
  const instead =
    entry === undefined
      ? `remove "${NAME}" under "${key}" by hand`
      : `add "${NAME}": ${JSON.stringify(entry)} under "${key}" by hand`;
  const kind = format === "json" ? "JSON" : format === "toml" ? "TOML in the usual form" : "YAML";
  return new DejimaError(
    "invalid_input",
    `Cannot change the config of ${title}: it is not ${kind}; ${instead}`,
  );
}
