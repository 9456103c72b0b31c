import type { ClientCapabilities, Implementation } from "@modelcontextprotocol/server";
import type { DialogueMethod } from "../../contract/dialogue.ts";
import { LOCAL_USER } from "../../contract/run.ts";
import { principalOf, userOf } from "../../contract/user/principal.ts";
import type { Runtime } from "../../runtime.ts";

const TOKEN = "token:";

/** The extension for interfaces, by the protocol's own name. */
const UI_EXTENSION = "io.modelcontextprotocol/ui";

/** The client and its abilities. The client chooses its own name; the principal is proved by its token. */
export interface Client {
  readonly name: string;
  readonly version: string;
  readonly principal: string;
  /** Its declared capabilities, unchanged. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  can(method: DialogueMethod): boolean;
  /** Whether it can open a URL for its user. */
  readonly opensAddresses: boolean;
  /** Whether it shows interfaces of servers. */
  readonly showsInterfaces: boolean;
}

/**
 * The principal of the client that started this process, on behalf of the person at this machine. No token
 * can have this name.
 */
export const STDIO = principalOf(LOCAL_USER, "stdio");

/** The stored owner of a client's runs: what its token proves, never its own name. */
export function ownerOf({ principal }: Pick<Client, "principal">): string {
  return userOf(principal);
}

/** The speaker when the person at a client answers. A client's own name makes nobody a second person. */
export function clientSpeaker({ name, principal }: Pick<Client, "name" | "principal">): string {
  return principal === STDIO ? `${name} (stdio)` : userOf(principal);
}

/** The client described by its handshake, or by the envelope of its request. */
export function clientOf(
  info: Implementation | undefined,
  capabilities: ClientCapabilities | undefined,
  principal: string,
): Client {
  const can: Readonly<Record<DialogueMethod, boolean>> = {
    "elicitation/create": formElicitation(capabilities),
    "sampling/createMessage": capabilities?.sampling !== undefined,
    "roots/list": capabilities?.roots !== undefined,
  };
  return {
    name: (info?.name ?? "unknown").slice(0, 100),
    version: (info?.version ?? "").slice(0, 50),
    principal,
    capabilities: { ...capabilities },
    can: (method) => can[method],
    opensAddresses: capabilities?.elicitation?.url !== undefined,
    showsInterfaces: capabilities?.extensions?.[UI_EXTENSION] !== undefined,
  };
}

/** An empty capability means forms. One that names only other modes does not. */
function formElicitation(capabilities: ClientCapabilities | undefined): boolean {
  const modes = capabilities?.elicitation;
  return modes !== undefined && (modes.form !== undefined || modes.url === undefined);
}

type Clients = Runtime["settings"]["config"]["mcpClients"];

/** The config for one client besides the general one: every entry that matches its name or its token. */
export function clientRules(clients: Clients, client: Client) {
  return Object.entries(clients)
    .filter(([key]) => fits(key, client))
    .map(([key, rules]) => ({ name: `client ${key}`, ...rules }));
}

/**
 * The longest structured content that a client accepts, in characters. `undefined` if the config does not set
 * it.
 */
export function maxResultOf(clients: Clients, client: Client): number | undefined {
  return clientRules(clients, client).findLast(({ maxResult }) => maxResult !== undefined)?.maxResult;
}

/** Whether a config key matches. A name is the client's claim; a token is proof. */
function fits(key: string, { name, principal }: Client): boolean {
  // A rule for a user's token also applies to the clients that the user has connected.
  if (key.startsWith(TOKEN)) return [principal, userOf(principal)].includes(key.slice(TOKEN.length));
  const pieces = key.toLowerCase().split("*");
  const lowerName = name.toLowerCase();
  if (pieces.length === 1) return lowerName === pieces[0];
  const [first = "", ...rest] = pieces;
  if (!lowerName.startsWith(first)) return false;
  let from = first.length;
  const last = rest.pop() ?? "";
  for (const piece of rest) {
    const at = lowerName.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return lowerName.length - last.length >= from && lowerName.endsWith(last);
}

/** A client may stand for many agents, so more of its calls run at once than of a single agent. */
const MAX_AT_ONCE = 16;

type RunOverrides = NonNullable<Parameters<Runtime["openRun"]>[0]>;

/** The limits of a client's runs, including runs resumed after a restart. */
export function limitsOf(client: Client, { settings }: Pick<Runtime, "settings">): RunOverrides {
  const { tools, mcpClients } = settings.config;
  return {
    // A name proves nothing, so a principal's reads count under every name.
    caller: `mcp client of ${client.principal}`,
    maxConcurrent: Math.max(MAX_AT_ONCE, tools.maxConcurrent),
    rules: clientRules(mcpClients, client),
    showsInterfaces: client.showsInterfaces,
  };
}
