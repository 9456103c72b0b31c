import { DejimaError } from "../../../contract/error.ts";

/** A server as a client of somebody else's keeps it, in our own words. */
export interface ForeignServer {
  readonly name: string;
  readonly server: Readonly<Record<string, unknown>>;
}

/**
 * Reads the MCP servers of Claude, Cursor (`mcpServers`) or VS Code (`servers`). Variables of theirs become ours; what a server
 * may touch is not known there, so it has to be declared here.
 */
export function readForeignConfig(text: string, file: string): ForeignServer[] {
  const whole = parsed(text, file);
  const servers = whole.mcpServers ?? whole.servers ?? record(whole.mcp)?.servers;
  if (record(servers) === undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot import from "${file}": it has neither mcpServers nor servers`,
    );
  return Object.entries(servers as object).flatMap(([name, given]) => {
    const held = record(given);
    return held === undefined ? [] : [{ name: name.replace(/[^A-Za-z0-9_.-]+/g, "-"), server: ours(held) }];
  });
}

function ours(given: Record<string, unknown>): Record<string, unknown> {
  const { command, args, env, url, serverUrl, headers, cwd, disabled } = given;
  const address = url ?? serverUrl;
  return Object.fromEntries(
    Object.entries({
      ...(address === undefined ? { command, args, env, cwd } : { url: address, headers }),
      ...(disabled === true ? { enabled: false } : {}),
    })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, translated(value)]),
  );
}

/** `${env:NAME}` and `${input:name}` of VS Code and Cursor become `${NAME}`. */
function translated(value: unknown): unknown {
  if (typeof value === "string")
    return value
      .replace(/\$\{env:([A-Za-z_]\w*)\}/g, "${$1}")
      .replace(
        /\$\{input:([\w-]+)\}/g,
        (_all, name: string) => `\${${name.toUpperCase().replaceAll("-", "_")}}`,
      )
      .replaceAll(/\$\{workspaceFolder\}/g, ".");
  if (Array.isArray(value)) return value.map(translated);
  const held = record(value);
  return held === undefined
    ? value
    : Object.fromEntries(Object.entries(held).map(([key, inner]) => [key, translated(inner)]));
}

function parsed(text: string, file: string): Record<string, unknown> {
  try {
    return record(JSON.parse(withoutComments(text))) ?? {};
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DejimaError(
      "invalid_input",
      `Cannot import from "${file}": it is not JSON: ${why}`,
      {},
      { cause },
    );
  }
}

/** VS Code allows comments and trailing commas; text in quotes stays as it is. */
function withoutComments(text: string): string {
  return text.replace(
    /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g,
    (_all, quoted) => quoted ?? "",
  );
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // keys of a plain object
    : undefined;
}
