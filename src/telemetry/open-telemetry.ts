import type { HarbourEvent } from "../contract/event.ts";
import { openExporter } from "./open-exporter.ts";
import { traceRuns } from "./trace-runs.ts";

interface TelemetrySettings {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: boolean;
  readonly version: string;
}

/** Sends traces of everything that happens from now on; gives what ends that and sends the rest. */
export async function openTelemetry(
  { content, ...exporter }: TelemetrySettings,
  subscribe: (listener: (event: HarbourEvent) => void) => () => void,
): Promise<() => Promise<void>> {
  const { tracer, close } = await openExporter(exporter);
  const leave = subscribe(traceRuns(tracer, { content }));
  return async () => {
    leave();
    await close();
  };
}
