import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "../../support/address-reach.ts";
import { canonicalHost } from "../../support/host-pattern.ts";
import { type HostRule, matchesHost } from "./host-rule.ts";

/** Finds all addresses of a name. */
export type Lookup = (host: string) => Promise<readonly string[]>;

export interface DialRules {
  readonly granted: readonly HostRule[];
  /** Hosts that the user's own config lets stand for private addresses. */
  readonly privateAllowed: readonly HostRule[];
  readonly lookup?: Lookup | undefined;
  readonly refuses?: Refuses | undefined;
}

/** Whether a connection is forbidden whatever was granted. Asked with the name alone, then with each of its addresses. */
export type Refuses = (host: string, port: number, address?: string) => boolean;

/** The address to connect to, or why there is none. */
export type Dial = { readonly address: string } | { readonly refused: string };

/**
 * Decides on one connection. The name is resolved here, once, and the address that was checked is the one dialled: what
 * the program's own resolver would say does not matter.
 */
export async function judgeDial(host: string, port: number, rules: DialRules): Promise<Dial> {
  const name = canonicalHost(host);
  if (!matchesHost(rules.granted, name, port)) return { refused: `${name}:${port} was not granted` };
  const forbidden = { refused: `${name}:${port} is forbidden by the config` };
  if (rules.refuses?.(name, port) === true) return forbidden;
  let addresses: readonly string[];
  try {
    addresses = isIP(name) ? [name] : await (rules.lookup ?? lookupAll)(name);
  } catch {
    return { refused: `${name} could not be resolved` };
  }
  const [first] = addresses;
  if (first === undefined) return { refused: `${name} has no address` };
  if (addresses.some((address) => rules.refuses?.(name, port, address) === true)) return forbidden;
  if (matchesHost(rules.privateAllowed, name, port)) return { address: first };
  const inner = addresses.find((address) => !isPublicAddress(address));
  return inner === undefined
    ? { address: first }
    : { refused: `${name} leads to ${inner}, which is not public` };
}

async function lookupAll(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true })).map((entry) => entry.address);
}
