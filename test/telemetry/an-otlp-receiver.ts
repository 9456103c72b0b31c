import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A span as it came over the wire. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code?: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The type of each attribute on the wire, such as `intValue`. */
  readonly types: Readonly<Record<string, string>>;
  readonly events: readonly ReceivedEvent[];
}

interface ReceivedEvent {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** One series of a histogram as it came over the wire. */
export interface ReceivedPoint {
  readonly metric: string;
  readonly unit: string;
  readonly count: number;
  readonly sum: number;
  readonly bounds: readonly number[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Takes traces and metrics as any collector does: OTLP over HTTP, as JSON. */
export interface OtlpReceiver extends AsyncDisposable {
  readonly endpoint: string;
  readonly metrics: string;
  readonly spans: readonly ReceivedSpan[];
  readonly points: readonly ReceivedPoint[];
  readonly resources: readonly Readonly<Record<string, unknown>>[];
  readonly headers: readonly IncomingHttpHeaders[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
type Sent<Shape> = Omit<Shape, "attributes" | "types" | "events"> & {
  readonly attributes: readonly Attribute[];
};
interface Traces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Sent<ReceivedSpan> & { readonly events?: readonly Sent<ReceivedEvent>[] })[];
    }[];
  }[];
}
interface Metrics {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string;
        readonly unit: string;
        readonly histogram?: {
          readonly dataPoints: readonly {
            readonly count: number | string;
            readonly sum: number;
            readonly explicitBounds: readonly number[];
            readonly attributes: readonly Attribute[];
          }[];
        };
      }[];
    }[];
  }[];
}

/** Starts one on loopback. */
export async function anOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const points: ReceivedPoint[] = [];
  const resources: Record<string, unknown>[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    const body = await json(request);
    if (request.url === "/v1/metrics") points.push(...pointsOf(body as Metrics));
    else
      for (const { resource, scopeSpans } of (body as Traces).resourceSpans) {
        resources.push(valuesOf(resource.attributes));
        for (const scope of scopeSpans) spans.push(...scope.spans.map(spanOf));
      }
    response.setHeader("content-type", "application/json").end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}/v1/traces`,
    metrics: `http://127.0.0.1:${port}/v1/metrics`,
    spans,
    points,
    resources,
    headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function spanOf({
  attributes,
  events = [],
  ...span
}: Traces["resourceSpans"][0]["scopeSpans"][0]["spans"][0]): ReceivedSpan {
  return {
    ...span,
    attributes: valuesOf(attributes),
    types: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.keys(value)[0] ?? ""])),
    events: events.map(({ name, attributes: held }) => ({ name, attributes: valuesOf(held) })),
  };
}

function pointsOf({ resourceMetrics }: Metrics): ReceivedPoint[] {
  return resourceMetrics
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
    .flatMap(({ name, unit, histogram }) =>
      (histogram?.dataPoints ?? []).map(({ count, sum, explicitBounds, attributes }) => ({
        metric: name,
        unit,
        count: Number(count),
        sum,
        bounds: explicitBounds,
        attributes: valuesOf(attributes),
      })),
    );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

function plain(value: Readonly<Record<string, unknown>>): unknown {
  const [held] = Object.values(value);
  if (!("arrayValue" in value)) return held;
  return (held as { values: Record<string, unknown>[] }).values.map((each) => plain(each));
}
