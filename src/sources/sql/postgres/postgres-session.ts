import type { Duplex } from "node:stream";
import pg from "pg";
import { DejimaError } from "../../../contract/error.ts";
import { connectionProblem } from "../connection-problem.ts";
import { REFUSED, RefusedStatement, type SqlLimits } from "../database.ts";

/** The address of a database, and the limits of its sessions. */
export interface PostgresOptions {
  readonly name: string;
  readonly url: string;
  readonly password?: string | undefined;
  readonly limits: SqlLimits;
}

type Row = Readonly<Record<string, unknown>>;

/** One session, in a transaction. */
export interface PostgresSession {
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: Row[]; readonly columns: string[] }>;
}

/** How much longer the client waits than the server: a server that hangs does not stop its statements itself. */
const GRACE_MS = 1_000;

/** The maximum size of the result of one unpaged statement, because all of it is in memory at once. */
const MAX_RECEIVED_BYTES = 64_000_000;

const READERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === "t",
  20: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text),
  21: Number,
  23: Number,
  700: (text) => (Number.isFinite(Number(text)) ? Number(text) : text),
  701: (text) => (Number.isFinite(Number(text)) ? Number(text) : text),
  114: JSON.parse,
  3802: JSON.parse,
};

/** The parser assumes these settings, so the server must use them. */
const READING =
  "SET standard_conforming_strings = on; SET backslash_quote = safe_encoding; SET client_encoding = 'UTF8'";

/**
 * Does work in one transaction of a separate session. It is committed if the work returns, and rolled back if
 * it throws.
 */
export async function inTransaction<Result>(
  options: PostgresOptions,
  mode: "READ ONLY" | "READ WRITE",
  signal: AbortSignal,
  work: (session: PostgresSession) => Promise<Result>,
): Promise<Result> {
  const { name, url, password, limits } = options;
  signal.throwIfAborted();
  const client = new pg.Client({
    connectionString: withPassword(url, password),
    application_name: "dejima",
    connectionTimeoutMillis: limits.timeoutMs,
    query_timeout: limits.timeoutMs + limits.lockMs + GRACE_MS,
    types: { getTypeParser: (oid: number) => READERS[oid] ?? String },
  });
  client.on("error", () => {}); // every query reports it as well
  const stop = () => void client.end().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    await client.connect();
    const received = boundReceived(client);
    await client.query(READING);
    await client.query(
      `BEGIN ${mode}; SET LOCAL statement_timeout = ${limits.timeoutMs}; SET LOCAL lock_timeout = ${limits.lockMs}; SET LOCAL idle_in_transaction_session_timeout = 60000`,
    );
    const result = await work({
      async query(text, values = []) {
        // The extended protocol accepts exactly one statement.
        const config = { text, values: [...values], queryMode: "extended" } as pg.QueryConfig;
        const found = await received(() => client.query(config));
        return { rows: found.rows ?? [], columns: (found.fields ?? []).map((field) => field.name) };
      },
    });
    await client.query("COMMIT");
    return result;
  } catch (error) {
    signal.throwIfAborted();
    throw failure(name, error, limits);
  } finally {
    signal.removeEventListener("abort", stop);
    // Closing the connection rolls back an open transaction. A server that hangs is not awaited.
    const ended = client.end().catch(() => {});
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())]);
  }
}

/** The URL with its password: a password in a URL takes precedence over one passed separately. */
function withPassword(url: string, password: string | undefined): string {
  const address = password === undefined ? null : URL.parse(url);
  if (address === null || password === undefined) return url;
  address.searchParams.set("password", password);
  return address.href;
}

/** Breaks off a connection that receives too much for one statement. */
function boundReceived(client: pg.Client) {
  // pg's types omit the connection.
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  let bytes = 0;
  stream.on("data", (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > MAX_RECEIVED_BYTES) stream.destroy();
  });
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    bytes = 0;
    try {
      return await work();
    } catch (error) {
      throw bytes > MAX_RECEIVED_BYTES
        ? new RefusedStatement(`it returns more than ${MAX_RECEIVED_BYTES} bytes; select less`)
        : error;
    }
  };
}

const TIMEOUT_CODES =
  /^(?:query read timeout|timeout expired|timeout exceeded|connection timeout)|due to (?:connection|statement|lock) timeout/i;

/** Translates an error of the server or the connection. Any other error stays unchanged. */
function failure(name: string, error: unknown, { timeoutMs }: SqlLimits): unknown {
  if (!(error instanceof Error) || error instanceof DejimaError) return error;
  const code = "code" in error ? String(error.code) : "";
  const refused = (why: string) => new DejimaError(REFUSED, `Cannot run this in "${name}": ${why}`);
  if (error instanceof RefusedStatement) return refused(error.message);
  if (code === "55P03" || code === "40P01")
    return new DejimaError(
      "conflict",
      `Cannot change "${name}": others hold a lock on these rows. Try again later`,
    );
  if (code === "57014" || TIMEOUT_CODES.test(error.message))
    return new DejimaError("timeout", `Stopped a statement in "${name}" after ${timeoutMs / 1000} s`);
  if (code === "25006") return refused("it writes, and this transaction only reads");
  const isAnswer = error instanceof pg.DatabaseError && !/^(?:08|28|3D|53|57)/.test(code);
  if (isAnswer) return new DejimaError("invalid_input", `Cannot run this in "${name}": ${error.message}`);
  if (code === "" && !/connection|^SASL/i.test(error.message)) return error;
  const [reason, why] = connectionProblem(code, error);
  return new DejimaError("server_unavailable", `Cannot use the database "${name}": ${why}`, { reason });
}
