import { type Document, isNode, isSeq, YAMLMap, YAMLSeq } from "yaml";
import { DejimaError } from "../../contract/error.ts";
import type { Role } from "../../contract/flow.ts";
import { yamlDocument } from "../../support/yaml-data.ts";
import type { Config } from "../schema/config-schema.ts";

/** Adds or replaces a server in the text of a config. Keeps comments and order. */
export function withServer(text: string, name: string, server: Readonly<Record<string, unknown>>): string {
  const document = parsed(text);
  const path = pathOf(document);
  const servers = document.getIn(path);
  if (isSeq(servers)) {
    const index = indexOf(servers, name);
    const entry = document.createNode({ name, ...server });
    if (index === -1) servers.add(entry);
    else servers.set(index, entry);
  } else document.setIn([...path, name], document.createNode(server));
  return document.toString({ lineWidth: 110 });
}

/** Additional access for a contained server. */
interface ServerGrants {
  readonly hosts?: readonly string[];
  readonly folders?: readonly string[];
  readonly writeFolders?: readonly string[];
  /** Names of variables to pass on. */
  readonly variables?: readonly string[];
}

/** Grants a server of the config additional access. Returns `undefined` if the text does not contain it. */
export function withGrants(text: string, name: string, grants: ServerGrants): string | undefined {
  const document = parsed(text);
  const path = pathOf(document);
  const servers = document.getIn(path);
  const key = isSeq(servers) ? indexOf(servers, name) : name;
  if (key === -1 || !document.hasIn([...path, key])) return undefined;
  const add = (field: string, value: unknown) => {
    const list = document.getIn([...path, key, field]);
    if (isSeq(list)) {
      const known = list.items.some(
        (item) => JSON.stringify(item) === JSON.stringify(document.createNode(value)),
      );
      if (!known) list.add(document.createNode(value));
    } else document.setIn([...path, key, field], document.createNode([value]));
  };
  for (const host of grants.hosts ?? []) add("hosts", host);
  // A statement about a server without access does not cover one that can reach a host, write to a folder or read a variable.
  const outdated = [
    ...((grants.hosts ?? []).length > 0 ? ["sends", "risk"] : []),
    ...([...(grants.writeFolders ?? []), ...(grants.variables ?? [])].length > 0 ? ["risk"] : []),
  ];
  for (const field of outdated) {
    const said = document.getIn([...path, key, field]);
    if (said === "nothing" || said === "low") document.deleteIn([...path, key, field]);
  }
  for (const folder of grants.folders ?? []) add("folders", folder);
  for (const folder of grants.writeFolders ?? []) add("folders", { path: folder, write: true });
  for (const variable of grants.variables ?? []) {
    const env = document.getIn([...path, key, "env"]);
    if (env instanceof YAMLMap) env.set(variable, `\${${variable}}`);
    else add("env", variable);
  }
  return document.toString({ lineWidth: 110 });
}

/** A section of the config with named entries. */
type NamedSection = "openapi" | "databases" | "channels";

/** Adds or replaces an API or a database in the text of a config. */
export function withEntry(
  text: string,
  section: NamedSection,
  name: string,
  entry: Readonly<Record<string, unknown>>,
): string {
  const document = parsed(text);
  document.setIn([section, name], document.createNode(entry));
  return document.toString({ lineWidth: 110 });
}

/** Changes settings of an entry, and removes those that are `undefined`. Returns `undefined` if the text does not contain it. */
export function withEntrySettings(
  text: string,
  section: NamedSection,
  name: string,
  settings: Readonly<Record<string, unknown>>,
): string | undefined {
  const document = parsed(text);
  if (!document.hasIn([section, name])) return undefined;
  for (const [key, value] of Object.entries(settings))
    if (value === undefined) document.deleteIn([section, name, key]);
    else document.setIn([section, name, key], document.createNode(value));
  return document.toString({ lineWidth: 110 });
}

/** Finds an entry in the text. `undefined` if the text does not contain it. */
export function entryOf(
  text: string,
  section: NamedSection,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const entry = parsed(text).getIn([section, name]);
  return entry instanceof YAMLMap ? entry.toJSON() : undefined;
}

/** Removes an API or a database. Returns `undefined` if the text does not contain it. */
export function withoutEntry(text: string, section: NamedSection, name: string): string | undefined {
  const document = parsed(text);
  if (!document.hasIn([section, name])) return undefined;
  document.deleteIn([section, name]);
  const left = document.get(section);
  if (left instanceof YAMLMap && left.items.length === 0) document.delete(section);
  return document.toString({ lineWidth: 110 });
}

/** Removes a server. Returns `undefined` if the text does not contain it. */
export function withoutServer(text: string, name: string): string | undefined {
  const document = parsed(text);
  const path = pathOf(document);
  const servers = document.getIn(path);
  const key = isSeq(servers) ? indexOf(servers, name) : name;
  if (key === -1 || !document.hasIn([...path, key])) return undefined;
  document.deleteIn([...path, key]);
  const left = document.getIn(path);
  if ((left instanceof YAMLMap || left instanceof YAMLSeq) && left.items.length === 0)
    document.deleteIn(path);
  return document.toString({ lineWidth: 110 });
}

/** Turns a server on or off. Returns `undefined` if the text does not contain it. */
export function withEnabled(text: string, name: string, enabled: boolean): string | undefined {
  const document = parsed(text);
  const path = pathOf(document);
  const servers = document.getIn(path);
  const key = isSeq(servers) ? indexOf(servers, name) : name;
  if (key === -1 || !document.hasIn([...path, key])) return undefined;
  if (enabled) document.deleteIn([...path, key, "enabled"]);
  else document.setIn([...path, key, "enabled"], false);
  return document.toString({ lineWidth: 110 });
}

/** Changes one setting in the text of a config. */
export function withSetting(text: string, path: readonly string[], value: unknown): string {
  const document = parsed(text);
  document.setIn(path, document.createNode(value));
  return document.toString({ lineWidth: 110 });
}

/** The value of a setting as the text has it. Returns `undefined` if the text does not set it. */
export function settingIn(text: string, path: readonly string[]): unknown {
  const node = parsed(text).getIn(path, true);
  return isNode(node) ? node.toJSON() : node;
}

/** Removes a setting, and sections that become empty. Returns `undefined` if the text does not set it. */
export function withoutSetting(text: string, path: readonly string[]): string | undefined {
  const document = parsed(text);
  if (!document.hasIn(path)) return undefined;
  document.deleteIn(path);
  for (let at = path.length - 1; at > 0; at--) {
    const left = document.getIn(path.slice(0, at));
    if (left instanceof YAMLMap && left.items.length === 0) document.deleteIn(path.slice(0, at));
  }
  return document.toString({ lineWidth: 110 });
}

/** Requires that another person approves calls of these risks. `why` becomes the comment. */
export function withDuties(text: string, risks: readonly string[], why?: string): string {
  const document = parsed(text);
  const node = document.createNode(risks);
  if (node instanceof YAMLSeq) node.flow = true;
  if (why !== undefined) node.comment = ` ${why}`;
  document.setIn(["approvals", "byOthers"], node);
  return document.toString({ lineWidth: 110 });
}

/** A witness of the log in the config. */
export type WitnessInput = Config["log"]["witnesses"][number];

/** Replaces the witnesses of the log. */
export function withWitnesses(text: string, witnesses: readonly WitnessInput[]): string {
  const document = parsed(text);
  if (witnesses.length > 0) document.setIn(["log", "witnesses"], document.createNode(witnesses));
  else document.deleteIn(["log", "witnesses"]);
  return document.toString({ lineWidth: 110 });
}

/** Sets how people sign in, or removes it if `undefined`. */
export function withSignIn(text: string, signIn: Readonly<Record<string, unknown>> | undefined): string {
  const document = parsed(text);
  if (signIn !== undefined) document.setIn(["server", "signIn"], document.createNode(signIn));
  else document.deleteIn(["server", "signIn"]);
  return document.toString({ lineWidth: 110 });
}

/** The three lists of rules. */
type RuleList = keyof Config["permissions"];

const RULE_LISTS: readonly RuleList[] = ["safe", "confirm", "deny"];

/** Moves a rule to one list, or removes it if `list` is undefined. `why` becomes its comment. */
export function withRule(text: string, rule: string, list: RuleList | undefined, why?: string): string {
  const document = parsed(text);
  const place = document.hasIn(["tools", "permissions"]) ? ["tools", "permissions"] : ["permissions"];
  for (const name of RULE_LISTS) {
    const rules = document.getIn([...place, name]);
    const index = isSeq(rules) ? rules.items.findIndex((item) => String(item) === rule) : -1;
    if (index !== -1 && name !== list) document.deleteIn([...place, name, index]);
    if (name !== list || index !== -1) continue;
    const item = document.createNode(rule);
    if (why !== undefined) item.comment = ` ${why}`;
    const items = isSeq(rules) ? rules : new YAMLSeq();
    // A comment extends to the end of its line.
    items.flow = items.flow === true && items.items.length > 0 && why === undefined;
    items.add(item);
    document.setIn([...place, name], items);
    const lists = document.getIn(place);
    if (why !== undefined && lists instanceof YAMLMap) lists.flow = false;
  }
  return document.toString({ lineWidth: 110 });
}

/** Sets the role of a tool's argument, or removes the setting without a role. */
export function withRole(
  text: string,
  {
    tool,
    argument,
    role,
  }: { readonly tool: string; readonly argument: string; readonly role?: Role | undefined },
): string {
  const document = parsed(text);
  const path = ["tools", "roles", tool];
  if (role !== undefined) document.setIn([...path, argument], role);
  else {
    document.deleteIn([...path, argument]);
    for (const place of [path, path.slice(0, 2), path.slice(0, 1)]) {
      const left = document.getIn(place);
      if (left instanceof YAMLMap && left.items.length === 0) document.deleteIn(place);
    }
  }
  return document.toString({ lineWidth: 110 });
}

function parsed(text: string): Document {
  const document = yamlDocument(text);
  const [error] = document.errors;
  if (error === undefined) return document;
  const [line] = error.message.split("\n");
  throw new DejimaError("invalid_input", `Cannot change the config: it is not YAML: ${line}`);
}

/** The path of the servers: at the top, or under `tools` as in earlier formats. */
function pathOf(document: Document): string[] {
  return document.hasIn(["tools", "mcpServers"]) ? ["tools", "mcpServers"] : ["mcpServers"];
}

function indexOf(list: YAMLSeq, name: string): number {
  return list.items.findIndex((item) => item instanceof YAMLMap && item.get("name") === name);
}
