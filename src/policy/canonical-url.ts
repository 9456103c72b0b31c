import type { Effect } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import { plainAddress } from "../text/plain-address.ts";
import { shortened, trimEndOf } from "../text/text-end.ts";

/**
 * The canonical spelling of a URL: parsed, host in lower-case ASCII, no default port, no credentials, no fragment, plain
 * escapes.
 */
export function canonicalUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.host === "") {
    throw new DejimaError(
      "host_blocked",
      `Cannot use "${shortened(text, 100)}": it is not an absolute URL such as https://example.com/`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new DejimaError(
      "host_blocked",
      `Cannot use the URL of "${url.host}": it carries credentials; pass them as a header`,
    );
  }
  if (url.hostname.endsWith(".")) url.hostname = trimEndOf(url.hostname, /\./);
  return plainAddress(url).href;
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
