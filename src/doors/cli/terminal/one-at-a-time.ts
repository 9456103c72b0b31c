import { DejimaError } from "../../../contract/error.ts";

/** Runs pieces of work one after another, in order of arrival. */
interface OneAtATime {
  /** Waits for its turn, then works. Work whose signal aborts while it waits never begins. */
  run<Result>(work: () => Promise<Result>, options: { readonly signal: AbortSignal }): Promise<Result>;
  /** Resolves when nothing is under way. */
  free(): Promise<void>;
}

/** Creates an empty queue. */
export function createOneAtATime(): OneAtATime {
  let current: Promise<unknown> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function turn<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    refuseAborted(signal);
    const working = work();
    current = working;
    try {
      return await working;
    } finally {
      current = undefined;
    }
  }

  return {
    run(work, { signal }) {
      const before = last;
      const done = before.then(() => turn(work, signal));
      last = done.catch(() => {});
      // A task that aborts while it waits rejects at once.
      return Promise.race([done, aborted(signal, done)]);
    },
    async free() {
      while (current !== undefined) await current.catch(() => {});
    },
  };
}

function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new DejimaError("cancelled", "Cancelled while asking; nothing was run");
}

function aborted(signal: AbortSignal, done: Promise<unknown>): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = () => reject(new DejimaError("cancelled", "Cancelled while asking; nothing was run"));
    signal.addEventListener("abort", onAbort, { once: true });
    const leave = () => signal.removeEventListener("abort", onAbort);
    done.then(leave, leave);
    if (signal.aborted) onAbort();
  });
}
