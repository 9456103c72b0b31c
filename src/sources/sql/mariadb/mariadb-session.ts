import type { Connection, FieldPacket } from "mysql2";
import { DejimaError } from "../../../contract/error.ts";
import { connectionProblem } from "../connection-problem.ts";
import { REFUSED, RefusedStatement, type SqlLimits } from "../database.ts";

/** The address of a database, and the limits of its sessions. */
export interface MariaOptions {
  readonly name: string;
  readonly url: string;
  readonly password?: string | undefined;
  readonly limits: SqlLimits;
}

type Row = Readonly<Record<string, unknown>>;

/** The result of a statement. */
interface MariaResult {
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
  /** Whether reading ended before the last row. */
  readonly more: boolean;
  /** Rows that a change affected. */
  readonly affected: number;
}

/** One session, in a transaction. */
export interface MariaSession {
  /** Runs one statement. `take` decides whether to read further rows; stopping early ends the session. */
  query(sql: string, values?: readonly unknown[], take?: (row: Row) => boolean): Promise<MariaResult>;
  /** Has the server parse a statement without running it. */
  parse(sql: string): Promise<void>;
}

/** How much longer the client waits than the server: a server that hangs does not stop its statements itself. */
const GRACE_MS = 1_000;
/** The maximum size of the result of one unpaged statement. */
const MAX_RECEIVED_BYTES = 64_000_000;

/**
 * The SQL mode that our tokenizer assumes, so the server must use it: backslashes escape, double quotes are
 * strings.
 */
const MODE = "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";

/**
 * Does work in one transaction of a separate session. It is committed if the work returns, and rolled back if
 * it throws. In a writing transaction, rows that were read stay unchanged until its end.
 */
export async function inTransaction<Result>(
  options: MariaOptions,
  mode: "READ ONLY" | "READ WRITE",
  signal: AbortSignal,
  work: (session: MariaSession) => Promise<Result>,
): Promise<Result> {
  const { name, limits } = options;
  signal.throwIfAborted();
  const { createConnection } = await import("mysql2");
  const connection = createConnection({
    ...addressOf(options),
    charset: "utf8mb4",
    connectTimeout: limits.timeoutMs,
    multipleStatements: false,
    dateStrings: true,
    supportBigNumbers: true,
    rowsAsArray: true,
    flags: ["-LOCAL_FILES"],
    // Otherwise the driver compiles code from the server's column metadata.
    disableEval: true,
  });
  connection.on("error", () => {}); // every statement reports it as well
  const stop = () => connection.destroy();
  signal.addEventListener("abort", stop, { once: true });
  const session = sessionOf(connection, limits);
  try {
    await prepareSession(session, limits);
    if (mode === "READ WRITE") await session.query("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    await session.query(`START TRANSACTION ${mode}`);
    const result = await work(session);
    if (mode === "READ WRITE") await session.query("COMMIT");
    return result;
  } catch (error) {
    signal.throwIfAborted();
    throw failure(name, error, limits);
  } finally {
    signal.removeEventListener("abort", stop);
    // Closing the connection rolls back an open transaction.
    connection.destroy();
  }
}

/** Fixes how the session parses statements, and their time limits. */
async function prepareSession({ query }: MariaSession, { timeoutMs, lockMs }: SqlLimits): Promise<void> {
  await query(`SET SESSION sql_mode = '${MODE}'`);
  await query("SET NAMES utf8mb4");
  const { rows } = await query("SELECT VERSION() AS version");
  const lock = Math.max(1, Math.ceil(lockMs / 1_000));
  const time = /mariadb/i.test(String(rows[0]?.version))
    ? `max_statement_time = ${timeoutMs / 1_000}`
    : `max_execution_time = ${timeoutMs}`;
  await query(`SET SESSION ${time}, innodb_lock_wait_timeout = ${lock}, lock_wait_timeout = ${lock}`);
  await query("SET SESSION autocommit = 1, foreign_key_checks = 1, unique_checks = 1");
}

function sessionOf(connection: Connection, limits: SqlLimits): MariaSession {
  let pending: ((error: unknown) => void) | undefined;
  connection.on("end", () => pending?.(new Error("the connection was closed")));
  const limited = <Result>(start: (settle: Settle<Result>) => void): Promise<Result> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          connection.destroy();
          reject(new Late());
        },
        limits.timeoutMs + limits.lockMs + GRACE_MS,
      );
      const done =
        <Value>(end: (value: Value) => void) =>
        (value: Value) => {
          clearTimeout(timer);
          end(value);
        };
      pending = done(reject);
      start({ resolve: done(resolve), reject: pending });
    });
  return {
    query: (sql, values = [], take) =>
      limited<MariaResult>(({ resolve, reject }) => {
        const rows: Row[] = [];
        let columns: string[] = [];
        let [received, more, affected] = [0, false, 0];
        const finish = () => resolve({ rows, columns, more, affected });
        const command = connection.execute({ sql, values: values.map(parameterOf) });
        command.on("fields", (fields: readonly FieldPacket[] | undefined) => {
          columns = (fields ?? []).map((field) => field.name);
        });
        command.on("result", (packet: unknown) => {
          if (more) return;
          if (!Array.isArray(packet)) {
            affected = Number(Object(packet).affectedRows ?? 0);
            return;
          }
          const row = Object.fromEntries(columns.map((name, at) => [name, shown(packet[at])]));
          received += JSON.stringify(row).length;
          if (take === undefined && received > MAX_RECEIVED_BYTES) {
            connection.destroy();
            reject(new RefusedStatement(`it returns more than ${MAX_RECEIVED_BYTES} bytes; select less`));
          } else if (take === undefined || take(row)) rows.push(row);
          else {
            more = true;
            connection.destroy();
            finish();
          }
        });
        command.on("error", reject);
        command.on("end", finish);
      }),
    parse: (sql) =>
      limited<void>(({ resolve, reject }) => {
        connection.prepare(sql, (error, statement) => {
          // The server's complaint about a read-only transaction means that the change was parsed.
          if (error !== null) return error.errno === READ_ONLY ? resolve() : reject(error);
          statement.close();
          resolve();
        });
      }),
  };
}

interface Settle<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

class Late extends Error {}

/** A whole number is sent as digits: the driver would send it as a fraction, which LIMIT does not accept. */
function parameterOf(value: unknown): string | number | bigint | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  return String(value);
}

function shown(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `0x${value.toString("hex")}` : value;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;

/**
 * The parts of a URL. Other machines are only reached over TLS, unless the URL says `?tls=off` or
 * `?tls=unverified`.
 */
function addressOf({ url, password }: MariaOptions) {
  const address = new URL(url);
  const tls = address.searchParams.get("tls") ?? (LOOPBACK.test(address.hostname) ? "off" : "on");
  return {
    host: address.hostname.replace(/^\[|\]$/g, ""),
    port: address.port === "" ? 3306 : Number(address.port),
    user: decodeURIComponent(address.username),
    password: password ?? decodeURIComponent(address.password),
    database: decodeURIComponent(address.pathname.slice(1)),
    ...(tls === "off"
      ? {}
      : { ssl: { rejectUnauthorized: tls !== "unverified", verifyIdentity: tls !== "unverified" } }),
  };
}

const READ_ONLY = 1792;
const TIME_IS_UP = new Set([1969, 3024, 1317]);
const LOCKED = new Set([1205, 1213, 3572]);
const NO_DATABASE = 1049;
const NO_LOGIN = new Set([1044, 1045, 1698]);
const NO_ACCESS = new Set([...NO_LOGIN, NO_DATABASE, 1040, 1129, 1130]);

/** Translates an error of the server or the connection. Any other error stays unchanged. */
function failure(name: string, error: unknown, { timeoutMs }: SqlLimits): unknown {
  if (!(error instanceof Error) || error instanceof DejimaError) return error;
  const refused = (why: string) => new DejimaError(REFUSED, `Cannot run this in "${name}": ${why}`);
  const number = "errno" in error ? Number(error.errno) : 0;
  if (error instanceof RefusedStatement) return refused(error.message);
  if (LOCKED.has(number))
    return new DejimaError(
      "conflict",
      `Cannot change "${name}": others hold a lock on these rows. Try again later`,
    );
  if (error instanceof Late || TIME_IS_UP.has(number) || ("code" in error && error.code === "ETIMEDOUT"))
    return new DejimaError("timeout", `Stopped a statement in "${name}" after ${timeoutMs / 1000} s`);
  if (number === READ_ONLY) return refused("it writes, and this transaction only reads");
  if ("sqlState" in error && !NO_ACCESS.has(number))
    return new DejimaError("invalid_input", `Cannot run this in "${name}": ${error.message}`);
  if (!("code" in error) && !/connection/i.test(error.message)) return error;
  const code = NO_LOGIN.has(number)
    ? "28000"
    : number === NO_DATABASE
      ? "3D000"
      : "code" in error
        ? String(error.code)
        : "";
  const [reason, why] = connectionProblem(code, error);
  return new DejimaError("server_unavailable", `Cannot use the database "${name}": ${why}`, { reason });
}
