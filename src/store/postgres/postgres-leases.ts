import { DejimaError } from "../../contract/error.ts";
import type { LeaseTable, LogNews, LogRow, LogTable, RunLease } from "../shared-store.ts";
import { isAlive, type LifeLocks } from "./life-locks.ts";
import type { PostgresDatabase, Queries, Row } from "./postgres-database.ts";
import type { ChangeNews } from "./postgres-news.ts";

/**
 * Whether a lease ended while the server was away, and its process has not had the time to renew it. Such a lease is not taken
 * for one whose process is gone.
 */
const AFTER_RESTART = `run_leases.until > '-infinity' AND run_leases.until < pg_postmaster_start_time()
  AND clock_timestamp() < pg_postmaster_start_time() + interval '5 seconds'`;

const STOPS = "stops";
const MOST_HELD = 1_000;

/**
 * Leases of runs in PostgreSQL. Only the server's clock decides when a lease expires. A released lease keeps its row, so that its
 * token only grows.
 */
export function postgresLeases(
  database: PostgresDatabase,
  { news, locks }: { readonly news: ChangeNews; readonly locks: LifeLocks },
): LeaseTable {
  /** The names of this process in the leases that it holds. */
  const names = new Set<string>();
  // While the database is away, no other process can see the locks either.
  const showLife = () => {
    for (const name of names) locks.hold(`holder:${name}`).catch(() => undefined);
  };
  return {
    async claim(runId, { holder, forMs, onlyIfReleased = false }) {
      if (holder !== "" && !names.has(holder)) {
        names.add(holder);
        showLife();
      }
      const row = await database.first(
        `INSERT INTO run_leases (run_id, token, holder, until)
          VALUES ($1, 1, $2, clock_timestamp() + $3 * interval '1 millisecond')
          ON CONFLICT (tenant, run_id) DO UPDATE SET token = run_leases.token + 1, holder = excluded.holder, until = excluded.until
            WHERE run_leases.until <= CASE WHEN $4 THEN '-infinity' ELSE clock_timestamp() END AND NOT (${AFTER_RESTART})
          RETURNING token`,
        runId,
        holder,
        forMs,
        onlyIfReleased,
      );
      return row === undefined ? undefined : { runId, token: Number(row.token) };
    },
    async renew(leases, forMs) {
      showLife();
      const rows = await database.all(
        `UPDATE run_leases SET until = clock_timestamp() + $3 * interval '1 millisecond'
          FROM unnest($1::text[], $2::bigint[]) AS mine (run_id, token)
          WHERE run_leases.run_id = mine.run_id AND run_leases.token = mine.token
          RETURNING run_leases.run_id AS id, stopping`,
        leases.map(({ runId }) => runId),
        leases.map(({ token }) => token),
        forMs,
      );
      const ids = (some: readonly Row[]) => new Set(some.map(({ id }) => String(id)));
      return { held: ids(rows), stopping: ids(rows.filter(({ stopping }) => stopping === true)) };
    },
    async release({ runId, token }) {
      await database.run(
        "UPDATE run_leases SET token = token + 1, until = '-infinity' WHERE run_id = $1 AND token = $2",
        runId,
        token,
      );
    },
    async holders(runIds) {
      const rows = await database.all(
        "SELECT run_id, holder FROM run_leases WHERE run_id = ANY($1::text[]) AND until > clock_timestamp() AND holder <> ''",
        runIds,
      );
      return new Map(rows.map(({ run_id, holder }) => [String(run_id), String(holder)]));
    },
    async isAttended(runId) {
      const row = await database.first(
        `SELECT FROM run_leases WHERE run_id = $1 AND until > clock_timestamp() AND holder <> ''
          AND ${isAlive(database, "'holder:' || holder")}`,
        runId,
      );
      return row !== undefined;
    },
    async held() {
      const rows = await database.all(
        `SELECT run_id FROM run_leases WHERE until > '-infinity' AND until > clock_timestamp() LIMIT ${MOST_HELD}`,
      );
      return rows.map(({ run_id }) => String(run_id));
    },
    async count() {
      const row = await database.first(
        `SELECT count(*) FILTER (WHERE until > clock_timestamp()) AS held,
            count(*) FILTER (WHERE until <= clock_timestamp()) AS expired
          FROM run_leases WHERE until > '-infinity'`,
      );
      return { held: Number(row?.held), expired: Number(row?.expired) };
    },
    async requestStop(runId) {
      const changed = await database.run(
        "UPDATE run_leases SET stopping = TRUE WHERE run_id = $1 AND until > clock_timestamp()",
        runId,
      );
      if (changed > 0) news.tell(STOPS);
      return changed > 0;
    },
    watchStops: (listener) => news.hear(STOPS, listener),
  };
}

const MOST_AT_ONCE = 100;
const MOST_PIECES = 500;

/** Takes away leases that expired without a release: their processes are gone. Returns their runs. */
export async function takeExpired(queries: Queries): Promise<string[]> {
  const rows = await queries.all(
    `UPDATE run_leases SET token = token + 1, until = '-infinity' WHERE run_id IN (
        SELECT run_id FROM run_leases WHERE until > '-infinity' AND until <= clock_timestamp() AND NOT (${AFTER_RESTART})
        LIMIT ${MOST_AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING run_id`,
  );
  return rows.map(({ run_id }) => String(run_id));
}

/** Logs of runs in PostgreSQL. */
export function postgresLogs(database: PostgresDatabase, news: ChangeNews): LogTable {
  const topic = (runId: string) => `run:${runId}`;
  return {
    async append(lease, rows) {
      // The lock on the lease orders this statement and a concurrent claim: one waits for the other.
      const added = await database.run(
        `WITH held AS MATERIALIZED (SELECT 1 FROM run_leases WHERE run_id = $1 AND token = $2 FOR SHARE),
          said AS (DELETE FROM run_pieces WHERE run_id = $1 AND EXISTS (SELECT 1 FROM held))
          INSERT INTO run_logs (run_id, seq, line)
          SELECT $1, added.seq, added.line FROM unnest($3::bigint[], $4::text[]) AS added (seq, line)
          WHERE EXISTS (SELECT 1 FROM held)`,
        lease.runId,
        lease.token,
        rows.map(({ seq }) => seq),
        rows.map(({ line }) => line),
      );
      if (added < rows.length) throw leaseLost(lease.runId);
      news.tell(topic(lease.runId));
    },
    async read(runId, { from, limit }) {
      const rows = await database.all(
        "SELECT seq, line FROM run_logs WHERE run_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
        runId,
        from,
        limit,
      );
      return rows.map(toLogRow);
    },
    async readAll(positions, limit) {
      const found = new Map<string, LogNews>();
      const newsOf = (runId: string) => {
        const known = found.get(runId) ?? { rows: [], pieces: [] };
        found.set(runId, known);
        return known;
      };
      const runIds = positions.map(({ runId }) => runId);
      const rows = await database.all(
        `SELECT fresh.run_id, fresh.seq, fresh.line FROM unnest($1::text[], $2::bigint[]) AS asked (run_id, seq)
          CROSS JOIN LATERAL (SELECT run_id, seq, line FROM run_logs
            WHERE run_logs.run_id = asked.run_id AND run_logs.seq >= asked.seq ORDER BY seq LIMIT $3) AS fresh
          ORDER BY fresh.run_id, fresh.seq`,
        runIds,
        positions.map(({ seq }) => seq),
        limit,
      );
      for (const row of rows) newsOf(String(row.run_id)).rows.push(toLogRow(row));
      const lastOf = (runId: string) => found.get(runId)?.rows.at(-1)?.seq;
      const pieces = await database.all(
        `SELECT said.run_id, said.seq, said.part, said.line
          FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS asked (run_id, seq, part)
          CROSS JOIN LATERAL (SELECT run_id, seq, part, line FROM run_pieces
            WHERE run_pieces.run_id = asked.run_id AND run_pieces.seq = asked.seq AND run_pieces.part > asked.part
            ORDER BY part LIMIT ${MOST_PIECES}) AS said
          ORDER BY said.run_id, said.part`,
        runIds,
        positions.map(({ runId, seq }) => lastOf(runId) ?? seq - 1),
        positions.map(({ runId, part }) => (lastOf(runId) === undefined ? part : 0)),
      );
      for (const row of pieces)
        newsOf(String(row.run_id)).pieces.push({ ...toLogRow(row), part: Number(row.part) });
      return found;
    },
    async last(runId) {
      const row = await database.first(
        "SELECT seq, line FROM run_logs WHERE run_id = $1 ORDER BY seq DESC LIMIT 1",
        runId,
      );
      return row && toLogRow(row);
    },
    async say(lease, pieces) {
      const added = await database.run(
        `WITH held AS MATERIALIZED (SELECT 1 FROM run_leases WHERE run_id = $1 AND token = $2 FOR SHARE)
          INSERT INTO run_pieces (run_id, seq, part, line)
          SELECT $1, added.seq, added.part, added.line
          FROM unnest($3::bigint[], $4::bigint[], $5::text[]) AS added (seq, part, line)
          WHERE EXISTS (SELECT 1 FROM held)`,
        lease.runId,
        lease.token,
        pieces.map(({ seq }) => seq),
        pieces.map(({ part }) => part),
        pieces.map(({ line }) => line),
      );
      if (added > 0) news.tell(topic(lease.runId));
    },
    async said(runId, { seq, part }) {
      const rows = await database.all(
        `SELECT seq, part, line FROM run_pieces WHERE run_id = $1 AND seq = $2 AND part > $3 ORDER BY part LIMIT ${MOST_PIECES}`,
        runId,
        seq,
        part,
      );
      return rows.map((row) => ({ ...toLogRow(row), part: Number(row.part) }));
    },
    async remove(runIds) {
      await database.run("DELETE FROM run_pieces WHERE run_id = ANY($1::text[])", runIds);
      await database.run("DELETE FROM run_logs WHERE run_id = ANY($1::text[])", runIds);
    },
    watch: (runId, listener) => news.hear(topic(runId), listener),
    watchAll: (listener) =>
      news.hearAll((changed) => {
        if (changed === undefined) listener(undefined);
        else if (changed.startsWith("run:")) listener(changed.slice("run:".length));
      }),
  };
}

function toLogRow({ seq, line }: Row): LogRow {
  return { seq: Number(seq), line: String(line) };
}

/** Throws unless this lease is valid, and keeps it valid until the transaction ends. */
export async function requireLease(queries: Queries, { runId, token }: RunLease): Promise<void> {
  const sql = "SELECT 1 FROM run_leases WHERE run_id = $1 AND token = $2 FOR SHARE";
  if ((await queries.first(sql, runId, token)) === undefined) throw leaseLost(runId);
}

/** The error for a write to a run that another process has taken over. */
export function leaseLost(runId: string): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot write to run "${runId}": another process has taken it over, because this one was not heard of for too long`,
    { runId, lost: true },
  );
}
