import { DejimaError } from "../contract/error.ts";
import type { RequestHead } from "./request-head.ts";

const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?)(?::\d{1,5})?$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** What a form of any web page can send without a preflight; also a repeated header, which could hide one. */
const FORM_TYPES = /^$|^(?:text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;
/** OAuth sends forms to these paths. They need a secret in the form itself, which no other site knows. */
const FORM_PATHS = new Set(["/oauth/token", "/oauth/revoke", "/oauth/answer"]);
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** The name in a `Host` header, without its port. `undefined` if it is ambiguous. */
export function hostName(host: string | undefined): string | undefined {
  return AUTHORITY.exec(host?.toLowerCase() ?? "")?.[1];
}

/** Whether a name or listening address means only this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(bracketed(host));
}

/** The names by which a server listening on `host` may be addressed, as a `Host` header spells them. */
export function hostsOf(host: string, names: readonly string[] = []): readonly string[] {
  const own = isLoopback(host) ? ["localhost", "127.0.0.1", "[::1]"] : [];
  return [...new Set([...own, host, ...names].map(bracketed))];
}

/** Whether a remote address is this machine. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopback(address.replace(/^::ffff:/i, ""));
}

/**
 * The origin by which a client reached this server. `publicUrl` wins: a TLS proxy in front is not visible
 * from here.
 */
export function originOf({ host = "" }: Pick<RequestHead, "host">, publicUrl: string | undefined): string {
  return new URL(publicUrl ?? `http://${host.toLowerCase()}`).origin;
}

/**
 * Refuses web pages of other sites. The request must name this server as its host, which a rebound DNS name
 * does not. If a browser sends an origin, it must be this server's. The request must not be a form.
 */
export function checkSite(head: RequestHead, hosts: readonly string[]): DejimaError | undefined {
  const { method, target, version, host, origin, contentType, fetchSite, fetchMode } = head;
  if (!target.startsWith("/") || (version !== "1.1" && version !== "1.0"))
    return new DejimaError(
      "invalid_input",
      'Cannot serve this request line: send a path, such as "/mcp", in HTTP/1.1',
    );
  const name = hostName(host);
  if (name === undefined || !hosts.includes(name))
    return new DejimaError(
      "host_blocked",
      `Cannot serve the host "${(host ?? "").slice(0, 100)}": use ${hosts.join(", ")}`,
    );
  const own = origin === undefined || isOrigin(origin, host ?? "");
  const near = fetchSite === undefined || fetchSite === "same-origin" || fetchSite === "none";
  const navigates = fetchMode === "navigate" && method === "GET";
  if (!own || !(near || navigates))
    return new DejimaError(
      "host_blocked",
      "Cannot serve a page of another site: open the console of this server itself",
    );
  const mayBeForm = READS.has(method) || FORM_PATHS.has(target);
  if (!mayBeForm && contentType !== undefined && FORM_TYPES.test(contentType))
    return new DejimaError(
      "invalid_input",
      `Cannot read a body of the type "${contentType.slice(0, 100)}": send JSON, with "content-type: application/json"`,
    );
  return undefined;
}

function isOrigin(origin: string, host: string): boolean {
  const normalized = origin.toLowerCase();
  return normalized === `http://${host.toLowerCase()}` || normalized === `https://${host.toLowerCase()}`;
}

/** Brackets an IPv6 address and lower-cases the rest: the spelling of a `Host` header. */
function bracketed(host: string): string {
  const name = host.toLowerCase();
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}
