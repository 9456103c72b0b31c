import type { ServerSettings } from "../server-settings.ts";
import type { InterfaceDomains } from "./interface-page.ts";

/** The hosts that a page may reach, and those that it requested and may not. */
export interface ReachableDomains extends InterfaceDomains {
  readonly withheld: readonly string[];
}

// A name with a dot in it, over TLS. No page can reach addresses of this machine and its network.
const DOMAIN =
  /^(?:https|wss):\/\/((?:\*\.)?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d])(?::\d{1,5})?$/i;
const LOCAL = /\.(?:local|localhost|internal|lan|home|arpa|test|invalid)$/i;

/**
 * The requested hosts that a page may reach. If a contained server may not reach a host, its page may not
 * either: otherwise the browser would carry out what the containment keeps in.
 */
export function reachableDomains({ place }: ServerSettings, requested: InterfaceDomains): ReachableDomains {
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
    connect: only(requested.connect),
    resource: only(requested.resource),
    frame: only(requested.frame),
    withheld: [...withheld],
  };
}

/** Whether a host, or everything under it (`*.example.com`), is granted. */
function isGranted(host: string, granted: readonly string[]): boolean {
  return granted.some((one) => {
    const [name = ""] = one.toLowerCase().split(":");
    if (name === "*" || name === host) return true;
    return name.startsWith("*.") && !host.startsWith("*.") && host.endsWith(name.slice(1));
  });
}
