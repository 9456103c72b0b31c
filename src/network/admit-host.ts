import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { DialVeto } from "../contract/dial.ts";
import { DejimaError } from "../contract/error.ts";
import { defined } from "../support/defined.ts";
import { isAddressRange, isInRange, reachOf } from "../support/network/address-reach.ts";
import { canonicalHost, coversHost, portOf, readHostPattern } from "../support/network/host-pattern.ts";
import { shownUrl } from "./follow-redirect.ts";

/** The rules for which hosts may be reached. */
export interface Admission {
  readonly allow: HostRules;
  readonly deny: HostRules;
  readonly allowPrivate: HostRules;
  /** Decides last, on each name and each address it resolves to. */
  readonly veto?: DialVeto | undefined;
  readonly lookup?: ((host: string) => Promise<readonly string[]>) | undefined;
}

/** Ports under 1024 that serve the web. Others speak protocols that a request must not be smuggled into. */
const WEB_PORTS = [80, 443];

/**
 * Decides whether an address may be reached, and resolves its name. The name is resolved here, once; only the
 * returned addresses may be connected to.
 */
export async function admitHost(
  url: URL,
  { sends = false, ...admission }: Admission & { readonly sends?: boolean },
): Promise<readonly string[]> {
  const host = canonicalHost(url.hostname);
  const port = portOf(url);
  judgeName(url, { host, port, sends }, admission);
  const addresses = isIP(host) > 0 ? [host] : await resolve(host, url, admission);
  for (const address of addresses) judgeAddress(url, { host, port, address, sends }, admission);
  return addresses;
}

/**
 * The same check without a DNS lookup, for an address that is only shown. A lookup alone could carry data
 * out.
 */
export function judgeUnvisited(url: URL, admission: Admission): void {
  const host = canonicalHost(url.hostname);
  const port = portOf(url);
  const sends = false;
  judgeName(url, { host, port, sends }, admission);
  const address = /(?:^|\.)localhost$/.test(host) ? "127.0.0.1" : host;
  if (isIP(address) > 0) judgeAddress(url, { host, port, address, sends }, admission);
}

function judgeName(url: URL, { host, port, sends }: Omit<Target, "address">, rules: Admission): void {
  const why = rules.veto?.({ host, port, url: url.href, sends });
  if (why !== undefined) throw blocked(url, why);
  if (rules.deny.covers(host, port)) throw blocked(url, "network.deny names it");
  if (!rules.allow.empty && !rules.allow.covers(host, port)) {
    throw blocked(url, "network.allow does not name it");
  }
  const named = rules.allow.namesPort(host, port) || rules.allowPrivate.namesPort(host, port);
  if (port < 1024 && !WEB_PORTS.includes(port) && !named) {
    throw blocked(
      url,
      `port ${port} is not one of the web; "${host}:${port}" in network.allow would name it`,
    );
  }
}

interface Target {
  readonly host: string;
  readonly port: number;
  readonly address: string;
  readonly sends: boolean;
}

// A name that someone points at a metadata service is not what the config meant: reaching one takes the
// address itself.
function judgeAddress(url: URL, { host, port, address, sends }: Target, rules: Admission): void {
  const why = rules.veto?.({ host, port, address, url: url.href, sends });
  if (why !== undefined) throw blocked(url, why);
  if (rules.deny.coversAddress(address, port))
    throw blocked(url, `it leads to ${address}, which network.deny names`);
  const reach = reachOf(address);
  if (reach === "public") return;
  const { allowPrivate } = rules;
  if (reach === "private" && allowPrivate.covers(host, port)) return;
  if (host === address && allowPrivate.coversAddress(address, port)) return;
  const leads = host === address ? "it is" : `it leads to ${address},`;
  const kind = reach === "private" ? "a private address" : "an address that is no ordinary server's";
  // A listed name may lead to a private address, but never to a reserved one.
  const itself = reach !== "private" && host !== address;
  const hint = itself
    ? `Only the address itself can be reached: ask for it, with "${address}" in network.allowPrivate`
    : reach === "private" && isPlainHost(host)
      ? permitCommand(host, port, allowPrivate)
      : `"${host}" in network.allowPrivate would permit it`;
  throw blocked(url, `${leads} ${kind}. ${hint}`);
}

/** Whether a host is safe in a command that people copy into a shell. A URL allows names such as `$(id)`. */
function isPlainHost(host: string): boolean {
  return /^[a-z0-9_.:-]+$/.test(host) && !host.startsWith("-");
}

/** The command that permits a private host. It replaces the list, and rules of our own may be in `listed`. */
function permitCommand(host: string, port: number, listed: HostRules): string {
  const named = isIP(host) === 6 ? `'[${host}]:${port}'` : `${host}:${port}`;
  const others = listed.empty ? "" : ". This replaces the list, so also name the hosts that are in it now";
  return `To permit it, run: dejima config set network.allowPrivate ${named}${others}`;
}

async function resolve(
  host: string,
  url: URL,
  { lookup = lookupAll }: Admission,
): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await lookup(host);
  } catch (cause) {
    throw unknownName(url, cause);
  }
  if (addresses.length === 0) throw unknownName(url);
  return addresses;
}

async function lookupAll(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address);
}

function blocked(url: URL, why: string): DejimaError {
  return new DejimaError("host_blocked", `Cannot reach "${shownUrl(url)}": ${why}`, { host: url.host });
}

function unknownName(url: URL, cause?: unknown): DejimaError {
  return new DejimaError(
    "server_unavailable",
    `Cannot reach "${shownUrl(url)}": the name "${url.hostname}" could not be resolved`,
    { host: url.host },
    { cause },
  );
}

/** A list of hosts from the config. */
interface HostRules {
  readonly empty: boolean;
  /** Whether a host is listed, by name or as an address inside a listed range. */
  covers(host: string, port: number): boolean;
  /** Whether an address is listed, whatever name led to it. */
  coversAddress(address: string, port: number): boolean;
  /** Whether exactly this port of the host is listed. */
  namesPort(host: string, port: number): boolean;
}

interface HostRule {
  readonly port?: number;
  /** Whether it names a specific host or address. `*` does not. */
  readonly particular: boolean;
  covers(host: string): boolean;
}

/** Parses host patterns (`*`, name, `*.name`, name:port, address) and address ranges (10.0.0.0/8). */
export function parseHostRules(texts: readonly string[], key: string): HostRules {
  const rules = texts.map((text) => parseRule(text, key));
  const onPort = (port: number) => rules.filter((rule) => rule.port === undefined || rule.port === port);
  return {
    empty: rules.length === 0,
    covers: (host, port) => onPort(port).some((rule) => rule.covers(host)),
    coversAddress: (address, port) => onPort(port).some((rule) => rule.particular && rule.covers(address)),
    namesPort: (host, port) => rules.some((rule) => rule.port === port && rule.covers(host)),
  };
}

function parseRule(text: string, key: string): HostRule {
  if (text === "*") return { particular: false, covers: () => true };
  if (isAddressRange(text)) {
    return { particular: true, covers: (host) => isInRange(canonicalHost(host), text) };
  }
  const pattern = readHostPattern(text);
  if (pattern === undefined) {
    throw new DejimaError(
      "invalid_input",
      `Cannot use "${text}" in ${key}: write a host as name, *.name, name:port or 10.0.0.0/8`,
    );
  }
  return {
    particular: true,
    ...defined({ port: pattern.port }),
    covers: (host) => coversHost(pattern, host),
  };
}
