import type { CallToolResult } from "@modelcontextprotocol/client";
import type { Dialogue } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Progress } from "../../../contract/tool.ts";
import type { ServerDefinitions } from "../definition/tool-definition.ts";
import type { ServerSettings } from "../server-settings.ts";
import { answerServer } from "./answer-server.ts";
import { callFailure } from "./call-failure.ts";
import { type Era, openSession, type Session, type SessionOptions } from "./open-session.ts";
import { createRestartGate, type RestartOptions } from "./restart-gate.ts";
import type { ServerHost } from "./start-server.ts";

export interface ConnectionOptions extends RestartOptions {
  readonly settings: ServerSettings;
  readonly host: ServerHost;
  readonly identity: SessionOptions["identity"];
  readonly eras: EraMemory;
  /** Hears what the server says of itself, at every start and every change, before any call goes through. */
  onDefinitions(definitions: ServerDefinitions): Promise<void>;
  /** Throws when a tool may not be used as the server is now. */
  admit(tool: string): void;
}

/** Keeps the protocol that a server was found to speak. */
export interface EraMemory {
  get(): Promise<Era | undefined>;
  set(era: Era): Promise<void>;
}

export interface ServerCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly signal: AbortSignal;
  /** Whether doing it twice does no harm: then it is repeated once when the server ends under it. */
  readonly repeatable: boolean;
  onProgress(progress: Progress): void;
  /** The way back to the caller, where there is one. */
  readonly dialogue: Dialogue | undefined;
}

export interface ConnectionStatus {
  readonly state: "stopped" | "starting" | "running" | "failing";
  readonly startedMs?: number;
  readonly protocol?: string;
  readonly failures: number;
  readonly problem?: string;
}

/** One server and the life of its process: started with the first use, stopped when idle, started again when it fell. */
export interface ServerConnection {
  readonly settings: ServerSettings;
  status(): ConnectionStatus;
  /** Starts the server if it does not run, and has it describe itself. */
  refresh(): Promise<void>;
  call(call: ServerCall): Promise<CallToolResult>;
  /** Uses the session while it is held from stopping. */
  use<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The longest that a call waits for the next attempt; later ones are refused at once. */
const LONGEST_WAIT_MS = 2_000;

/** A server that ran this long was well; its end is the first failure of a new series. */
const WELL_MS = 10_000;

export function createServerConnection(options: ConnectionOptions): ServerConnection {
  const { settings, now } = options;
  const gate = createRestartGate(options);
  const callers = new Map<symbol, Dialogue | undefined>();
  let opening: Promise<Session> | undefined;
  let session: Session | undefined;
  let describing: Promise<void> = Promise.resolve();
  let users = 0;
  let idle: NodeJS.Timeout | undefined;
  let problem: string | undefined;
  let closed = false;

  async function open(): Promise<Session> {
    if (closed) throw unavailable("Dejima is closing");
    if (gate.waitMs() > LONGEST_WAIT_MS) throw unavailable(problem ?? "it failed", gate.waitMs());
    if (gate.waitMs() > 0) await new Promise((resolve) => setTimeout(resolve, gate.waitMs()));
    const startedAt = now();
    let opened: Session | undefined;
    try {
      opened = await openSession({
        ...options,
        era: await options.eras.get(),
        prepare: (client) => answerServer(client, settings, callers),
        onClose: () => fallen(opened, startedAt),
        onToolsChanged: () => {
          describing = describing.then(() => describe(opened)).catch(() => {});
        },
      });
      session = opened;
      await options.eras.set(opened.era);
      await describe(opened);
      return opened;
    } catch (error) {
      const fell = opened !== undefined && session !== opened; // counted already
      if (!fell) gate.failed();
      if (!fell) session = undefined;
      problem = opened?.ending() ?? (error instanceof Error ? error.message : String(error));
      await opened?.close();
      throw error instanceof DejimaError ? error : unavailable(problem, gate.waitMs());
    }
  }

  async function describe(which: Session | undefined): Promise<void> {
    if (which === undefined) return;
    const { client } = which;
    const { tools } = await client.listTools(undefined, {
      timeout: settings.startTimeoutMs,
      cacheMode: "refresh",
    });
    const { name = settings.name, version = "" } = client.getServerVersion() ?? {};
    await options.onDefinitions({
      tools,
      instructions: client.getInstructions() ?? "",
      software: `${name} ${version}`.trim(),
    });
  }

  function fallen(which: Session | undefined, startedAt: number): void {
    if (which === undefined || session !== which) return; // we stopped it ourselves
    session = undefined;
    opening = undefined;
    problem = which.ending() ?? "the connection was closed";
    if (now() - startedAt > WELL_MS) gate.recovered();
    gate.failed();
  }

  function connected(): Promise<Session> {
    opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function use<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    users++;
    clearTimeout(idle);
    try {
      const current = await connected();
      await describing;
      return await work(current);
    } finally {
      users--;
      if (users === 0 && !closed) idle = setTimeout(() => void stop(), settings.idleMs).unref();
    }
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const current = session ?? (await opening?.catch(() => undefined));
    session = undefined;
    opening = undefined;
    await current?.close();
  }

  async function call(request: ServerCall): Promise<CallToolResult> {
    let used: Session | undefined;
    const caller = Symbol(request.tool);
    callers.set(caller, request.dialogue);
    try {
      const result = await use((current) => {
        used = current;
        options.admit(request.tool);
        return current.client.callTool(
          { name: request.tool, arguments: request.input },
          {
            signal: request.signal,
            timeout: settings.timeoutMs,
            onprogress: ({ progress, total, message }) =>
              request.onProgress({
                ...(total === undefined || total <= 0 ? {} : { fraction: Math.min(1, progress / total) }),
                ...(message === undefined ? {} : { message }),
              }),
          },
        );
      });
      gate.recovered();
      return result;
    } catch (error) {
      const failure = callFailure(error, { settings, request, ending: used?.ending() });
      const fell = failure.code === "server_unavailable" && used !== undefined && session !== used;
      if (request.repeatable && fell && !closed) return call({ ...request, repeatable: false });
      if (!fell && used !== undefined) gate.recovered(); // it answered, if only with an error
      throw failure;
    } finally {
      callers.delete(caller);
    }
  }

  function unavailable(why: string, retryMs = 0): DejimaError {
    const later = retryMs > LONGEST_WAIT_MS ? `; it is tried again in ${Math.ceil(retryMs / 1000)} s` : "";
    return new DejimaError(
      "server_unavailable",
      `Cannot reach the MCP server "${settings.name}": ${why}${later}`,
      {
        server: settings.name,
        retryMs,
      },
    );
  }

  return {
    settings,
    status() {
      const state =
        session !== undefined
          ? "running"
          : opening !== undefined
            ? "starting"
            : gate.failures > 0
              ? "failing"
              : "stopped";
      const protocol = session?.client.getNegotiatedProtocolVersion();
      return {
        state,
        failures: gate.failures,
        ...(session === undefined ? {} : { startedMs: session.startedMs }),
        ...(protocol === undefined ? {} : { protocol }),
        ...(problem === undefined || state === "running" ? {} : { problem }),
      };
    },
    refresh: () => use(async () => {}),
    call,
    use,
    async close() {
      closed = true;
      await stop();
    },
  };
}
