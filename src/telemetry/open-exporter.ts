import { setTimeout as delay } from "node:timers/promises";
import type { Tracer } from "@opentelemetry/api";
import { DejimaError } from "../contract/error.ts";

/** How long a collector may take. */
const PATIENCE_MS = 2_000;

interface ExporterOptions {
  /** Where OTLP over HTTP is taken, with its path. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
}

/** A way out for spans. */
interface TraceExporter {
  readonly tracer: Tracer;
  /** Sends what is left and closes. */
  close(): Promise<void>;
}

/** Loads the SDK of OpenTelemetry and sends spans in batches. Nothing of it is loaded where traces are off. */
export async function openExporter({ endpoint, headers, version }: ExporterOptions): Promise<TraceExporter> {
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await loadSdk();
  const exporter = new OTLPTraceExporter({
    url: endpoint,
    headers: { ...headers },
    timeoutMillis: PATIENCE_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "dejima", "service.version": version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return {
    tracer: provider.getTracer("dejima", version),
    // A collector that does not answer must not keep a server from closing.
    close: () =>
      Promise.race([provider.shutdown().catch(() => {}), delay(PATIENCE_MS, undefined, { ref: false })]),
  };
}

async function loadSdk() {
  try {
    return await Promise.all([
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  } catch (cause) {
    throw new DejimaError(
      "server_unavailable",
      "Cannot send traces: install @opentelemetry/sdk-trace, @opentelemetry/resources and @opentelemetry/exporter-trace-otlp-http, or leave telemetry.endpoint out",
      {},
      { cause },
    );
  }
}
