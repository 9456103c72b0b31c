/** Decides when a failed server may be tried again. */
interface RestartGate {
  /**
   * How long a new attempt has to wait from now. More than a caller should wait means that the circuit is
   * open.
   */
  waitMs(): number;
  readonly failures: number;
  readonly open: boolean;
  failed(): void;
  /** The server ran well: earlier failures no longer count. */
  recovered(): void;
}

export interface RestartOptions {
  now(): number;
  /** From 0 to 1: spreads the attempts of many servers that failed together. */
  random(): number;
}

const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 10_000;
/** This many failures in a row open the circuit. */
const FAILURES_THAT_OPEN = 5;
const OPEN_MS = 30_000;

/**
 * Creates a gate. The first failure is forgiven at once; from the second on, the wait doubles each time, with
 * jitter.
 */
export function createRestartGate({ now, random }: RestartOptions): RestartGate {
  let failures = 0;
  let notBefore = 0;
  return {
    waitMs: () => Math.max(0, notBefore - now()),
    get failures() {
      return failures;
    },
    get open() {
      return failures >= FAILURES_THAT_OPEN && now() < notBefore;
    },
    failed() {
      failures++;
      notBefore = now() + delay(failures, random());
    },
    recovered() {
      failures = 0;
      notBefore = 0;
    },
  };
}

function delay(failures: number, random: number): number {
  if (failures <= 1) return 0;
  if (failures >= FAILURES_THAT_OPEN) return OPEN_MS * (0.75 + random / 2);
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 2)) * (0.5 + random / 2);
}
