import type { Duplex } from "node:stream";

/** Passes bytes both ways. What one side has said before it ended still reaches the other; a side that breaks off takes the other along. */
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
