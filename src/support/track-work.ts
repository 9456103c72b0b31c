/** Knows whether any of the work that goes through it is still going on. */
interface WorkTracker {
  tracked<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when nothing goes on, at once when nothing does. */
  idle(): Promise<void>;
}

/** Makes one that has seen no work. */
export function trackWork(): WorkTracker {
  let running = 0;
  let wake = () => {};
  return {
    async tracked(work) {
      running++;
      try {
        return await work();
      } finally {
        running--;
        if (running === 0) wake();
      }
    },
    async idle() {
      if (running === 0) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    },
  };
}
