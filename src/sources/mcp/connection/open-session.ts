import type {
  Client,
  ClientCapabilities,
  DiscoverResult,
  PriorDiscovery,
  Transport,
} from "@modelcontextprotocol/client";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import { safeSchema } from "../definition/safe-schema.ts";
import type { ServerSettings } from "../server-settings.ts";
import { StdioTransport } from "../wire/stdio-transport.ts";
import { type ServerHost, startServer } from "./start-server.ts";

/** Which protocol a server was found to speak, and when: asked once, then remembered. */
export type Era =
  | { readonly kind: "modern"; readonly discover: DiscoverResult }
  | { readonly kind: "legacy" };

/** A connection that stands: handshake done, ready for calls. */
export interface Session {
  readonly client: Client;
  readonly era: Era;
  readonly startedMs: number;
  /** Why it ended, as far as the transport knows. */
  ending(): string | undefined;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly settings: ServerSettings;
  readonly host: ServerHost;
  readonly identity: { readonly name: string; readonly version: string };
  readonly era: Era | undefined;
  onClose(): void;
  onToolsChanged(): void;
  /** Registers what the server may ask of us, before the handshake. */
  prepare(client: Client): void;
}

/** What we can do for a server; the same for every caller, so that the tools it shows do not depend on who asks. */
export const CAPABILITIES: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: { listChanged: false },
};

/** A server that speaks the new protocol answers the probe at once; an old one may stay silent. */
const PROBE_MS = 3_000;

/** The server's process ended during the handshake, by itself. */
class ServerEnded extends Error {}

/** Connects to a server. Its protocol is probed in place; one that ends over the probe is started again as an old one. */
export async function openSession(options: SessionOptions): Promise<Session> {
  if (options.era !== undefined) {
    try {
      return await attempt(options, options.era);
    } catch (error) {
      if (options.era.kind === "legacy") throw error;
      return attempt(options, undefined); // it may have become another server since
    }
  }
  try {
    return await attempt(options, undefined);
  } catch (error) {
    if (options.settings.place.type !== "stdio") return attemptOldHttp(options, error);
    if (!(error instanceof ServerEnded)) throw error;
    return attempt(options, { kind: "legacy" });
  }
}

async function attempt(options: SessionOptions, prior: PriorDiscovery | undefined): Promise<Session> {
  return connect(options, await openTransport(options), prior);
}

async function openTransport({ settings, host }: SessionOptions): Promise<Transport> {
  const { place, maxMessageBytes } = settings;
  if (place.type === "stdio") {
    return new StdioTransport({ maxMessageBytes, start: (stdin) => startServer(place, host, stdin) });
  }
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  return new StreamableHTTPClientTransport(new URL(place.url), { requestInit: { headers: place.headers } });
}

// Servers from before Streamable HTTP answer a POST with an error in the four hundreds.
async function attemptOldHttp(options: SessionOptions, first: unknown): Promise<Session> {
  const { place } = options.settings;
  if (place.type !== "http" || !isClientError(first)) throw first;
  const { SSEClientTransport } = await import("@modelcontextprotocol/client");
  const transport = new SSEClientTransport(new URL(place.url), { requestInit: { headers: place.headers } });
  try {
    return await connect(options, transport, { kind: "legacy" });
  } catch {
    throw first; // what the newer protocol met says more
  }
}

function isClientError(error: unknown): boolean {
  const status = (error as { status?: unknown; code?: unknown } | undefined)?.status;
  return typeof status === "number" && status >= 400 && status < 500 && status !== 401 && status !== 403;
}

async function connect(
  options: SessionOptions,
  transport: Transport,
  prior: PriorDiscovery | undefined,
): Promise<Session> {
  const started = performance.now();
  const { Client } = await import("@modelcontextprotocol/client");
  const { CfWorkerJsonSchemaValidator } = await import("@modelcontextprotocol/client/validators/cf-worker");
  const validators = new CfWorkerJsonSchemaValidator();
  const client = new Client(options.identity, {
    capabilities: CAPABILITIES,
    jsonSchemaValidator: {
      // Schemas are the server's, and so is what they are held against: without patterns neither can keep us busy.
      getValidator: <Value>(schema: object) =>
        validators.getValidator<Value>(safeSchema(schema as JsonSchema)),
    },
    versionNegotiation: {
      mode: "auto",
      probe: { timeoutMs: Math.min(PROBE_MS, options.settings.startTimeoutMs) },
    },
    inputRequired: { autoFulfill: true },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: options.onToolsChanged } },
  });
  options.prepare(client);
  client.onerror = () => {}; // what goes wrong reaches the calls that it concerns
  const ending = () => (transport instanceof StdioTransport ? transport.ending() : undefined);
  try {
    await client.connect(transport, {
      timeout: options.settings.startTimeoutMs,
      ...(prior === undefined ? {} : { prior }),
    });
  } catch (error) {
    const why = ending();
    if (transport instanceof StdioTransport) transport.kill();
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
    throw why === undefined ? error : new ServerEnded(why, { cause: error });
  }
  client.onclose = options.onClose;
  const discover = client.getDiscoverResult();
  return {
    client,
    era: discover === undefined ? { kind: "legacy" } : { kind: "modern", discover },
    startedMs: Math.round(performance.now() - started),
    ending,
    async close() {
      await client.close().catch(() => {});
      await transport.close().catch(() => {});
    },
  };
}
