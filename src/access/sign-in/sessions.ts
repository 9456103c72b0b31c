import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { DocumentRepository } from "../../store/store.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { openExpiring } from "../oauth/expiring-documents.ts";
import { openTokenValidity } from "../token-validity.ts";
import { type Caller, ROLES } from "../tokens.ts";

/** The cookie that contains a session. */
export const SESSION_COOKIE = "dejima_session";

const SESSION_PREFIX = "ds_";
const MAX_SESSIONS = 10_000;

const storedSession = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  createdAt: z.int(),
  expiresAt: z.int(),
  /** A hash of the provider and the groups that determined the role. */
  rules: z.string().default(""),
});

/** A person who has signed in. */
type ListedSession = z.output<typeof storedSession>;

/** The people who have signed in. Only hashes of their browsers' session ids are stored. */
export interface Sessions {
  /**
   * Starts a session, and ends sessions of the same person with another role. Returns the browser's session
   * id.
   */
  begin(caller: Caller, lastsMs: number): Promise<string>;
  /** The holder of a session. `undefined` if it is unknown or has expired. */
  callerOf(session: string): Promise<Caller | undefined>;
  end(session: string): Promise<boolean>;
  /** Ends all sessions of a person, and with them their grants and runs. Returns the number of sessions. */
  endAll(name: string): Promise<number>;
  list(): Promise<ListedSession[]>;
}

/** Opens the sessions of a home. Only sessions that began under the same rules are valid. */
export function openSessions(
  documents: DocumentRepository,
  now: () => number = Date.now,
  rules = "",
): Sessions {
  const sessions = openExpiring({
    documents,
    collection: "sign-in-sessions",
    schema: storedSession,
    most: MAX_SESSIONS,
    ownerOf: ({ name }) => name,
    now,
  });
  const standings = openTokenValidity(documents, now);
  return {
    async begin({ name, role }, lastsMs) {
      const others = (await sessions.list()).filter(
        ({ value }) => value.name === name && value.role !== role,
      );
      if (others.length > 0) await standings.end(name);
      for (const { key } of others) await sessions.delete(key);
      await standings.begin(name);
      const session = `${SESSION_PREFIX}${randomBytes(32).toString("base64url")}`;
      await sessions.put(sha256(session), {
        name,
        role,
        createdAt: now(),
        expiresAt: now() + lastsMs,
        rules,
      });
      return session;
    },
    async callerOf(session) {
      if (!session.startsWith(SESSION_PREFIX)) return undefined;
      const found = await sessions.get(sha256(session));
      return found?.rules === rules ? { name: found.name, role: found.role } : undefined;
    },
    end: (session) => sessions.delete(sha256(session)),
    async endAll(name) {
      const own = (await sessions.list()).filter(({ value }) => value.name === name);
      for (const { key } of own) await sessions.delete(key);
      if (own.length > 0) await standings.end(name);
      return own.length;
    },
    list: async () =>
      (await sessions.list())
        .map(({ value }) => value)
        .sort((one, other) => one.name.localeCompare(other.name) || one.createdAt - other.createdAt),
  };
}

/** The session in a `Cookie` header. `undefined` if there is none, or more than one. */
export function sessionIn(cookie: string | undefined): string | undefined {
  const values = cookiesNamed(SESSION_COOKIE, cookie);
  return values.length === 1 ? values[0] : undefined;
}

/** The values of a cookie name in a `Cookie` header. */
export function cookiesNamed(name: string, cookie = ""): readonly string[] {
  return cookie
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
