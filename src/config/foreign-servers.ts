import { DejimaError } from "../contract/error.ts";
import { thrownText } from "../support/thrown-text.ts";
import { withoutByteOrderMark } from "../text/unseen.ts";

/** A server as a client of somebody else's keeps it, in our own words. */
export interface ForeignServer {
  readonly name: string;
  readonly server: Readonly<Record<string, unknown>>;
  /** What is said of it there that has no place here, and so is left behind. */
  readonly left: readonly string[];
}

/** Files of variables and waiting for a debugger are for the client that starts a server: nobody reads them here. */
const LEFT_BEHIND = ["envFile", "dev", "sandbox"];

interface ForeignOptions {
  /** The folder whose own servers count, where a file keeps them by folder. */
  readonly cwd: string;
  /** Which variables are set: others are left empty rather than keep the config from being read. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads the MCP servers of Claude, Cursor (`mcpServers`) or VS Code (`servers`). Variables of theirs become ours; what a server
 * may touch is not known there, so it has to be declared here. Undefined when the file speaks of no servers.
 */
export function readForeignConfig(
  text: string,
  file: string,
  { cwd, variables }: ForeignOptions,
): ForeignServer[] | undefined {
  const whole = parsed(text, file);
  const project = record(record(whole.projects)?.[cwd])?.mcpServers;
  const places = [project, whole.mcpServers, whole.servers, record(whole.mcp)?.servers]
    .map(record)
    .filter((place) => place !== undefined);
  if (places.length === 0) return undefined;
  const taken = new Set<string>();
  return places.flatMap((servers) =>
    Object.entries(servers).flatMap(([name, given]) => {
      const held = record(given);
      const plain = plainName(name);
      if (held === undefined || taken.has(plain)) return [];
      taken.add(plain);
      const left = LEFT_BEHIND.filter((key) => held[key] !== undefined);
      return [{ name: plain, server: ours(held, variables), left }];
    }),
  );
}

/**
 * Reads servers that a person pasted: a whole file of another client, its servers alone, one server, or a piece of such a file
 * without the braces around it. Returns an empty list if it names none.
 */
export function readPastedServers(text: string, options: ForeignOptions): ForeignServer[] {
  const whole = pasted(text);
  const file = "the pasted text";
  const found = readForeignConfig(JSON.stringify(whole), file, options);
  if (found !== undefined) return found;
  const { name = "server", ...alone } = whole;
  const servers = isServer(whole) ? { [String(name)]: alone } : whole;
  const named = Object.entries(servers).filter(([, given]) => isServer(record(given) ?? {}));
  return readForeignConfig(JSON.stringify({ mcpServers: Object.fromEntries(named) }), file, options) ?? [];
}

function pasted(text: string): Record<string, unknown> {
  const said = text.trim().replace(/,$/, "");
  if (!said.startsWith('"')) return parsed(said, "the pasted text");
  return parsed(`{${said}}`, "the pasted text");
}

function isServer({ command, url, serverUrl, httpUrl }: Record<string, unknown>): boolean {
  return [command, url, serverUrl, httpUrl].some((given) => given !== undefined);
}

/** A name that the config takes. */
function plainName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  return plain === "" ? "server" : plain.slice(0, 40);
}

function ours(
  given: Record<string, unknown>,
  variables: ForeignOptions["variables"],
): Record<string, unknown> {
  const { command, args = [], env, url, serverUrl, httpUrl, headers, cwd, disabled } = given;
  const address = url ?? serverUrl ?? httpUrl;
  // Some write the whole line as a list.
  const [program, ...rest]: unknown[] = Array.isArray(command) ? command : [command];
  const all = rest.length === 0 ? args : [...rest, ...(Array.isArray(args) ? args : [args])];
  const some = Array.isArray(all) && all.length === 0 ? undefined : all;
  return Object.fromEntries(
    Object.entries({
      ...(address === undefined ? { command: program, args: some, env, cwd } : { url: address, headers }),
      ...(disabled === true ? { enabled: false } : {}),
    })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, translated(value, variables)]),
  );
}

/** `${env:NAME}` and `${input:name}` of VS Code and Cursor become `${NAME}`; one that is not set stays empty until it is. */
function translated(value: unknown, variables: ForeignOptions["variables"]): unknown {
  if (typeof value === "string")
    return value
      .replaceAll("${workspaceFolder}", ".")
      .replace(/\$\{env:([A-Za-z_]\w*)\}/g, "${$1}")
      .replace(
        /\$\{input:([\w-]+)\}/g,
        (_all, name: string) => `\${${name.toUpperCase().replaceAll("-", "_")}}`,
      )
      .replace(/\$\{([A-Za-z_]\w*)\}/g, (all, name: string) =>
        variables[name] === undefined ? `\${${name}:-}` : all,
      )
      .replace(/\$\{(?![A-Za-z_]\w*(?::-[^}]*)?\})/g, "$$$${"); // what is theirs alone stays as it is written
  if (Array.isArray(value)) return value.map((item) => translated(item, variables));
  const held = record(value);
  return held === undefined
    ? value
    : Object.fromEntries(Object.entries(held).map(([key, inner]) => [key, translated(inner, variables)]));
}

function parsed(text: string, file: string): Record<string, unknown> {
  try {
    return record(JSON.parse(withoutComments(text))) ?? {};
  } catch (cause) {
    const why = thrownText(cause);
    throw new DejimaError(
      "invalid_input",
      `Cannot import from "${file}": it is not JSON: ${why}`,
      {},
      { cause },
    );
  }
}

/** VS Code allows comments and trailing commas, Windows a mark at the beginning; text in quotes stays as it is. */
function withoutComments(text: string): string {
  const bare = (pattern: RegExp, held: string) => held.replace(pattern, (_all, quoted) => quoted ?? "");
  const said = bare(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, withoutByteOrderMark(text));
  return bare(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, said);
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // keys of a plain object
    : undefined;
}
