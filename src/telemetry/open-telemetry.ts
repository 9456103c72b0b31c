import type { HarbourEvent } from "../contract/event.ts";
import { openMeter, openTracer } from "./exporters.ts";
import { meterRuns } from "./meter-runs.ts";
import { traceRuns } from "./trace-runs.ts";

interface TelemetrySettings {
  /** Where traces are exported to. None are made without it. */
  readonly endpoint?: string | undefined;
  /** Where metrics are exported to. None are made without it. */
  readonly metrics?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: boolean;
  readonly version: string;
}

/** Exports traces and metrics from now on. Returns a function that flushes and stops. */
export async function openTelemetry(
  { endpoint, metrics, headers, content, version }: TelemetrySettings,
  subscribe: (listener: (event: HarbourEvent) => void) => () => void,
): Promise<() => Promise<void>> {
  const ends: (() => Promise<void>)[] = [];
  if (endpoint !== undefined) {
    const { tracer, close } = await openTracer({ url: endpoint, headers, version });
    const leave = subscribe(traceRuns(tracer, { content, version }));
    ends.push(async () => {
      leave();
      await close();
    });
  }
  if (metrics !== undefined) {
    const { meter, close } = await openMeter({ url: metrics, headers, version });
    const leave = subscribe(meterRuns(meter));
    ends.push(async () => {
      leave();
      await close();
    });
  }
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
