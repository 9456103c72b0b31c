import { DejimaError } from "../../contract/error.ts";

/** A host that may be reached, and on which ports. */
export interface HostRule {
  /** Lower case, without a trailing dot; `*.` in front means every name below, not the name itself. */
  readonly name: string;
  readonly ports: readonly number[];
}

/** Where nothing is said, the web's own ports. */
const WEB_PORTS = [80, 443];

/** Reads `api.example.com`, `*.example.com`, `example.com:8443`, `10.0.0.1`, `[::1]:80`. */
export function parseHostRule(text: string): HostRule {
  const match = /^(\[[0-9a-f:.]+\]|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::(\d{1,5}))?$/i.exec(
    text.trim(),
  );
  const port = match?.[2] === undefined ? undefined : Number(match[2]);
  if (match?.[1] === undefined || (port !== undefined && (port < 1 || port > 65535))) {
    throw new DejimaError(
      "host_blocked",
      `Cannot grant host "${text}": write it as name, *.name or name:port`,
    );
  }
  return { name: canonicalHost(match[1]), ports: port === undefined ? WEB_PORTS : [port] };
}

/** Whether one of the rules covers the host. */
export function matchesHost(rules: readonly HostRule[], host: string, port: number): boolean {
  const name = canonicalHost(host);
  return rules.some((rule) => {
    if (!rule.ports.includes(port)) return false;
    return rule.name.startsWith("*.") ? name.endsWith(rule.name.slice(1)) : name === rule.name;
  });
}

/** The one spelling of a host name: lower case, no trailing dot, no brackets. */
export function canonicalHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}
