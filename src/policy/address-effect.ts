import type { Effect } from "../contract/effect.ts";
import { canonicalUrl } from "./canonical-url.ts";

/** What a request does, as rules name it. */
export function addressEffect(url: string, sends: boolean): Effect {
  return {
    kind: sends ? "host.send" : "host.read",
    target: canonicalUrl(url),
  };
}

/** All that a connection whose content cannot be seen may do at a host: read and send, any page of it. */
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
