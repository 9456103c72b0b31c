import type {
  Client,
  ClientCapabilities,
  DiscoverResult,
  PriorDiscovery,
} from "@modelcontextprotocol/client";
import { z } from "zod";
import type { FolderWatch } from "../../../contract/data/file-access.ts";
import type { JsonSchema } from "../../../contract/data/json-schema.ts";
import type { DejimaError } from "../../../contract/error.ts";
import { defined } from "../../../support/defined.ts";
import { boundSchema, withPlainFault } from "../../../tool/bounded-schema.ts";
import type { Denial } from "../containment/denial-log.ts";
import { UI_EXTENSION, UI_MEDIA_TYPE } from "../interface/interface-meta.ts";
import { pinInterfaces } from "../interface/pin-interfaces.ts";
import { isLoginNeeded } from "../oauth/oauth-provider.ts";
import type { ServerSettings } from "../server-settings.ts";
import type { ServerDefinitions } from "../tool-definition.ts";
import { boundResults } from "../wire/bound-result.ts";
import { deliverInOrder } from "../wire/deliver-in-order.ts";
import { followTasks } from "../wire/follow-tasks.ts";
import type { QuickRequests } from "../wire/quick-requests.ts";
import { isUnknownToOldServer } from "../wire/remote-fetch.ts";
import { type DroppedEntry, repairLists } from "../wire/repair-lists.ts";
import { openWire, type RemoteKind, type ServerHost } from "./open-wire.ts";
import { noteRequestErrors } from "./request-errors.ts";
import { offersTasks } from "./server-dialogue.ts";

const storedSchema = z.object({
  at: z.number(),
  // A modern server's description is passed back to the SDK, which checks it.
  era: z.custom<Era>(
    (value) =>
      typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string",
  ),
});

/** An old server answers in the old protocol even after an update, so it is probed again after a week. */
const REPROBE_MS = 7 * 86_400_000;

/** The protocol version of a server: probed once, then remembered. */
type Era =
  | { readonly kind: "modern"; readonly discover: DiscoverResult }
  | { readonly kind: "legacy"; readonly wire?: RemoteKind };

/** An open connection: handshake done, ready for calls. */
export interface Session {
  readonly client: Client;
  readonly quick?: QuickRequests;
  /** The watch over the folders that the server can write to, if any. */
  watch(): FolderWatch | undefined;
  readonly era: Era;
  readonly startedMs: number;
  /** Variables that were not set. It runs with placeholders, to list its tools, and cannot be called. */
  readonly missing?: readonly Denial[];
  /** Entries of its tool list that cannot be used as sent. */
  leftOut(): readonly DroppedEntry[];
  /** What a contained server was denied since a `performance.now()` time. */
  denials(since: number, text?: string): readonly Denial[];
  /** Why it ended, as far as the transport knows. */
  ending(): string | undefined;
  /** Our own error that ended it, if one did. */
  fault(): DejimaError | undefined;
  /** Whether an error came back for a request of the SDK. Otherwise the SDK found it in a response. */
  isRequestError(error: unknown): boolean;
  /** Whether the server gave this connection a session id. */
  inSession(): boolean;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly settings: ServerSettings;
  readonly host: ServerHost;
  readonly identity: { readonly name: string; readonly version: string };
  readonly era: Era | undefined;
  onClose(): void;
  /** Receives what a contained server was denied if it failed to start. */
  onDenied(denials: readonly Denial[]): void;
  onToolsChanged(): void;
  /** Registers handlers on the connection, before the handshake. */
  prepare(client: Client): void;
}

/**
 * Our capabilities for a server: the same for every caller, so that the tools it lists do not depend on the
 * caller.
 */
const CAPABILITIES: ClientCapabilities = {
  elicitation: { form: { applyDefaults: true }, url: {} },
  sampling: {},
  roots: { listChanged: false },
  extensions: { [UI_EXTENSION]: { mimeTypes: [UI_MEDIA_TYPE] } },
};

const MODERN = "2026-07-28";
const LEGACY = "2025-11-25";

/** A program of the new protocol answers the probe at once. An old one may stay silent. */
const PROBE_MS = 3_000;

/** The server's process exited on its own during the handshake. */
class ServerEnded extends Error {}

interface Attempt {
  readonly prior?: PriorDiscovery;
  /** It used the newer protocol before: silence means that it is still starting. */
  readonly patient?: boolean;
  readonly wire?: RemoteKind;
}

/**
 * Connects to a server and probes its protocol. A program that exits on the probe is started again as an old
 * one. A remote server that does not know the newer protocol is tried with the one before.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { era, settings } = options;
  const local = settings.place.type === "stdio";
  if (settings.protocol === MODERN) return attempt(options, { patient: true });
  if (settings.protocol === LEGACY) return openLegacy(options);
  if (era !== undefined) {
    try {
      return await attempt(options, attemptFor(era));
    } catch (error) {
      if ((local && era.kind === "legacy") || isLoginNeeded(error)) throw error;
      // otherwise it may have become another server since
    }
  }
  try {
    return await attempt(options, {});
  } catch (error) {
    if (local && error instanceof ServerEnded) return attempt(options, { prior: { kind: "legacy" } });
    if (local || !isUnknownToOldServer(error)) throw error;
    return attempt(options, { prior: { kind: "legacy" }, wire: "sse" }).catch(() => {
      throw error; // the error from the newer protocol says more
    });
  }
}

/**
 * Connects in the protocol of sessions, without a probe. A remote server without Streamable HTTP is tried
 * over SSE.
 */
async function openLegacy(options: SessionOptions): Promise<Session> {
  const { era, settings } = options;
  const prior = { kind: "legacy" } as const;
  const known = era?.kind === "legacy" ? era.wire : undefined;
  try {
    return await attempt(options, { prior, ...defined({ wire: known }) });
  } catch (error) {
    if (settings.place.type === "stdio" || known !== undefined || !isUnknownToOldServer(error)) throw error;
    return attempt(options, { prior, wire: "sse" });
  }
}

function attemptFor(era: Era): Attempt {
  // Its description may have changed since: fetch it again.
  if (era.kind === "modern") return { patient: true };
  return { prior: { kind: "legacy" }, ...defined({ wire: era.wire }) };
}

async function attempt(
  options: SessionOptions,
  { prior, wire: kind, patient = false }: Attempt,
): Promise<Session> {
  const { settings, host } = options;
  const started = performance.now();
  const wire = await openWire(settings, host, kind ?? "streamable");
  const client = await createClient(options, patient);
  const isRequestError = noteRequestErrors(client);
  options.prepare(client);
  client.onerror = () => {}; // errors reach the calls they concern
  try {
    const timeout = settings.startTimeoutMs;
    await client.connect(wire.transport, { timeout, ...defined({ prior }) });
  } catch (error) {
    const why = wire.ending();
    wire.kill();
    await client.close().catch(() => {});
    await wire.close().catch(() => {});
    options.onDenied(wire.denials?.(0, why ?? wire.ending()) ?? []);
    throw wire.fault() ?? (why === undefined ? error : new ServerEnded(why, { cause: error }));
  }
  const { specTypeSchemas } = await import("@modelcontextprotocol/client");
  const discover = client.getDiscoverResult();
  const leftOut = repairLists(wire.transport, {
    schemas: specTypeSchemas,
    isLegacy: discover === undefined,
  });
  deliverInOrder(wire.transport);
  boundResults(wire.transport);
  if (offersTasks(client)) followTasks(wire.transport);
  client.onclose = options.onClose;
  const legacy = { kind: "legacy", ...defined({ wire: kind }) } as const;
  return {
    client,
    ...defined({ quick: wire.quick }),
    watch: () => wire.watch?.(),
    denials: (since, text) => wire.denials?.(since, text) ?? [],
    era: discover === undefined ? legacy : { kind: "modern", discover },
    leftOut,
    startedMs: Math.round(performance.now() - started),
    ending: wire.ending,
    fault: wire.fault,
    isRequestError: isRequestError,
    inSession: () => wire.transport.sessionId !== undefined,
    async close() {
      await wire.close().catch(() => {});
      await client.close().catch(() => {});
    },
  };
}

// A silent remote server is not necessarily old: it may only be waking up.
function probeMs({ place, startTimeoutMs }: ServerSettings, patient: boolean): number {
  return patient || place.type === "http" ? startTimeoutMs : Math.min(PROBE_MS, startTimeoutMs);
}

async function createClient(
  { identity, settings, onToolsChanged }: SessionOptions,
  patient: boolean,
): Promise<Client> {
  const { Client } = await import("@modelcontextprotocol/client");
  const { CfWorkerJsonSchemaValidator } = await import("@modelcontextprotocol/client/validators/cf-worker");
  const validators = new CfWorkerJsonSchemaValidator();
  return new Client(identity, {
    capabilities: CAPABILITIES,
    jsonSchemaValidator: {
      // Both the schema and the value come from the server, so the work for them is bounded.
      getValidator<Value>(untrustedSchema: object) {
        const { schema, begin } = boundSchema(untrustedSchema as JsonSchema); // its keywords are checked one by one
        const check = validators.getValidator<Value>(schema);
        return (input: unknown) => withPlainFault(() => check(input), begin);
      },
    },
    versionNegotiation: {
      mode: settings.protocol === MODERN ? { pin: MODERN } : "auto",
      probe: { timeoutMs: probeMs(settings, patient) },
    },
    inputRequired: { autoFulfill: true },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
  });
}

interface EraStore {
  get(): Promise<unknown>;
  put(value: unknown): Promise<void>;
  now(): number;
}

/** Remembers which protocol a server speaks. */
export interface EraMemory {
  get(): Promise<Era | undefined>;
  set(era: Era): Promise<void>;
}

/** Remembers across starts which protocol a server speaks. */
export function createEraMemory({ get, put, now }: EraStore): EraMemory {
  let cached: Era | undefined;
  return {
    async get() {
      if (cached !== undefined) return cached;
      const stored = storedSchema.safeParse(await get());
      return stored.success && now() - stored.data.at < REPROBE_MS ? stored.data.era : undefined;
    },
    async set(era) {
      if (JSON.stringify(era) === JSON.stringify(cached)) return;
      cached = era;
      const stored = storedSchema.safeParse(await get());
      const unchanged = stored.success && JSON.stringify(stored.data.era) === JSON.stringify(era);
      if (!unchanged || now() - stored.data.at >= REPROBE_MS) await put({ at: now(), era });
    },
  };
}

/** Fetches a server's description: all pages of its tools, and its instructions. */
export async function describeServer(
  { client, leftOut }: Pick<Session, "client" | "leftOut">,
  settings: ServerSettings,
): Promise<ServerDefinitions> {
  const capabilities = client.getServerCapabilities() ?? {};
  const { tools } =
    capabilities.tools === undefined
      ? { tools: [] }
      : await client.listTools(undefined, { timeout: settings.startTimeoutMs, cacheMode: "refresh" });
  const { name = settings.name, version = "" } = client.getServerVersion() ?? {};
  const read = (uri: string) => client.readResource({ uri }, { timeout: settings.startTimeoutMs });
  return {
    tools: await pinInterfaces(tools, read),
    instructions: client.getInstructions() ?? "",
    software: `${name} ${version}`.trim(),
    capabilities,
    leftOut: [...leftOut()],
  };
}
