/** Milliseconds since `started`, to a thousandth. */
export function elapsed(started: number): number {
  return Math.round((performance.now() - started) * 1000) / 1000;
}
