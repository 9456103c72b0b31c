import type { ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";

const HEADERS: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
  ["cross-origin-resource-policy", "same-origin"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cache-control", "no-store"],
];

/** Headers that keep answers from being guessed at, framed, kept, or read by pages of others. A handler may set its own. */
export function safeHeaders(): MiddlewareHandler {
  return (context, next) => {
    // Straight onto the answer that Node will write, where there is one: it spares most small requests a list of their own.
    const { outgoing } = (context.env ?? {}) as { readonly outgoing?: ServerResponse };
    for (const [name, value] of HEADERS) {
      if (outgoing === undefined) context.header(name, value);
      else outgoing.setHeader(name, value);
    }
    return next();
  };
}
