import type { CallToolResult, Client, McpSubscription, RequestOptions } from "@modelcontextprotocol/client";
import { LOG_LEVELS, type LogLevel } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import { describeDenials } from "../containment/denial-log.ts";
import { failureWithDenials, isFailed, textOf, withDenialNote } from "../containment/denial-notes.ts";
import { missingVariables } from "../containment/placeholder-values.ts";
import type { ServerSettings } from "../server-settings.ts";
import { boundResult } from "../wire/bound-result.ts";
import type { QuickOptions, QuickRequests } from "../wire/quick-requests.ts";
import { hearHeaders, isCutOff, isForgottenSession } from "../wire/remote-fetch.ts";
import { callFailure } from "./call-failure.ts";
import { canBeAsked, createLanes } from "./lanes.ts";
import type { Session, SessionOptions } from "./open-session.ts";
import {
  answerInput,
  callerMeta,
  type InputAnswers,
  listenToLists,
  offersTasks,
  type ServerNotice,
} from "./server-dialogue.ts";
import { requestOptions, type ServerCall, type ServerRequest, timeRequest } from "./server-request.ts";
import type { ConnectionStatus, SessionManagerOptions } from "./session-manager.ts";

// The protocol's own names. Its library is loaded only once a server is used.
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

const INFO_KEY = "io.modelcontextprotocol/clientInfo";

interface ConnectionOptions extends Omit<SessionManagerOptions, "prepare" | "resume" | "onRelisted"> {
  /** Throws if the server, or one of its tools, may not be used in its current state. */
  admit(tool?: string): void;
  onNotice(notice: ServerNotice): void;
}

/** The context of a request. */
export interface RequestTools {
  readonly client: Client;
  readonly quick: QuickRequests | undefined;
  readonly options: RequestOptions & { readonly timeout: number };
  /** The caller's metadata and answers to the server, for the request's parameters. */
  readonly meta: InputAnswers & { readonly _meta?: Record<string, unknown> };
}

/** One server, and every kind of request to it. */
export interface ServerConnection {
  readonly settings: ServerSettings;
  status(): ConnectionStatus;
  /** Starts the server if it is not running, and fetches its description. */
  refresh(): Promise<void>;
  call(call: ServerCall): Promise<CallToolResult>;
  /** Any other request. Retried, reported and answered like a call. */
  request<Result>(request: ServerRequest, work: (tools: RequestTools) => Promise<Result>): Promise<Result>;
  /**
   * Subscribes to changes of a resource, and keeps the server running meanwhile. Returns a function that
   * unsubscribes.
   */
  watch(uri: string): Promise<() => Promise<void>>;
  /** Closes as soon as requests under way have ended. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

/** The longest timer: the request has its own clock. */
const NO_LIMIT_MS = 2 ** 31 - 1;

export function createServerConnection(options: ConnectionOptions): ServerConnection {
  const { settings, identity } = options;
  const watch = createResourceWatch();
  let logLevel: LogLevel | undefined;
  const lanes = createLanes({
    ...options,
    onRelisted: () => options.onNotice({ method: "notifications/tools/list_changed" }),
    async resume(client, isShared) {
      if (isShared) {
        await listenToLists(client);
        await watch.resume(client);
      }
      if (logLevel !== undefined) await client.setLoggingLevel(logLevel).catch(() => {});
    },
  });

  const { manager: shared } = lanes.shared;

  async function request<Result>(
    intent: ServerRequest & { readonly tool?: string; readonly repeated?: boolean },
    work: (tools: RequestTools) => Promise<Result>,
  ): Promise<Result> {
    let used: Session | undefined;
    let inSession = false;
    const timed = canBeAsked(intent.dialogue) ? timeRequest(intent, settings) : undefined;
    const made = timed?.request ?? intent;
    const { dialogue } = made;
    const { callers, manager } = lanes.of(dialogue, intent.user);
    const leave = callers.enter(dialogue);
    const began = performance.now();
    const contained = (text: string) => {
      const denials = used?.denials(began, text) ?? [];
      manager.denied(denials);
      return describeDenials(settings.name, denials);
    };
    try {
      const result = await manager.use(async (current) => {
        used = current;
        inSession = current.inSession();
        options.admit(intent.tool);
        if (intent.lists !== true && current.missing !== undefined)
          throw missingVariables(settings.name, current.missing);
        const { client, quick } = current;
        timed?.begin();
        if (dialogue?.logLevel !== undefined) await setLogLevel(client, dialogue.logLevel);
        const timeoutMs = timed === undefined ? settings.timeoutMs : NO_LIMIT_MS;
        const how = { ...requestOptions(made, { timeoutMs }), timeout: timeoutMs, allowInputRequired: true };
        const meta = callerMeta(client, dialogue);
        const watch = current.watch();
        const settle = watch === undefined ? undefined : intent.follow?.(watch);
        const answering = answerInput(
          (answers) => work({ client, quick, options: how, meta: { ...meta, ...answers } }),
          {
            dialogue,
            settings,
          },
        );
        // However it ends, the server may have written something.
        return settle === undefined ? answering : answering.finally(settle);
      });
      manager.answered();
      return isFailed(result) ? withDenialNote(result, contained(textOf(result))) : result;
    } catch (error) {
      const failure = failureWithDenials(
        timed?.over() ??
          callFailure(error, {
            settings,
            request: intent,
            ending: used?.ending(),
            fault: used?.fault(),
            isRequestError: used?.isRequestError(error) ?? true,
          }),
        contained,
      );
      const forgotten =
        used !== undefined && settings.place.type === "http" && isForgottenSession(error, { inSession });
      if (used !== undefined && (forgotten || isCutOff(error))) manager.drop(used);
      const fell = used !== undefined && !manager.isCurrent(used) && failure.code === "server_unavailable";
      if (fell && (intent.repeatable || (forgotten && !intent.repeated)))
        return request({ ...intent, repeatable: false, repeated: true }, work);
      if (!fell && used !== undefined) manager.answered(); // it answered, even if with an error
      throw failure;
    } finally {
      timed?.end();
      leave();
    }
  }

  /** A server of the older protocol has one log level for all. Each caller gets only the levels they want. */
  async function setLogLevel(client: Client, level: LogLevel): Promise<void> {
    const enough = logLevel !== undefined && LOG_LEVELS.indexOf(logLevel) <= LOG_LEVELS.indexOf(level);
    if (enough || client.getProtocolEra() === "modern") return;
    if (client.getServerCapabilities()?.logging === undefined) return;
    logLevel = level;
    await client.setLoggingLevel(level);
  }

  return {
    settings,
    status: shared.status,
    refresh: () => shared.use(async () => {}),
    retire: lanes.retire,
    close: lanes.close,
    request,
    call: ({ tool, input, unchecked = false, onAnswered = () => {}, ...rest }) =>
      request({ ...rest, tool, purpose: `call "${tool}"` }, ({ client, quick, options, meta }) => {
        const params = { name: tool, arguments: input, ...meta };
        return quick !== undefined && unchecked && rest.dialogue?.quiet === true && !offersTasks(client)
          ? quickCall(quick, params, { client, identity, signal: options.signal, timeoutMs: options.timeout })
          : hearHeaders(onAnswered, () => client.callTool(params, options));
      }),
    async watch(uri) {
      const release = shared.hold();
      const asking = { purpose: `watch "${uri}"`, repeatable: true };
      try {
        await request(asking, ({ client }) => watch.add(uri, client));
      } catch (error) {
        release();
        throw error;
      }
      return async () => {
        release();
        const running = shared.status().state === "running";
        if (running) await request(asking, ({ client }) => watch.remove(uri, client)).catch(() => {});
        else await watch.remove(uri, undefined);
      };
    },
  };
}

interface QuickCallOptions extends QuickOptions {
  readonly client: Client;
  readonly identity: SessionOptions["identity"];
}

interface CallParams {
  readonly name: string;
  readonly _meta?: Record<string, unknown>;
}

/**
 * Calls a tool without the SDK. A request of the newer protocol names its client and protocol version each
 * time.
 */
async function quickCall(
  quick: QuickRequests,
  params: CallParams,
  { client, identity, ...options }: QuickCallOptions,
): Promise<CallToolResult> {
  const modern = client.getProtocolEra() === "modern";
  const about = { [VERSION_KEY]: client.getNegotiatedProtocolVersion(), [INFO_KEY]: identity };
  const whole = modern ? { ...params, _meta: { ...params._meta, ...about } } : params;
  const result = boundResult(await quick.request("tools/call", whole, options));
  if (isResult(result)) return result;
  throw new DejimaError("server_unavailable", `"${params.name}" answered with something that is no result`);
}

/**
 * Checks only the part of the shape that is relied on here. Requests for more input are checked where they
 * are answered.
 */
function isResult(value: unknown): value is CallToolResult {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { content, resultType, _meta } = value as {
    // fields are checked below
    content?: unknown;
    resultType?: unknown;
    _meta?: unknown;
  };
  if (_meta !== undefined && (typeof _meta !== "object" || _meta === null)) return false;
  if (resultType === "input_required") return true;
  if (resultType !== undefined && resultType !== "complete") return false;
  return content === undefined || (Array.isArray(content) && content.every(isBlock));
}

/** The fields of each kind of block that are texts. Clients refuse a whole result for one block without them. */
const TEXTS_OF = new Map<unknown, readonly string[]>([
  ["text", ["text"]],
  ["image", ["data", "mimeType"]],
  ["audio", ["data", "mimeType"]],
  ["resource_link", ["uri", "name"]],
]);

function isBlock(block: unknown): boolean {
  if (typeof block !== "object" || block === null) return false;
  const fields = block as Readonly<Record<string, unknown>>; // an object, as checked above
  if (fields.type === "resource") return typeof fields.resource === "object" && fields.resource !== null;
  return TEXTS_OF.get(fields.type)?.every((name) => typeof fields[name] === "string") === true;
}

/** The resources of one server that someone is subscribed to, across its restarts. */
interface ResourceWatch {
  add(uri: string, client: Client): Promise<void>;
  /** Ends one subscription. The last one for a resource is also ended at the server, if it still runs. */
  remove(uri: string, client: Client | undefined): Promise<void>;
  /** Subscribes again at a restarted server. */
  resume(client: Client): Promise<void>;
}

function createResourceWatch(): ResourceWatch {
  const overrides = new Map<string, number>();
  const streams = new Map<string, McpSubscription>();

  // The newer protocol has a stream for each subscription; the older one a request to start and one to end
  // it.
  async function subscribe(uri: string, client: Client): Promise<void> {
    if (client.getProtocolEra() !== "modern") await client.subscribeResource({ uri });
    else streams.set(uri, await client.listen({ resourceSubscriptions: [uri] }));
  }

  return {
    async add(uri, client) {
      const before = overrides.get(uri) ?? 0;
      if (before === 0) await subscribe(uri, client);
      overrides.set(uri, before + 1);
    },
    async remove(uri, client) {
      const left = (overrides.get(uri) ?? 0) - 1;
      if (left > 0) return void overrides.set(uri, left);
      overrides.delete(uri);
      const stream = streams.get(uri);
      streams.delete(uri);
      if (stream !== undefined) await stream.close();
      else await client?.unsubscribeResource({ uri });
    },
    async resume(client) {
      streams.clear();
      for (const uri of overrides.keys()) await subscribe(uri, client).catch(() => {}); // the server may no longer have it
    },
  };
}
