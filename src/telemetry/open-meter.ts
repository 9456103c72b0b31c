import type { Meter } from "@opentelemetry/api";
import {
  closeInTime,
  EXPORT_TIMEOUT_MS,
  type ExporterOptions,
  loadSdk,
  resourceAttributes,
} from "./exporter.ts";

/** How often metrics are exported. */
const INTERVAL_MS = 30_000;

/** An open exporter of metrics. */
interface OpenMeter {
  readonly meter: Meter;
  /** Flushes and closes. */
  close(): Promise<void>;
}

/** Loads the OpenTelemetry SDK and exports metrics at intervals. Not loaded if metrics are off. */
export async function openMeter({ url, headers, version }: ExporterOptions): Promise<OpenMeter> {
  const [
    { MeterProvider, PeriodicExportingMetricReader },
    { OTLPMetricExporter },
    { resourceFromAttributes },
  ] = await loadSdk(
    () =>
      Promise.all([
        import("@opentelemetry/sdk-metrics"),
        import("@opentelemetry/exporter-metrics-otlp-http"),
        import("@opentelemetry/resources"),
      ]),
    "@opentelemetry/sdk-metrics, @opentelemetry/resources and @opentelemetry/exporter-metrics-otlp-http",
  );
  const exporter = new OTLPMetricExporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS });
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: INTERVAL_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new MeterProvider({
    resource: resourceFromAttributes(resourceAttributes(version)),
    readers: [reader],
  });
  return {
    meter: provider.getMeter("dejima", version),
    close: () => closeInTime(() => provider.shutdown()),
  };
}
