import { DejimaError } from "../contract/error.ts";
import { isAddressRange, isInRange } from "../support/address-reach.ts";
import { defined } from "../support/defined.ts";
import { canonicalHost, coversHost, readHostPattern } from "../support/host-pattern.ts";

/** A list of hosts from the config. */
export interface HostRules {
  readonly empty: boolean;
  /** Whether a host is listed, by its name or as an address inside a listed range. */
  covers(host: string, port: number): boolean;
  /** Whether an address is listed, whatever the name that led to it. */
  coversAddress(address: string, port: number): boolean;
  /** Whether this very port of the host is listed. */
  namesPort(host: string, port: number): boolean;
}

interface HostRule {
  readonly port?: number;
  /** Whether it means a host by its name or address; `*` means none in particular. */
  readonly particular: boolean;
  covers(host: string): boolean;
}

/** Reads patterns of hosts (`*`, name, `*.name`, name:port, address) and ranges of addresses (10.0.0.0/8). */
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
