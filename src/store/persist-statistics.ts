import type { Sample, Store } from "./store.ts";

const BATCH = 200;

/** Gathers samples of tool use and hands them to the store in batches, so that no call waits for it. */
export interface StatisticsBuffer {
  add(sample: Sample): void;
  flush(): Promise<void>;
}

/** Makes the buffer. What a crash takes with it are counts, never records. */
export function persistStatistics(store: () => Promise<Store>): StatisticsBuffer {
  let pending: Sample[] = [];
  let writing = Promise.resolve();
  const flush = (): Promise<void> => {
    if (pending.length === 0) return writing;
    const samples = pending;
    pending = [];
    writing = writing.then(async () => (await store()).statistics.record(samples)).catch(() => {});
    return writing;
  };
  return {
    add(sample) {
      pending.push(sample);
      if (pending.length >= BATCH) void flush();
    },
    flush,
  };
}
