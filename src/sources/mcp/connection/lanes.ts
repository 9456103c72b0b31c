import type { Client } from "@modelcontextprotocol/client";
import type { Dialogue } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import { settingsFor } from "../server-account.ts";
import type { ServerSettings } from "../server-settings.ts";
import { type Callers, callerOf, createCallers } from "./callers.ts";
import { answerServer, forwardNotifications, type ServerNotice } from "./server-dialogue.ts";
import { createSessionManager, type SessionManager, type SessionManagerOptions } from "./session-manager.ts";

/** One session with a server, and the callers with requests in it. */
interface Lane {
  readonly callers: Callers;
  readonly manager: SessionManager;
}

interface LaneOptions extends Omit<SessionManagerOptions, "prepare" | "resume"> {
  readonly settings: ServerSettings;
  /** Restores the state of the last session at a restarted server. */
  resume(client: Client, isShared: boolean): Promise<void>;
  onNotice(notice: ServerNotice): void;
}

/** The sessions with one server. */
interface Lanes {
  /** The session that everybody shares. */
  readonly shared: Lane;
  /** The session for a request: the shared one, its user's, or the caller's own. */
  of(dialogue: Dialogue | undefined, user: string | undefined): Lane;
  /** Ends every session once it is no longer used. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

/** Sessions of single callers besides the shared one. When all are in use, further callers share. */
const MAX_OWN_SESSIONS = 8;

/** Users of a server with `perUser` who have a session at once. Nobody else's is used when all are taken. */
const MAX_USERS = 50;

/**
 * Creates the sessions with one server. A server of the older protocol does not say which call its question
 * is about. So once it has asked something, each caller who can answer gets a separate session, as without
 * Dejima.
 */
export function createLanes(options: LaneOptions): Lanes {
  const own = new Map<object, Lane>();
  const users = new Map<string, Lane>();
  let asks = false;

  function open(isShared: boolean, settings = options.settings): Lane {
    const callers = createCallers();
    const manager = createSessionManager({
      ...options,
      settings,
      resume: (client) => options.resume(client, isShared),
      // A server offers what it listed in the shared session; models see nothing else.
      ...(isShared ? {} : { onDefinitions: async () => {}, onRelisted: () => {} }),
      prepare(client) {
        answerServer(client, options.settings, {
          callers,
          onQuestion() {
            asks = true;
          },
        });
        forwardNotifications(client, callers, options.onNotice);
      },
    });
    return { callers, manager };
  }

  /** A user's session. Other callers must not end up in it, so nobody shares one. */
  function openFor(user: string): Lane {
    const settings = settingsFor(options.settings, user);
    if (settings === options.settings) return shared;
    const existing = users.get(user);
    if (existing !== undefined) return existing;
    dropStopped(users);
    if (users.size >= MAX_USERS) {
      const { name } = options.settings;
      throw new DejimaError(
        "limit_exceeded",
        `Cannot use the MCP server "${name}": ${MAX_USERS} users have it running. Try again later`,
        { server: name },
      );
    }
    const lane = open(false, settings);
    users.set(user, lane);
    return lane;
  }

  const shared = open(true);
  const all = () => [shared, ...own.values(), ...users.values()].map(({ manager }) => manager);
  return {
    shared,
    of(dialogue, user) {
      if (options.settings.perUser === true && user !== undefined) return openFor(user);
      const caller = callerOf(dialogue);
      if (!asks || caller === undefined || !canBeAsked(dialogue)) return shared;
      const existing = own.get(caller);
      if (existing !== undefined) return existing;
      dropStopped(own);
      if (own.size >= MAX_OWN_SESSIONS) return shared;
      const lane = open(false);
      own.set(caller, lane);
      return lane;
    },
    async retire() {
      await Promise.all(all().map((manager) => manager.retire()));
    },
    async close() {
      await Promise.all(all().map((manager) => manager.close()));
    },
  };
}

/** Whether a server could ask this caller something. */
export function canBeAsked(dialogue: Dialogue | undefined): boolean {
  return dialogue?.can("elicitation/create") === true || dialogue?.can("sampling/createMessage") === true;
}

function dropStopped(lanes: Map<unknown, Lane>): void {
  for (const [key, { manager }] of lanes) if (manager.status().state === "stopped") lanes.delete(key);
}
