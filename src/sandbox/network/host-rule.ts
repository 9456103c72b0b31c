import { DejimaError } from "../../contract/error.ts";
import { coversHost, type HostPattern, readHostPattern } from "../../support/host-pattern.ts";

/** A host that may be reached, and on which ports. */
export interface HostRule {
  readonly pattern: HostPattern;
  readonly ports: readonly number[];
}

/** Where nothing is said, the web's own ports. */
const WEB_PORTS = [80, 443];

/** Reads `*` (every public host), `api.example.com`, `*.example.com`, `example.com:8443`, `10.0.0.1`, `[::1]:80`. */
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
