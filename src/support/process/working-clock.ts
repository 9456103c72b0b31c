/** Limits the time that something works, without the time that it waits for somebody. */
export interface WorkingClock {
  /** Pauses until the returned function is called. Several pauses may overlap. */
  pause(): () => void;
  stop(): void;
}

/** A timer with a longer delay would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Starts the clock. */
export function createWorkingClock(limitMs: number, onOver: () => void): WorkingClock {
  let left = Math.min(limitMs, MAX_TIMER_MS);
  let since = performance.now();
  let waiting = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  // Work that ends in the same turn of the event loop, like most work that waits for nothing, needs no timer.
  const start = () => {
    soon = setImmediate(() => {
      timer = setTimeout(onOver, Math.max(0, left - (performance.now() - since)));
    });
  };
  const hold = () => {
    clearImmediate(soon);
    clearTimeout(timer);
  };
  start();
  return {
    pause() {
      let paused = true;
      waiting++;
      if (waiting === 1 && !stopped) {
        hold();
        left = Math.max(0, left - (performance.now() - since));
      }
      return () => {
        if (!paused) return;
        paused = false;
        waiting--;
        if (waiting > 0 || stopped) return;
        since = performance.now();
        start();
      };
    },
    stop() {
      stopped = true;
      hold();
    },
  };
}
