import { createHistogram, type Histogram } from "../support/histogram.ts";
import type { Sample, ToolStatistics } from "./store.ts";

/** What is known of one tool's calls. */
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

/** A tally as callers see it. */
export function toStatistics({ tool, count, failures, totalMs, durations }: Tally): ToolStatistics {
  return { tool, count, failures, averageMs: totalMs / count, p95Ms: durations.quantile(0.95) };
}
