import type { Tracer } from "@opentelemetry/api";
import {
  closeInTime,
  EXPORT_TIMEOUT_MS,
  type ExporterOptions,
  loadSdk,
  resourceAttributes,
} from "./exporter.ts";

/** An open exporter of spans. */
interface OpenTracer {
  readonly tracer: Tracer;
  /** Flushes and closes. */
  close(): Promise<void>;
}

/** Loads the OpenTelemetry SDK and exports spans in batches. Not loaded if traces are off. */
export async function openTracer({ url, headers, version }: ExporterOptions): Promise<OpenTracer> {
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
