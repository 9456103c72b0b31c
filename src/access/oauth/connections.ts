import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { LOCAL_USER } from "../../contract/run.ts";
import { principalOf } from "../../contract/user/principal.ts";
import type { DocumentRepository } from "../../store/store.ts";
import { sha256, shortId } from "../../support/lazy-crypto.ts";
import { openTokenValidity } from "../token-validity.ts";
import { type Caller, type Role, TOKEN_PREFIX } from "../tokens.ts";
import type { AuthorizationCode } from "./authorize.ts";
import { type Expiring, openExpiring } from "./expiring-documents.ts";
import { oauthError } from "./oauth-error.ts";
import { roleOf, SCOPES, type Scope } from "./scopes.ts";

const ACCESS_MS = 3_600_000;
/** A connection that is unused for this long ends. */
const IDLE_MS = 30 * 24 * 3_600_000;
const MAX_CONNECTIONS = 1_000;
const MAX_TOKENS = 10_000;

/** The prefix of every access token of a connection. */
export const ACCESS_PREFIX = `${TOKEN_PREFIX}at_`;
const REFRESH_PREFIX = `${TOKEN_PREFIX}rt_`;

const storedConnection = z.object({
  id: z.string(),
  client: z.string(),
  user: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  resource: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
});

/**
 * A client that a user has connected. It ends when it is removed, unused for long, or when its user is gone.
 */
type Connection = Readonly<z.output<typeof storedConnection>>;

const storedSecret = z.object({
  kind: z.enum(["access", "refresh"]),
  connection: z.string(),
  expiresAt: z.int(),
});

/** A used code or refresh token. Whoever sends it again has stolen it, or it was stolen from them. */
const storedSpent = z.object({ connection: z.string(), expiresAt: z.int() });

/** Tokens as the token endpoint issues them. */
interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly scopes: readonly Scope[];
}

interface ConnectionOptions {
  readonly documents: DocumentRepository;
  readonly codes: Expiring<AuthorizationCode>;
  /** The current role of a user. `undefined` if the user is unknown. */
  roleOfUser(name: string): Promise<Role | undefined>;
  now(): number;
}

/** The connections of a home and their tokens, stored only as hashes. */
export interface Connections {
  /** Issues tokens for a code. A code that is sent twice ends the connection it created. */
  redeem(request: CodeRequest): Promise<IssuedTokens>;
  /**
   * Issues new tokens for a refresh token, which is then spent. One that is sent twice ends its connection.
   */
  refresh(request: RefreshRequest): Promise<IssuedTokens>;
  /** Ends the connection of a token. Does nothing if the token is unknown, or another client's. */
  revokeToken(token: string, client: string): Promise<void>;
  /** The holder of an access token, if it is for this resource. */
  callerOf(token: string, resource: string): Promise<Caller | undefined>;
  list(): Promise<Connection[]>;
  remove(id: string): Promise<boolean>;
}

interface CodeRequest {
  readonly code: string;
  readonly verifier: string;
  readonly client: string;
  readonly redirect: string | undefined;
}

interface RefreshRequest {
  readonly token: string;
  readonly client: string;
}

/** Opens the connections of a home. */
export function openConnections({ documents, codes, roleOfUser, now }: ConnectionOptions): Connections {
  const connections: Expiring<Connection> = openExpiring({
    documents,
    now,
    collection: "oauth-connections",
    schema: storedConnection,
    most: MAX_CONNECTIONS,
    ownerOf: ({ user }) => user,
  });
  const secrets = openExpiring({
    documents,
    now,
    collection: "oauth-tokens",
    schema: storedSecret,
    most: MAX_TOKENS,
  });
  const spent = openExpiring({
    documents,
    now,
    collection: "oauth-spent",
    schema: storedSpent,
    most: MAX_TOKENS,
  });

  const standings = openTokenValidity(documents, now);

  /** A connection ends with the token of its user, also if a new one of the same name is created. */
  const holds = async ({ user, createdAt }: Pick<Connection, "user" | "createdAt">) =>
    user === LOCAL_USER || standings.holds(user, createdAt);

  async function connectionWith(id: string): Promise<Connection | undefined> {
    const connection = await connections.get(id);
    return connection !== undefined && (await holds(connection)) ? connection : undefined;
  }

  async function remove(id: string): Promise<boolean> {
    const connection = await connections.get(id);
    if (connection !== undefined) await standings.end(principalOf(connection.user, connection.client));
    const removed = await connections.delete(id);
    for (const { key, value } of await secrets.list()) if (value.connection === id) await secrets.delete(key);
    return removed;
  }

  async function issue(connection: Connection): Promise<IssuedTokens> {
    const { id, scopes } = connection;
    const expiresAt = now() + IDLE_MS;
    await connections.put(id, { ...connection, expiresAt });
    await standings.begin(principalOf(connection.user, connection.client));
    const accessToken = `${ACCESS_PREFIX}${randomBytes(32).toString("base64url")}`;
    const refreshToken = `${REFRESH_PREFIX}${randomBytes(32).toString("base64url")}`;
    await secrets.put(sha256(accessToken), { kind: "access", connection: id, expiresAt: now() + ACCESS_MS });
    await secrets.put(sha256(refreshToken), { kind: "refresh", connection: id, expiresAt });
    return { accessToken, refreshToken, expiresIn: ACCESS_MS / 1000, scopes };
  }

  const spend = (hash: string, connection: string) =>
    spent.put(hash, { connection, expiresAt: now() + IDLE_MS });

  async function refuseSpent(hash: string): Promise<void> {
    const spentToken = await spent.get(hash);
    if (spentToken === undefined) return;
    await remove(spentToken.connection);
    throw oauthError(
      "invalid_grant",
      "Cannot use this again: it was used before, so the app has to be connected again",
    );
  }

  return {
    async redeem({ code, verifier, client, redirect }) {
      const hash = sha256(code);
      await refuseSpent(hash);
      // Checked before it is consumed: another client's guess must not use it up.
      const known = await codes.get(hash);
      const pending = known?.client === client ? await codes.take(hash) : undefined;
      if (pending === undefined)
        throw oauthError("invalid_grant", "Cannot use this code: it is unknown, expired, or another app's");
      const id = shortId("connection");
      await spend(hash, id);
      if (challengeOf(verifier) !== pending.challenge)
        throw oauthError("invalid_grant", "Cannot use this code: code_verifier does not fit its challenge");
      if (redirect !== undefined && redirect !== pending.redirect)
        throw oauthError(
          "invalid_grant",
          "Cannot use this code: redirect_uri is not the one that it was sent to",
        );
      const { user, scopes, resource, createdAt } = pending;
      if (!(await holds(pending)))
        throw oauthError("invalid_grant", "Cannot use this code: its user's token has ended since");
      return issue({ id, client, user, scopes, resource, createdAt, expiresAt: now() });
    },
    async refresh({ token, client }) {
      const hash = sha256(token);
      await refuseSpent(hash);
      const known = await secrets.get(hash);
      const connection = known?.kind === "refresh" ? await connectionWith(known.connection) : undefined;
      const user = connection === undefined ? undefined : await roleOfUser(connection.user);
      if (connection?.client !== client || user === undefined || (await secrets.take(hash)) === undefined)
        throw oauthError(
          "invalid_grant",
          "Cannot use this refresh token: it is unknown, expired, revoked, or another app's",
        );
      await spend(hash, connection.id);
      for (const { key, value } of await secrets.list())
        if (value.connection === connection.id && value.kind === "access") await secrets.delete(key);
      return issue(connection);
    },
    async revokeToken(token, client) {
      const stored = await secrets.get(sha256(token));
      const connection = stored === undefined ? undefined : await connections.get(stored.connection);
      if (connection?.client === client) await remove(connection.id);
    },
    async callerOf(token, resource) {
      const stored = await secrets.get(sha256(token));
      if (stored?.kind !== "access") return undefined;
      const connection = await connectionWith(stored.connection);
      if (connection?.resource !== resource) return undefined;
      const user = await roleOfUser(connection.user);
      const role = user === undefined ? undefined : roleOf(connection.scopes, user);
      return role === undefined ? undefined : { name: principalOf(connection.user, connection.client), role };
    },
    async list() {
      const valid: Connection[] = [];
      for (const { value } of await connections.list()) if (await holds(value)) valid.push(value);
      return valid;
    },
    remove,
  };
}

function challengeOf(verifier: string): string {
  return /^[\w.~-]{43,128}$/.test(verifier) ? createHash("sha256").update(verifier).digest("base64url") : "";
}
