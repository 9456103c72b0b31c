import type { Runtime } from "../../runtime.ts";
import type { Client } from "./client.ts";

type Clients = Runtime["settings"]["config"]["mcpClients"];

const TOKEN = "token:";

/** What the config says of a client besides what holds for all: every entry that its name or its token fits. */
export function clientRules(clients: Clients, client: Client) {
  return Object.entries(clients)
    .filter(([key]) => fits(key, client))
    .map(([key, rules]) => ({ name: `client ${key}`, ...rules }));
}

/** A name is what the client says of itself; a token is what it has proved. */
function fits(key: string, { name, principal }: Client): boolean {
  if (key.startsWith(TOKEN)) return key.slice(TOKEN.length) === principal;
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
