import { type ReadonlySignal, signal } from "@preact/signals";

const EVERY_MS = 20_000;

/** The current time for relative times. It advances automatically. */
export function createClock(): ReadonlySignal<number> {
  const now = signal(Date.now());
  setInterval(() => {
    now.value = Date.now();
  }, EVERY_MS);
  return now;
}
