import type { Effect } from "../../../contract/effect.ts";
import { sha256 } from "../../../support/lazy-crypto.ts";
import type { ServerSettings } from "../server-settings.ts";

/** The caller's part of a request: all of it reaches the server. */
export interface ServerInput {
  readonly tool?: string;
  readonly resource?: string;
  readonly prompt?: string;
  readonly input?: unknown;
}

const MAX_TEXT_LENGTH = 2_000;

/**
 * What a request sends to other machines: the hosts that the server is or may reach, each with the caller's
 * input. A contained server without hosts reaches nobody. An uncontained local server may reach anybody, and
 * appears under its own name.
 */
export function serverEffects(settings: ServerSettings, request: ServerInput): Effect[] {
  const query = queryOf(request);
  return addressesOf(settings).map((address) => ({
    kind: "host.send",
    target: `${address}${query}`,
    server: isVouched(settings, request.tool) ? "vouched" : "added",
  }));
}

/**
 * Whether the containment lets nothing out, or the user vouches that this tool, or all tools, send nothing on. Risk is
 * independent of that.
 */
export function sendsNothing(settings: ServerSettings, tool?: string): boolean {
  return addressesOf(settings).length === 0 || isVouched(settings, tool);
}

/** A setting for all tools also applies to resources and prompts. */
function isVouched({ sends }: ServerSettings, tool: string | undefined): boolean {
  const named =
    typeof sends === "object" && tool !== undefined && Object.hasOwn(sends, tool) ? sends[tool] : undefined;
  return (named ?? (typeof sends === "object" ? sends["*"] : sends)) === "nothing";
}

const addresses = new WeakMap<ServerSettings, readonly string[]>();

/** Settings do not change. A server with other settings is another server. */
function addressesOf(settings: ServerSettings): readonly string[] {
  const known = addresses.get(settings) ?? findAddresses(settings);
  addresses.set(settings, known);
  return known;
}

function findAddresses({ name, place }: ServerSettings): string[] {
  const own = `mcp://${encodeURIComponent(name)}/`;
  if (place.type === "http") {
    // Without its query, which may contain a key.
    const url = URL.parse(place.url);
    return [url === null ? own : `${url.protocol}//${url.host}${url.pathname}`];
  }
  if (place.trusted) return [own];
  return place.hosts.map((host) => (URL.canParse(`https://${host}/`) ? `https://${host}/` : own));
}

function queryOf({ input, ...named }: ServerInput): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(named)) if (value !== undefined) query.set(key, bounded(value));
  if (input !== undefined) query.set("input", bounded(JSON.stringify(input) ?? ""));
  return query.size === 0 ? "" : `?${query}`;
}

/** A long text is cut and made unique by its hash. */
function bounded(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  return `${text.slice(0, MAX_TEXT_LENGTH).toWellFormed()}… sha256:${sha256(text)}`;
}
