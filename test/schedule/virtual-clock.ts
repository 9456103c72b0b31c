import type { Clock } from "../../src/schedule/clock.ts";

/** A clock that stands still until it is told to pass. */
export interface VirtualClock extends Clock {
  set(time: number): void;
  /** Passes to a time, step by step through everything that waits. */
  advance(milliseconds: number): Promise<void>;
}

/** Begins at a time. */
export function virtualClock(start: number): VirtualClock {
  let now = start;
  const waits = new Set<{ readonly at: number; wake(): void }>();
  return {
    now: () => now,
    set: (time) => {
      now = time;
    },
    wait(milliseconds, signal) {
      return new Promise((resolve) => {
        const held = {
          at: now + milliseconds,
          wake() {
            waits.delete(held);
            signal.removeEventListener("abort", held.wake);
            resolve();
          },
        };
        if (signal.aborted) return resolve();
        waits.add(held);
        signal.addEventListener("abort", held.wake);
      });
    },
    async advance(milliseconds) {
      const until = now + milliseconds;
      for (;;) {
        await settled();
        const [next] = [...waits].sort((a, b) => a.at - b.at);
        if (next === undefined || next.at > until) break;
        now = Math.max(now, next.at);
        next.wake();
      }
      now = until;
      await settled();
    },
  };
}

/** Lets everything that is under way come to its next wait. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
