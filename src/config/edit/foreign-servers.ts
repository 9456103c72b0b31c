import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { withoutByteOrderMark } from "../../text/hidden-characters.ts";

/** A server from the config of another MCP client, converted to ours. */
export interface ForeignServer {
  readonly name: string;
  readonly server: Readonly<Record<string, unknown>>;
  /** Settings of the client that have no equivalent here and are dropped. */
  readonly left: readonly string[];
}

/** Settings for the client that starts a server: files of variables, and waiting for a debugger. Ignored here. */
const LEFTOVER = ["envFile", "dev", "sandbox"];

interface ForeignOptions {
  /** The folder whose servers are read, for files that list servers by folder. */
  readonly cwd: string;
  /** Whether a variable is set. References to other variables get an empty default, so that the config stays readable. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads the MCP servers of Claude, Cursor (`mcpServers`) or VS Code (`servers`). Converts their variables. They do not state what a
 * server may access, so that must be declared here. Returns `undefined` if the file has no servers.
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
      const server = record(given);
      const plain = plainName(name);
      if (server === undefined || taken.has(plain)) return [];
      taken.add(plain);
      const left = LEFTOVER.filter((key) => server[key] !== undefined);
      return [{ name: plain, server: ours(server, variables), left }];
    }),
  );
}

/**
 * Reads servers that a person pasted: a whole file of another client, only its servers, one server, or a part of a file
 * without the outer braces. Returns an empty list if there are none.
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

/** A valid name for the config. */
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
  // Some clients write the whole command line as a list.
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

/** Converts `${env:NAME}` and `${input:name}` of VS Code and Cursor to `${NAME}`, with an empty default if it is not set. */
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
      .replace(/\$\{(?![A-Za-z_]\w*(?::-[^}]*)?\})/g, "$$$${"); // other references are kept as text
  if (Array.isArray(value)) return value.map((item) => translated(item, variables));
  const fields = record(value);
  return fields === undefined
    ? value
    : Object.fromEntries(Object.entries(fields).map(([key, inner]) => [key, translated(inner, variables)]));
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

/** Removes comments, trailing commas (VS Code) and a byte order mark (Windows). Keeps quoted text. */
function withoutComments(text: string): string {
  const bare = (pattern: RegExp, input: string) => input.replace(pattern, (_all, quoted) => quoted ?? "");
  const said = bare(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, withoutByteOrderMark(text));
  return bare(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, said);
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // keys of a plain object
    : undefined;
}
