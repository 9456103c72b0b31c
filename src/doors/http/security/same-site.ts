import type { MiddlewareHandler } from "hono";
import { DejimaError } from "../../../contract/error.ts";
import { problem } from "../problem.ts";

export interface SameSiteOptions {
  /** The names and addresses that clients may use for this server, without port. */
  readonly hosts: readonly string[];
}

const MOST_HOSTS = 100;

/**
 * Keeps web pages of others out: a request must name this server as its host (a rebound name does not), and when a browser
 * says where it comes from, that must be this server as well.
 */
export function sameSite({ hosts }: SameSiteOptions): MiddlewareHandler {
  const known = new Set(hosts.map((host) => host.toLowerCase()));
  // Clients name the same few hosts again and again.
  const seen = new Map<string, boolean>();
  const isKnown = (host: string) => {
    const answer = seen.get(host) ?? known.has(hostname(host));
    if (seen.size < MOST_HOSTS) seen.set(host, answer);
    return answer;
  };
  return async (context, next) => {
    const host = context.req.header("host") ?? "";
    if (!isKnown(host)) {
      return problem(
        context,
        new DejimaError(
          "host_blocked",
          `Cannot serve the host "${host.slice(0, 100)}": use ${hosts.join(", ")}`,
        ),
      );
    }
    const origin = context.req.header("origin");
    const site = context.req.header("sec-fetch-site");
    const foreignOrigin = origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`;
    const foreignSite = site !== undefined && site !== "same-origin" && site !== "none";
    const navigates = context.req.header("sec-fetch-mode") === "navigate" && context.req.method === "GET";
    if (foreignOrigin || (foreignSite && !navigates)) {
      return problem(
        context,
        new DejimaError(
          "host_blocked",
          "Cannot serve a page of another site: open the console of this server itself",
        ),
      );
    }
    return next();
  };
}

function hostname(host: string): string {
  return (URL.parse(`http://${host}`)?.hostname ?? "").toLowerCase();
}
