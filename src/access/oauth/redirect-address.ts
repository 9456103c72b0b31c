import { isLoopback } from "../site.ts";

const MAX_LENGTH = 2_000;

/** Schemes of apps on a person's machine, and schemes in the form of a domain name (RFC 8252). */
const APP_SCHEME =
  /^(?:cursor|vscode|vscode-insiders|windsurf|claude|zed|kiro|warp|raycast|[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):$/;

/** Everything but printable ASCII, and characters that browsers and URL parsers treat differently. */
const AMBIGUOUS = /[^\x21-\x7e]|[\\<>"`{}|^]/;

/**
 * Parses a client's redirect address. Returns `undefined` unless it is https, http on this machine, or an
 * app's scheme.
 */
export function parseRedirect(text: string): URL | undefined {
  if (text.length > MAX_LENGTH || AMBIGUOUS.test(text)) return undefined;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || text.includes("#")) return undefined;
  const { protocol, hostname } = url;
  const allowed =
    protocol === "https:"
      ? hostname !== ""
      : (protocol === "http:" && isLoopback(hostname)) || APP_SCHEME.test(protocol);
  return allowed ? url : undefined;
}

/**
 * Whether a client has registered an address: the same text, or on this machine the same except for the port
 * (RFC 8252).
 */
export function isRegistered(registered: readonly string[], candidate: string): boolean {
  const url = parseRedirect(candidate);
  if (url === undefined) return false;
  return (
    registered.includes(candidate) ||
    (isLocal(url) && registered.some((address) => differsInPort(address, url)))
  );
}

function differsInPort(registered: string, candidate: URL): boolean {
  const url = parseRedirect(registered);
  if (url === undefined || !isLocal(url)) return false;
  url.port = candidate.port;
  return url.href === candidate.href;
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && isLoopback(hostname);
}
