import type { Client } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";
import { defined } from "../../../support/defined.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import { type Denial, describeDenials } from "../containment/denial-log.ts";
import { withPlaceholders } from "../containment/placeholder-values.ts";
import { innerDejimaError, isLoginNeeded } from "../oauth/oauth-provider.ts";
import type { ServerSettings } from "../server-settings.ts";
import type { ServerDefinitions } from "../tool-definition.ts";
import { plainProblem } from "./call-failure.ts";
import {
  describeServer,
  type EraMemory,
  openSession,
  type Session,
  type SessionOptions,
} from "./open-session.ts";
import { createRestartGate, type RestartOptions } from "./restart-gate.ts";

export interface SessionManagerOptions extends RestartOptions, Pick<SessionOptions, "host" | "identity"> {
  readonly settings: ServerSettings;
  readonly eras: EraMemory;
  /** Registers handlers on a connection, before its handshake. */
  prepare(client: Client): void;
  /** Restores the state of the last session at a restarted server. */
  resume(client: Client): Promise<void>;
  /** Receives the server's description at every start and every change, before any call. */
  onDefinitions(definitions: ServerDefinitions): Promise<void>;
  /** Called after the server announced changed tools, once they are fetched. */
  onRelisted(): void;
}

export interface ConnectionStatus {
  readonly state: "stopped" | "starting" | "running" | "failing";
  readonly startedMs?: number;
  readonly protocol?: string;
  readonly failures: number;
  readonly problem?: string;
  /** The latest ten things a contained server was denied. */
  readonly denied?: readonly Denial[];
}

/**
 * The life cycle of one server's process: started with the first use, stopped when idle, restarted after a
 * failure.
 */
export interface SessionManager {
  status(): ConnectionStatus;
  /** Uses the session and keeps it from being stopped meanwhile. */
  use<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Keeps the server from being stopped. Returns a function that releases it. */
  hold(): () => void;
  /** Whether this session is still open. */
  isCurrent(session: Session): boolean;
  /** Discards a session: the next use opens another. */
  drop(session: Session): void;
  /** Records what the server was denied during a call. */
  denied(denials: readonly Denial[]): void;
  /** The server answered: earlier failures no longer count. */
  answered(): void;
  /** Lets requests under way end, then stops the server and refuses later requests. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

/** The longest a call waits for the next attempt. Later ones are refused at once. */
const MAX_WAIT_MS = 2_000;

/** How many denials a status lists. */
const MAX_LISTED_DENIALS = 10;

/** A server that ran this long was healthy: its end is the first failure of a new series. */
const HEALTHY_MS = 10_000;

export function createSessionManager(options: SessionManagerOptions): SessionManager {
  const { settings, now } = options;
  const gate = createRestartGate(options);
  let opening: Promise<Session> | undefined;
  let session: Session | undefined;
  let describing: Promise<void> = Promise.resolve();
  let outdated = false;
  let users = 0;
  let idle: NodeJS.Timeout | undefined;
  let problem = settings.problem;
  let closed = false;
  let working = 0;
  let whenIdle: (() => void) | undefined;
  let retired = false;
  let denied: readonly Denial[] = [];

  function noteDenied(denials: readonly Denial[]): void {
    const all = [...denied, ...denials];
    denied = [...new Map(all.map((one) => [`${one.kind} ${one.what}`, one])).values()].slice(
      -MAX_LISTED_DENIALS,
    );
  }

  async function open(): Promise<Session> {
    if (retired) throw unavailable("its settings have changed since this call was made. Make the call again");
    if (closed) throw unavailable("Dejima is closing");
    if (settings.problem !== undefined)
      throw new DejimaError("server_unavailable", settings.problem, { server: settings.name });
    if (gate.waitMs() > MAX_WAIT_MS) throw unavailable(problem ?? "it failed", gate.waitMs());
    if (gate.waitMs() > 0) await new Promise((resolve) => setTimeout(resolve, gate.waitMs()));
    const startedAt = now();
    let opened: Session | undefined;
    const start = async (used: ServerSettings) =>
      openSession({
        ...options,
        settings: used,
        era: await options.eras.get(),
        onClose: () => fallen(opened, startedAt),
        onDenied(denials) {
          denied = [];
          noteDenied(denials);
        },
        onToolsChanged: () => {
          if (outdated) return; // it will be fetched again anyway
          outdated = true;
          describing = describing
            .then(() => {
              outdated = false;
              return describe(opened);
            })
            .then(options.onRelisted, () => {});
        },
      });
    try {
      opened = await start(settings).catch((error) => startWithPlaceholders(error, start));
      session = opened;
      denied = opened.missing ?? [];
      await options.eras.set(opened.era);
      await describe(opened);
      await options.resume(opened.client);
      return opened;
    } catch (error) {
      const fell = opened !== undefined && session !== opened; // already counted
      if (!fell && !isLoginNeeded(error)) gate.failed();
      if (!fell) session = undefined;
      const own = innerDejimaError(error);
      problem = opened?.ending() ?? own?.message ?? plainProblem(thrownText(error));
      await opened?.close();
      // Its reports come by another pipe than its answers: all of them are here once it has ended.
      noteDenied(opened?.denials(0, problem) ?? []);
      throw own ?? unavailable(problem, gate.waitMs());
    }
  }

  /** A server that only lacks variables can still say what its tools are. Its calls are refused. */
  async function startWithPlaceholders(
    error: unknown,
    start: (used: ServerSettings) => Promise<Session>,
  ): Promise<Session> {
    const missing = denied;
    const filled = withPlaceholders(settings, missing);
    if (filled === undefined) throw error;
    try {
      return { ...(await start(filled)), missing };
    } catch {
      denied = missing;
      throw error;
    }
  }

  async function describe(which: Session | undefined): Promise<void> {
    if (which === undefined) return;
    const { startedMs } = which;
    await options.onDefinitions({ ...(await describeServer(which, settings)), startedMs });
  }

  function fallen(which: Session | undefined, startedAt: number): void {
    if (which === undefined || session !== which) return; // we stopped it ourselves
    session = undefined;
    opening = undefined;
    problem = which.ending() ?? "the connection was closed";
    if (now() - startedAt > HEALTHY_MS) gate.recovered();
    gate.failed();
  }

  function connected(): Promise<Session> {
    opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  function hold(): () => void {
    users++;
    clearTimeout(idle);
    let inUse = true;
    return () => {
      if (!inUse) return;
      inUse = false;
      users--;
      if (users === 0 && !closed) idle = setTimeout(() => void stop(), settings.idleMs).unref();
    };
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const current = session ?? (await opening?.catch(() => undefined));
    session = undefined;
    opening = undefined;
    await current?.close();
  }

  function unavailable(why: string, retryMs = 0): DejimaError {
    const later = retryMs > MAX_WAIT_MS ? `; it is tried again in ${Math.ceil(retryMs / 1000)} s` : "";
    const contained = describeDenials(settings.name, denied);
    const text = `Cannot reach the MCP server "${settings.name}": ${why}${later}${contained === "" ? "" : `. ${contained}`}`;
    return new DejimaError("server_unavailable", text, {
      server: settings.name,
      retryMs,
      ...(denied.length === 0 ? {} : { denied }),
    });
  }

  return {
    hold,
    isCurrent: (which) => session === which,
    drop(which) {
      if (session !== which) return;
      session = undefined;
      opening = undefined;
      void which.close();
    },
    denied: noteDenied,
    answered: gate.recovered,
    async use(work) {
      const release = hold();
      working++;
      try {
        const current = await connected();
        await describing;
        return await work(current);
      } finally {
        working--;
        if (working === 0) whenIdle?.();
        release();
      }
    },
    status() {
      const protocol = session?.client.getNegotiatedProtocolVersion();
      const state = stateOf();
      return {
        state,
        failures: gate.failures,
        ...(session === undefined ? {} : { startedMs: session.startedMs }),
        ...defined({ protocol }),
        ...(problem === undefined || state === "running" ? {} : { problem }),
        ...(denied.length === 0 ? {} : { denied }),
      };
    },
    async retire() {
      retired = true;
      if (working > 0)
        await new Promise<void>((resolve) => {
          whenIdle = resolve;
        });
      await stop();
    },
    async close() {
      closed = true;
      whenIdle?.();
      await stop();
    },
  };

  function stateOf(): ConnectionStatus["state"] {
    if (session !== undefined) return "running";
    if (opening !== undefined) return "starting";
    return gate.failures > 0 || settings.problem !== undefined ? "failing" : "stopped";
  }
}
