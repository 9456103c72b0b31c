/** A limit on the time that something works, not on the time that it waits for somebody. */
export interface WorkingClock {
  /** Stops counting until what it gives back is called. Several may wait at once. */
  pause(): () => void;
  stop(): void;
}

/** A timer set to more than this fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Starts counting. */
export function createWorkingClock(limitMs: number, onOver: () => void): WorkingClock {
  let left = Math.min(limitMs, LONGEST_TIMER);
  let since = performance.now();
  let waiting = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  // What ends in the same turn of the event loop, as most work does that waits for nothing, needs no timer.
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
