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
    // Set before there is an answer: changing one afterwards costs more than all else that a small request does.
    for (const [name, value] of HEADERS) context.header(name, value);
    return next();
  };
}
