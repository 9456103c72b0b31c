import { DejimaError } from "../../contract/error.ts";

/** Whether a run is open, and the calls that its end waits for. */
export interface RunLifetime {
  /** Aborts when the run ends or this process leaves it. */
  readonly signal: AbortSignal;
  readonly ended: boolean;
  /** Whether this process left the run to another one. */
  readonly left: boolean;
  /** Resolves when the run has ended. */
  readonly whenEnded: Promise<void>;
  /** Counts a call in progress. Call the returned function when it has ended. */
  beginCall(): () => void;
  /** Ends the run once: `finish` runs when no call is in progress. */
  end(finish: () => Promise<void>): Promise<void>;
  /** Leaves the run without an end, unless it has one: `release` runs at once. */
  leave(release: () => void): void;
}

export function createRunLifetime(): RunLifetime {
  const { begin, idle } = trackWork();
  const over = new AbortController();
  const ending = Promise.withResolvers<void>();
  let ended: Promise<void> | undefined;
  let left = false;

  async function end(finish: () => Promise<void>): Promise<void> {
    over.abort(OVER);
    await idle();
    await finish();
  }

  return {
    signal: over.signal,
    get ended() {
      return ended !== undefined;
    },
    get left() {
      return left;
    },
    whenEnded: ending.promise,
    beginCall: begin,
    end(finish) {
      ended ??= end(finish).finally(ending.resolve);
      return ended;
    },
    leave(release) {
      if (ended !== undefined) return;
      ended = Promise.resolve();
      left = true;
      over.abort(OVER);
      release();
      ending.resolve();
    },
  };
}

// Created once, because an abort without a reason creates a new error each time.
const OVER = new DejimaError("cancelled", "The run has ended");

/** Tracks whether any work is in progress. */
interface WorkTracker {
  /** Counts one piece of work. Call the returned function when the work has ended. */
  begin(): () => void;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
}

function trackWork(): WorkTracker {
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
