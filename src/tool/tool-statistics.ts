import { createHistogram, type Histogram, p95Of } from "../support/histogram.ts";

/** The calls of a tool since the registry was created. */
export interface ToolUse {
  readonly count: number;
  readonly failures: number;
  readonly averageMs: number;
  readonly p95Ms: number;
}

export interface ToolStatistics {
  record(tool: string, use: { readonly ok: boolean; readonly durationMs: number }): void;
  summary(): Record<string, ToolUse>;
}

interface Tally {
  count: number;
  failures: number;
  totalMs: number;
  readonly durations: Histogram;
}

/** Counts calls, failures and durations per tool in constant space. */
export function createToolStatistics(): ToolStatistics {
  const tallies = new Map<string, Tally>();
  return {
    record(tool, { ok, durationMs }) {
      let tally = tallies.get(tool);
      if (tally === undefined) {
        tally = { count: 0, failures: 0, totalMs: 0, durations: createHistogram() };
        tallies.set(tool, tally);
      }
      tally.count++;
      if (!ok) tally.failures++;
      tally.totalMs += durationMs;
      tally.durations.add(durationMs);
    },
    summary: () => Object.fromEntries([...tallies].map(([tool, tally]) => [tool, useOf(tally)])),
  };
}

function useOf({ count, failures, totalMs, durations }: Tally): ToolUse {
  const averageMs = totalMs / count;
  return { count, failures, averageMs, p95Ms: p95Of(durations, averageMs) };
}
