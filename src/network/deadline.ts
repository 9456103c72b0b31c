/** A limit of time that can be taken back. */
interface Deadline {
  readonly signal: AbortSignal;
  /** From now on it never comes. */
  lift(): void;
}

/** Aborts after so many milliseconds, unless it is lifted. Keeps no process alive. */
export function createDeadline(timeoutMs: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException("The time is over", "TimeoutError")),
    timeoutMs,
  ).unref();
  return { signal: controller.signal, lift: () => clearTimeout(timer) };
}
