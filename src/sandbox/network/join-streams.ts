import type { Duplex } from "node:stream";

/**
 * Passes bytes both ways. Bytes sent before one side ends still reach the other; if one side breaks off, both
 * close.
 */
export function joinStreams(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on("error", () => from.destroy());
    from.on("close", () => {
      if (!from.readableEnded) to.destroy();
    });
  }
}
