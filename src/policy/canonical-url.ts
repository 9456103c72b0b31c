import type { Effect } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import { trimEndOf } from "../text/trim-end.ts";

/**
 * The canonical spelling of a URL: parsed, host in lower-case ASCII, no default port, no credentials, no fragment. Unnecessary
 * escapes are decoded; all others are in upper case.
 */
export function canonicalUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.host === "") {
    throw new DejimaError(
      "host_blocked",
      `Cannot use "${shorten(text)}": it is not an absolute URL such as https://example.com/`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new DejimaError(
      "host_blocked",
      `Cannot use the URL of "${url.host}": it carries credentials; pass them as a header`,
    );
  }
  // Each assignment to a part parses the whole URL again, and most addresses need none.
  if (url.href.includes("#")) url.hash = "";
  if (url.hostname.endsWith(".")) url.hostname = trimEndOf(url.hostname, /\./);
  const [path, search] = [plainEscapes(url.pathname), plainEscapes(url.search)];
  if (path !== url.pathname) url.pathname = path;
  // Assigning an empty query also removes its question mark.
  if (search !== url.search || search === "") url.search = search;
  return url.href;
}

/** Decodes the escapes of letters, digits and `-._~`, which mean the same either way, and writes the others in upper case. */
export function plainEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escaped.toUpperCase();
  });
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** The effect of a request. */
export function addressEffect(url: string, sends: boolean): Effect {
  return {
    kind: sends ? "host.send" : "host.read",
    target: canonicalUrl(url),
  };
}

/** The possible effects of a connection whose content is not visible: reading and sending, on any page of the host. */
export function connectionEffects(host: string, port: number): Effect[] {
  const name = host.includes(":") ? `[${host}]` : host;
  const origin =
    port === 80 ? `http://${name}` : port === 443 ? `https://${name}` : `https://${name}:${port}`;
  return (["host.read", "host.send"] as const).map((kind) => ({
    kind,
    target: `${origin}/`,
    accepted: true,
  }));
}
