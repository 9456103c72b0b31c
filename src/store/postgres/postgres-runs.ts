import { LOCAL_USER, type Run, runSchema } from "../../contract/run.ts";
import type { RunRepository } from "../store.ts";
import { noSuchRun, runExists } from "../store-errors.ts";
import { putConversation, putTurn } from "./postgres-conversations.ts";
import { type PostgresDatabase, type Queries, type Row, searchable } from "./postgres-database.ts";
import { requireLease } from "./postgres-leases.ts";

/** Runs in PostgreSQL. */
export function postgresRuns(database: PostgresDatabase): RunRepository {
  const get = async (id: string): Promise<Run | undefined> => {
    const row = await database.first("SELECT json FROM runs WHERE id = $1", id);
    return row && toRun(row);
  };
  const add = async (queries: Queries, run: Run): Promise<void> => {
    const added = await queries.run(
      "INSERT INTO runs (id, person, started_at, records, json) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (tenant, id) DO NOTHING",
      run.id,
      run.user ?? LOCAL_USER,
      run.startedAt,
      run.records,
      textOf(run),
    );
    if (added === 0) throw runExists(run.id);
  };
  return {
    async create(run, begun) {
      if (begun === undefined) return add(database, run);
      const { conversation, turn, lease } = begun;
      await database.transaction(async (queries) => {
        if (lease !== undefined) await requireLease(queries, lease);
        await add(queries, run);
        await putConversation(queries, conversation);
        await putTurn(queries, turn);
      });
    },
    async update(id, patch, lease) {
      await database.transaction(async (queries) => {
        if (lease !== undefined) await requireLease(queries, lease);
        const row = await queries.first("SELECT json FROM runs WHERE id = $1 FOR UPDATE", id);
        if (row === undefined) throw noSuchRun(id);
        const given = Object.entries(patch).filter(([, value]) => value !== undefined);
        const run: Run = { ...toRun(row), ...Object.fromEntries(given) };
        await queries.run(
          "UPDATE runs SET person = $2, started_at = $3, records = $4, json = $5, chained = CASE WHEN $6 THEN 0 ELSE chained END WHERE id = $1",
          id,
          run.user ?? LOCAL_USER,
          run.startedAt,
          run.records,
          textOf(run),
          patch.status === "open",
        );
      });
    },
    get,
    async list({ limit, before, user, ...filter }) {
      if (before !== undefined && (await get(before)) === undefined) throw noSuchRun(before);
      const { statuses, tool, model, from, to, text } = filter;
      const rows = await database.all(
        `SELECT json FROM runs WHERE ($1::text IS NULL OR person = $1)
          AND ($2::text IS NULL OR (started_at, sequence) < (SELECT started_at, sequence FROM runs WHERE id = $2))
          AND ($4::text[] IS NULL OR json::jsonb ->> 'status' = ANY ($4))
          AND ($5::text IS NULL OR coalesce(json::jsonb -> 'tools', '[]') ? $5)
          AND ($6::text IS NULL OR coalesce(json::jsonb -> 'models', '[]') ? $6)
          AND ($7::bigint IS NULL OR started_at >= $7) AND ($8::bigint IS NULL OR started_at < $8)
          AND ($9::text IS NULL OR strpos(translate(json::jsonb ->> 'title', $10, lower($10)), $9) > 0
            OR id IN (SELECT run_id FROM turns WHERE strpos(said, $9) > 0))
          ORDER BY started_at DESC, sequence DESC LIMIT $3`,
        user ?? null,
        before ?? null,
        limit,
        statuses ?? null,
        tool ?? null,
        model ?? null,
        from ?? null,
        to ?? null,
        text === undefined ? null : searchable(text),
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
      );
      return rows.map(toRun);
    },
    async unchained({ limit, after = "" }) {
      const rows = await database.all(
        `SELECT json FROM runs WHERE chained < records
          AND sequence > coalesce((SELECT sequence FROM runs WHERE id = $1), -1) ORDER BY sequence LIMIT $2`,
        after,
        limit,
      );
      return rows.map(toRun);
    },
    async noteChained(heads) {
      await database.run(
        `UPDATE runs SET chained = head.records
          FROM unnest($1::text[], $2::bigint[]) AS head (run_id, records) WHERE runs.id = head.run_id`,
        heads.map(({ runId }) => runId),
        heads.map(({ records }) => records),
      );
    },
  };
}

function toRun({ json }: Row): Run {
  return runSchema.parse(JSON.parse(String(json)));
}

/**
 * The JSON text of a run, with the same values as in SQLite: lone surrogates in the title are replaced, and the local user is
 * omitted.
 */
function textOf({ user, title, ...rest }: Run): string {
  const run = { ...rest, title: title.toWellFormed() };
  return JSON.stringify(user === undefined || user === LOCAL_USER ? run : { ...run, user });
}
