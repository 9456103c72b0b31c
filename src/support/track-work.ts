/** Knows whether any of the work that goes through it is still going on. */
interface WorkTracker {
  /** Counts one piece of work; call what it returns when the work has ended. */
  begin(): () => void;
  /** Resolves when nothing goes on, at once when nothing does. */
  idle(): Promise<void>;
}

/** Makes one that has seen no work. */
export function trackWork(): WorkTracker {
  let running = 0;
  let wake = () => {};
  const end = () => {
    running--;
    if (running === 0) wake();
  };
  return {
    begin() {
      running++;
      return end;
    },
    async idle() {
      if (running === 0) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    },
  };
}
