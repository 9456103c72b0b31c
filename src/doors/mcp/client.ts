import type { ClientCapabilities, Implementation } from "@modelcontextprotocol/server";
import { principalOf, userOf } from "../../access/tokens.ts";
import type { DialogueMethod } from "../../contract/dialogue.ts";
import { LOCAL_USER } from "../../contract/run.ts";
import type { Runtime } from "../../runtime.ts";

const TOKEN = "token:";

/** The extension for interfaces, by the protocol's own name. */
const UI_EXTENSION = "io.modelcontextprotocol/ui";

/** Who is at the other end, and what it can do. Its name is what it says of itself; the principal is what its token proves. */
export interface Client {
  readonly name: string;
  readonly version: string;
  readonly principal: string;
  /** What it declares that it can do, word for word. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  can(method: DialogueMethod): boolean;
  /** Whether it can send its user to an address. */
  readonly opensAddresses: boolean;
  /** Whether it shows interfaces of servers. */
  readonly showsInterfaces: boolean;
}

/** The principal of the client that started this process, on behalf of the person at this machine. No token can have this name. */
export const STDIO = principalOf(LOCAL_USER, "stdio");

/** Whose the runs of a client are, as they are stored: what its token proves, never what it calls itself. */
export function ownerOf({ principal }: Pick<Client, "principal">): string {
  return userOf(principal);
}

/** Who has spoken when the person at a client answers. What a client calls itself makes nobody a second person. */
export function speakerAt({ name, principal }: Pick<Client, "name" | "principal">): string {
  return principal === STDIO ? `${name} (stdio)` : userOf(principal);
}

/** The client as its handshake, or the envelope of its request, describes it. */
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

/** An empty capability means forms; one that names only other modes does not. */
function formElicitation(capabilities: ClientCapabilities | undefined): boolean {
  const modes = capabilities?.elicitation;
  return modes !== undefined && (modes.form !== undefined || modes.url === undefined);
}

type Clients = Runtime["settings"]["config"]["mcpClients"];

/** What the config says of a client besides what holds for all: every entry that its name or its token fits. */
export function clientRules(clients: Clients, client: Client) {
  return Object.entries(clients)
    .filter(([key]) => fits(key, client))
    .map(([key, rules]) => ({ name: `client ${key}`, ...rules }));
}

/** The longest structured content that a client takes, in characters. `undefined` if the config says nothing of it. */
export function maxResultOf(clients: Clients, client: Client): number | undefined {
  return clientRules(clients, client).findLast(({ maxResult }) => maxResult !== undefined)?.maxResult;
}

/** A name is what the client says of itself; a token is what it has proved. */
function fits(key: string, { name, principal }: Client): boolean {
  // What was said of a user's token holds for the clients that the user has let in, too.
  if (key.startsWith(TOKEN)) return [principal, userOf(principal)].includes(key.slice(TOKEN.length));
  const pieces = key.toLowerCase().split("*");
  const said = name.toLowerCase();
  if (pieces.length === 1) return said === pieces[0];
  const [first = "", ...rest] = pieces;
  if (!said.startsWith(first)) return false;
  let from = first.length;
  const last = rest.pop() ?? "";
  for (const piece of rest) {
    const at = said.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return said.length - last.length >= from && said.endsWith(last);
}
