import type { Pool, PoolClient } from "pg";
import { DejimaError } from "../../contract/error.ts";
import { DEFAULT_TENANT } from "../../contract/user/tenant.ts";
import { defined } from "../../support/defined.ts";
import type { SendSql } from "../shared-store.ts";
import { storeAway, storeClosed } from "../store-errors.ts";
import { TENANT_SETTING } from "./tenant-wall.ts";

export type Row = Readonly<Record<string, unknown>>;
type Value = string | number | boolean | Buffer | null | readonly (string | number | Buffer)[];

/** Sends statements: the pool, or one connection inside a transaction. */
export interface Queries {
  all(sql: string, ...values: Value[]): Promise<Row[]>;
  first(sql: string, ...values: Value[]): Promise<Row | undefined>;
  /** Returns the number of changed rows. */
  run(sql: string, ...values: Value[]): Promise<number>;
  /** Sends statements of other libraries unchanged. */
  readonly send: SendSql;
  /** The prefix of the names of locks and channels. Row-level security does not cover those, so it differs between tenants. */
  readonly scope: string;
}

/** A pool of connections to one PostgreSQL database. */
export interface PostgresDatabase extends Queries {
  /** The address without user and password. */
  readonly place: string;
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** A separate connection, to wait for notifications. The caller ends it. */
  connect(): Promise<PoolClient>;
  close(): Promise<void>;
}

/** All tables are in a separate schema, so that other programs can share the database. */
export const SCHEMA = "dejima";

const CONNECT_TIMEOUT_MS = 10_000;
/**
 * How long a statement may go without an answer. A network can lose a connection without telling either side, and a
 * worker that waited for it would hold its run forever.
 */
const ANSWER_TIMEOUT_MS = 30_000;
/** After this time PostgreSQL ends a transaction whose process does nothing, with its locks. */
const IDLE_TRANSACTION_MS = 60_000;
/**
 * PostgreSQL looks after connections that are silent. It ends one whose machine is gone after about 11 s, and with it the
 * locks of the session. Its own default is over two hours.
 */
const KEEPALIVE = [
  "-c tcp_keepalives_idle=5",
  "-c tcp_keepalives_interval=2",
  "-c tcp_keepalives_count=3",
  "-c tcp_user_timeout=11000",
];
/** SQLSTATE of a violated unique constraint. */
const UNIQUE_VIOLATION = "23505";

/** The settings of each connection of a pool. */
interface ConnectionSettings {
  /** The tenant whose rows the connection sees. Without a tenant it sees no rows. */
  readonly tenant?: string;
  /** The role of the connection. Default: the role in the address. */
  readonly role?: string | undefined;
  /** How long a statement may go without an answer. Default: 30 s for the connections of a tenant, unlimited for migrations. */
  readonly answerMs?: number | undefined;
}

/** Opens a pool for an address such as `postgres://user:password@host/database`. Sends nothing yet. */
export async function openPostgres(
  address: string,
  { tenant, role, answerMs = tenant === undefined ? undefined : ANSWER_TIMEOUT_MS }: ConnectionSettings = {},
): Promise<PostgresDatabase> {
  const { place, options } = connectionOf(address);
  const pg = (await import("pg")).default;
  const pool: Pool = new pg.Pool({
    ...options,
    options: [
      `-c search_path=${SCHEMA}`,
      ...KEEPALIVE,
      ...(tenant === undefined
        ? []
        : [
            `-c ${TENANT_SETTING}=${tenant}`,
            `-c idle_in_transaction_session_timeout=${IDLE_TRANSACTION_MS}`,
          ]),
      ...(role === undefined ? [] : [`-c role=${role}`]),
    ].join(" "),
    application_name: "dejima",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: 15,
    keepAlive: true,
    ...defined({ query_timeout: answerMs }),
    // Idle connections do not keep the process alive.
    allowExitOnIdle: true,
  });
  // The pool replaces a connection that breaks while it is idle.
  pool.on("error", () => {});
  // An error that arrives in one packet with the answer to the login comes before the caller has the connection, and without
  // a listener it would end the process. The caller's first statement rejects.
  pool.on("connect", (client) => client.on("error", () => {}));
  const scope = tenant === undefined || tenant === DEFAULT_TENANT ? SCHEMA : `${SCHEMA}/${tenant}`;
  let ending: Promise<void> | undefined;
  return {
    place,
    ...queriesOf(scope, (sql, values) => pool.query(sql, values)),
    async transaction(work) {
      const client = await pool.connect();
      let broken = false;
      // Without a listener, a connection that breaks between two statements would end the process. The next statement rejects.
      const onError = () => {
        broken = true;
      };
      client.on("error", onError);
      try {
        await client.query("BEGIN");
        const result = await work(queriesOf(scope, (sql, values) => client.query(sql, values)));
        await client.query("COMMIT");
        return result;
      } catch (error) {
        await client.query("ROLLBACK").catch(onError);
        throw error;
      } finally {
        client.release(broken);
        client.off("error", onError);
      }
    },
    connect: () => pool.connect(),
    close: () => (ending ??= pool.end()),
  };
}

function connectionOf(address: string): { place: string; options: { connectionString: string } } {
  const url = URL.parse(address);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw new DejimaError(
      "invalid_input",
      "Cannot open the store: its address is not of the form postgres://user:password@host:5432/database",
    );
  return { place: `${url.host || "localhost"}${url.pathname}`, options: { connectionString: address } };
}

function queriesOf(
  scope: string,
  send: (sql: string, values?: unknown[]) => Promise<{ rows: Row[]; rowCount: number | null }>,
): Queries {
  return {
    send,
    scope,
    async all(sql, ...values) {
      return (await send(sql, values)).rows;
    },
    async first(sql, ...values) {
      return (await send(sql, values)).rows[0];
    },
    async run(sql, ...values) {
      return (await send(sql, values)).rowCount ?? 0;
    },
  };
}

/** Holds the lock of this name until the transaction ends. Other transactions that request it wait. */
export async function lockFor(queries: Queries, name: string): Promise<void> {
  await queries.first("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", `${queries.scope}:${name}`);
}

/** Whether an error means that a row with this key already exists. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION;
}

/** Messages by SQLSTATE, or by its first two characters: the problem and its fix. */
const REASONS: readonly (readonly [prefix: string, reason: string])[] = [
  ["28", "it refused the user or the password; check the address of the store"],
  ["3D000", "the database does not exist; create it, or name another one"],
  ["42501", "the user may not do this; grant it all rights on the database, or on the schema dejima"],
  ["25006", "it is read-only; name the primary server"],
  ["53", "it is out of connections, memory or disk space; free some and try again"],
  ["57P", "it is shutting down or starting; try again in a moment"],
  ["08", "the connection broke; try again in a moment"],
];

/** The driver's messages about a lost connection. These errors have no code. */
const UNREACHABLE =
  /^(?:Connection terminated|Query read timeout|timeout exceeded|Client has encountered a connection error)/;

/** Translates an error of PostgreSQL or the network into one that names the fix. */
export function postgresError(place: string, error: unknown): unknown {
  if (error instanceof DejimaError || !(error instanceof Error)) return error;
  if (/after calling end on the pool|Client was closed/.test(error.message)) return storeClosed();
  const code = "code" in error ? String(error.code) : "";
  const reason = REASONS.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (reason !== undefined) return unavailable(place, reason, error);
  if (/^E[A-Z]+$/.test(code) || UNREACHABLE.test(error.message))
    return unavailable(
      place,
      "it cannot be reached; check that it runs and that the address is right",
      error,
    );
  if (/^[0-9A-Z]{5}$/.test(code)) return unavailable(place, `it says: ${error.message}`, error, "io_error");
  return error;
}

function unavailable(
  place: string,
  reason: string,
  cause: Error,
  code: "server_unavailable" | "io_error" = "server_unavailable",
): DejimaError {
  const text = `Cannot use PostgreSQL at ${place}: ${reason}`;
  return code === "server_unavailable"
    ? storeAway(text, place, cause)
    : new DejimaError(code, text, { place }, { cause });
}

/** Normalizes a text for searching: Latin letters in lower case, and a space for NUL, which PostgreSQL cannot store. */
export function searchable(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replaceAll("\0", " ");
}
