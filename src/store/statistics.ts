import { createHistogram, type Histogram, p95Of } from "../support/histogram.ts";
import type { Sample, Store, ToolStatistics } from "./store.ts";

const BATCH = 200;

/** Collects samples of tool use and stores them in batches, so that no call waits for the store. */
export interface StatisticsBuffer {
  add(sample: Sample): void;
  flush(): Promise<void>;
}

/** Creates the buffer. A crash loses only counts, never records. */
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

/** The counts and durations of one tool's calls. */
export interface Tally {
  readonly tool: string;
  count: number;
  failures: number;
  totalMs: number;
  readonly durations: Histogram;
}

/** Adds samples to the tallies, one per tool. */
export function addSamples(tallies: Map<string, Tally>, samples: readonly Sample[]): void {
  for (const { tool, ok, durationMs } of samples) {
    const tally = tallies.get(tool) ?? {
      tool,
      count: 0,
      failures: 0,
      totalMs: 0,
      durations: createHistogram(),
    };
    tally.count += 1;
    tally.failures += ok ? 0 : 1;
    tally.totalMs += durationMs;
    tally.durations.add(durationMs);
    tallies.set(tool, tally);
  }
}

/** Converts a tally to the statistics that callers see. */
export function toStatistics({ tool, count, failures, totalMs, durations }: Tally): ToolStatistics {
  const averageMs = totalMs / count;
  return { tool, count, failures, averageMs, p95Ms: p95Of(durations, averageMs) };
}
