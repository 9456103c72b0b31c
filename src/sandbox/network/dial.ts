import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { DialRequest, DialVeto } from "../../contract/dial.ts";
import { DejimaError } from "../../contract/error.ts";
import { isPublicAddress } from "../../support/network/address-reach.ts";
import {
  canonicalHost,
  coversHost,
  type HostPattern,
  readHostPattern,
} from "../../support/network/host-pattern.ts";

/** Resolves all addresses of a name. */
export type Lookup = (host: string) => Promise<readonly string[]>;

export interface DialRules {
  readonly granted: readonly HostRule[];
  /** Hosts that the user's own config allows to resolve to private addresses. */
  readonly privateAllowed: readonly HostRule[];
  readonly lookup?: Lookup | undefined;
  /** Called with the name alone, then with each of its addresses. */
  readonly veto?: DialVeto | undefined;
}

/** Facts about the request besides its host. Empty inside a tunnel. */
export type KnownRequest = Pick<DialRequest, "url" | "sends">;

/** The address to connect to, or why there is none. */
export type Dial = { readonly address: string } | { readonly refused: string };

/**
 * Decides on one connection. The name is resolved here, once, and the checked address is the one dialled: the
 * program's own resolver does not matter.
 */
export async function judgeDial(
  host: string,
  port: number,
  { request = {}, ...rules }: DialRules & { readonly request?: KnownRequest },
): Promise<Dial> {
  const name = canonicalHost(host);
  if (!matchesHost(rules.granted, name, port)) return { refused: `${name}:${port} was not granted` };
  const why = rules.veto?.({ ...request, host: name, port });
  if (why !== undefined) return { refused: `${name}:${port} is forbidden: ${why}` };
  let addresses: readonly string[];
  try {
    addresses = isIP(name) ? [name] : await (rules.lookup ?? lookupAll)(name);
  } catch {
    return { refused: `${name} could not be resolved` };
  }
  const [first] = addresses;
  if (first === undefined) return { refused: `${name} has no address` };
  for (const address of addresses) {
    const against = rules.veto?.({ ...request, host: name, port, address });
    if (against !== undefined) return { refused: `${name}:${port} is forbidden: ${against}` };
  }
  if (matchesHost(rules.privateAllowed, name, port)) return { address: first };
  const inner = addresses.find((address) => !isPublicAddress(address));
  return inner === undefined
    ? { address: first }
    : { refused: `${name} leads to ${inner}, which is not public` };
}

async function lookupAll(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true })).map((entry) => entry.address);
}

/** An allowed host, and its ports. */
interface HostRule {
  readonly pattern: HostPattern;
  readonly ports: readonly number[];
}

/** The default ports: those of the web. */
const WEB_PORTS = [80, 443];

/**
 * Parses `*` (every public host), `api.example.com`, `*.example.com`, `example.com:8443`, `10.0.0.1`,
 * `[::1]:80`.
 */
export function parseHostRule(text: string): HostRule {
  if (text === "*") return { pattern: { name: text }, ports: WEB_PORTS };
  const pattern = readHostPattern(text);
  if (pattern === undefined) {
    throw new DejimaError(
      "host_blocked",
      `Cannot grant host "${text}": write it as name, *.name or name:port`,
    );
  }
  return { pattern, ports: pattern.port === undefined ? WEB_PORTS : [pattern.port] };
}

/** Whether one of the rules covers the host. */
export function matchesHost(rules: readonly HostRule[], host: string, port: number): boolean {
  return rules.some(
    (rule) => rule.ports.includes(port) && (rule.pattern.name === "*" || coversHost(rule.pattern, host)),
  );
}
