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
  let timer: NodeJS.Timeout | undefined = setTimeout(onOver, left);
  return {
    pause() {
      let paused = true;
      waiting++;
      if (waiting === 1 && timer !== undefined) {
        clearTimeout(timer);
        left = Math.max(0, left - (performance.now() - since));
      }
      return () => {
        if (!paused) return;
        paused = false;
        waiting--;
        if (waiting > 0 || timer === undefined) return;
        since = performance.now();
        timer = setTimeout(onOver, left);
      };
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
