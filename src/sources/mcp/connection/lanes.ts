import type { Client } from "@modelcontextprotocol/client";
import type { Dialogue } from "../../../contract/dialogue.ts";
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
  /** The session for a request: the shared one, or the caller's own. */
  of(dialogue: Dialogue | undefined): Lane;
  /** Ends every session once it is no longer used. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

/** Sessions of single callers besides the shared one. When all are in use, further callers share. */
const MAX_OWN_SESSIONS = 8;

/**
 * Creates the sessions with one server. A server of the older protocol does not say which call its question
 * is about. So once it has asked something, each caller who can answer gets their own session, as they would
 * have without us.
 */
export function createLanes(options: LaneOptions): Lanes {
  const own = new Map<object, Lane>();
  let asks = false;

  function open(isShared: boolean): Lane {
    const callers = createCallers();
    const manager = createSessionManager({
      ...options,
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

  const shared = open(true);
  const all = () => [shared, ...own.values()].map(({ manager }) => manager);
  return {
    shared,
    of(dialogue) {
      const caller = callerOf(dialogue);
      if (!asks || caller === undefined || !canBeAsked(dialogue)) return shared;
      const held = own.get(caller);
      if (held !== undefined) return held;
      for (const [other, { manager }] of own) if (manager.status().state === "stopped") own.delete(other);
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
