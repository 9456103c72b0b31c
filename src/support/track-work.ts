/** Tracks whether any work is in progress. */
interface WorkTracker {
  /** Counts one piece of work. Call the returned function when the work has ended. */
  begin(): () => void;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
}

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
