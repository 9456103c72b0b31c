import { setTimeout as delay } from "node:timers/promises";
import type { Meter, Tracer } from "@opentelemetry/api";
import { DejimaError } from "../contract/error.ts";
import type { HarbourEvent } from "../contract/event.ts";
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

/** The timeout of a collector. */
const EXPORT_TIMEOUT_MS = 2_000;

/** Where spans or metrics are exported to. */
interface ExporterOptions {
  /** The URL of the OTLP/HTTP endpoint, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
}

/** An open exporter of spans. */
interface OpenTracer {
  readonly tracer: Tracer;
  /** Flushes and closes. */
  close(): Promise<void>;
}

/** Loads the OpenTelemetry SDK and exports spans in batches. Not loaded if traces are off. */
async function openTracer({ url, headers, version }: ExporterOptions): Promise<OpenTracer> {
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await loadSdk(
      () =>
        Promise.all([
          import("@opentelemetry/sdk-trace"),
          import("@opentelemetry/exporter-trace-otlp-http"),
          import("@opentelemetry/resources"),
        ]),
      "@opentelemetry/sdk-trace, @opentelemetry/resources and @opentelemetry/exporter-trace-otlp-http",
    );
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resourceAttributes(version)),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return {
    tracer: provider.getTracer("dejima", version),
    close: () => closeInTime(() => provider.shutdown()),
  };
}

/** How often metrics are exported. */
const INTERVAL_MS = 30_000;

/** An open exporter of metrics. */
interface OpenMeter {
  readonly meter: Meter;
  /** Flushes and closes. */
  close(): Promise<void>;
}

/** Loads the OpenTelemetry SDK and exports metrics at intervals. Not loaded if metrics are off. */
async function openMeter({ url, headers, version }: ExporterOptions): Promise<OpenMeter> {
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

/** The resource attributes of every span and metric. */
function resourceAttributes(version: string) {
  return { "service.name": "dejima", "service.version": version };
}

/** A collector that does not answer must not keep a server from closing. */
async function closeInTime(shutdown: () => Promise<void>): Promise<void> {
  await Promise.race([shutdown().catch(() => {}), delay(EXPORT_TIMEOUT_MS, undefined, { ref: false })]);
}

/** Loads parts of the OpenTelemetry SDK, which an embedding program installs itself. */
async function loadSdk<Parts>(load: () => Promise<Parts>, packages: string): Promise<Parts> {
  try {
    return await load();
  } catch (cause) {
    throw new DejimaError(
      "server_unavailable",
      `Cannot send telemetry: install ${packages}, or leave telemetry.endpoint and telemetry.metrics out`,
      {},
      { cause },
    );
  }
}
