import type { ServerSettings } from "../server-settings.ts";
import type { InterfaceDomains } from "./interface-page.ts";

/** The hosts that a page may reach, and those that it asked for and may not. */
export interface ReachableDomains extends InterfaceDomains {
  readonly withheld: readonly string[];
}

// A name with a dot in it, over TLS. Addresses of this machine and of its network are out of reach for every page.
const DOMAIN =
  /^(?:https|wss):\/\/((?:\*\.)?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d])(?::\d{1,5})?$/i;
const LOCAL = /\.(?:local|localhost|internal|lan|home|arpa|test|invalid)$/i;

/**
 * Which of the hosts that a page asks for it may reach. What a server behind walls may not reach itself, its page may not
 * either: else the browser would carry out what the walls keep in.
 */
export function reachableDomains({ place }: ServerSettings, asked: InterfaceDomains): ReachableDomains {
  const withheld = new Set<string>();
  const contained = place.type === "stdio" && !place.trusted;
  const granted = contained ? place.hosts : undefined;
  const only = (domains: readonly string[]) =>
    domains.filter((domain) => {
      const host = DOMAIN.exec(domain)?.[1]?.toLowerCase();
      const ok =
        host !== undefined && !LOCAL.test(host) && (granted === undefined || isGranted(host, granted));
      if (!ok) withheld.add(domain);
      return ok;
    });
  return {
    connect: only(asked.connect),
    resource: only(asked.resource),
    frame: only(asked.frame),
    withheld: [...withheld],
  };
}

/** Whether a host, or all under it (`*.example.com`), is among the granted ones. */
function isGranted(host: string, granted: readonly string[]): boolean {
  return granted.some((one) => {
    const [name = ""] = one.toLowerCase().split(":");
    if (name === "*" || name === host) return true;
    return name.startsWith("*.") && !host.startsWith("*.") && host.endsWith(name.slice(1));
  });
}
