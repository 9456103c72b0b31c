import { setTimeout as delay } from "node:timers/promises";

/** Provides the time and waits. Tests control their own clock. */
export interface Clock {
  now(): number;
  /** Resolves after that time, or at once when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: Date.now,
  wait: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
};
