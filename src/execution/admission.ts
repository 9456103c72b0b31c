import { DejimaError } from "../contract/error.ts";

/** Limits the number of concurrent calls. Further calls wait in order. */
export interface Admission {
  /** Resolves when there is room. The returned function releases the place and must be called once. */
  enter(signal: AbortSignal): Promise<() => void> | (() => void);
  readonly waiting: number;
}

/** How long calls may follow one another before timers, other runs and aborts get their turn. */
const TURN_MS = 20;

export function createAdmission(limit: number): Admission {
  let running = 0;
  let turn: number | undefined;
  const queue: (() => void)[] = [];

  function release(): void {
    const next = queue.shift();
    if (next === undefined) running--;
    else next();
  }

  /** Calls that never wait for anything would otherwise hold the event loop until the last of them has run. */
  function place(): (() => void) | Promise<() => void> {
    if (turn === undefined) {
      turn = performance.now();
      setImmediate(() => {
        turn = undefined;
      });
    }
    if (performance.now() - turn < TURN_MS) return release;
    return new Promise((resolve) => setImmediate(resolve, release));
  }

  return {
    get waiting() {
      return queue.length;
    },
    enter(signal) {
      if (running < limit) {
        running++;
        return release;
      }
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(cancelled());
        const admit = () => {
          signal.removeEventListener("abort", leave);
          resolve(place());
        };
        const leave = () => {
          queue.splice(queue.indexOf(admit), 1);
          reject(cancelled());
        };
        queue.push(admit);
        signal.addEventListener("abort", leave, { once: true });
      });
    },
  };
}

function cancelled(): DejimaError {
  return new DejimaError("cancelled", "Cancelled while waiting for other calls to end; nothing was run");
}
