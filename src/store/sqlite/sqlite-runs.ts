import { LOCAL_USER, type Run, runSchema } from "../../contract/run.ts";
import type { RunRepository } from "../store.ts";
import { noSuchRun, runExists } from "../store-errors.ts";
import type { Row, SqliteDatabase } from "./sqlite-database.ts";

/** The columns that a patch may change. */
export const CHANGEABLE = [
  "title",
  "mode",
  "status",
  "startedAt",
  "endedAt",
  "calls",
  "records",
  "head",
  "user",
] as const;
/** All columns of a run. */
export const COLUMNS = ["id", ...CHANGEABLE].join(", ");

export function sqliteRuns(database: SqliteDatabase): RunRepository {
  const get = (id: string): Run | undefined => {
    const row = database.get(`SELECT ${COLUMNS} FROM runs WHERE id = ?`, id);
    return row && toRun(row);
  };
  return {
    async create(run) {
      const changes = database.run(
        `INSERT INTO runs (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
        run.id,
        ...values(run),
      );
      if (changes === 0) throw runExists(run.id);
    },
    async update(id, patch) {
      const changed = CHANGEABLE.filter((column) => patch[column] !== undefined);
      const assignments = changed.map((column) => `${column} = ?`);
      if (patch.status === "open") assignments.push("chained = 0");
      const known =
        changed.length === 0
          ? get(id) !== undefined
          : database.run(
              `UPDATE runs SET ${assignments.join(", ")} WHERE id = ?`,
              ...changed.map((column) => patch[column] ?? null),
              id,
            ) > 0;
      if (!known) throw noSuchRun(id);
    },
    async get(id) {
      return get(id);
    },
    async list({ limit, before, user }) {
      if (before !== undefined && get(before) === undefined) throw noSuchRun(before);
      const conditions = [
        ...(user === undefined ? [] : ["user = ?"]),
        ...(before === undefined
          ? []
          : ["(startedAt, sequence) < (SELECT startedAt, sequence FROM runs WHERE id = ?)"]),
      ];
      const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
      const given = [user, before].filter((value) => value !== undefined);
      const sql = `SELECT ${COLUMNS} FROM runs ${where} ORDER BY startedAt DESC, sequence DESC LIMIT ?`;
      return database.all(sql, ...given, limit).map(toRun);
    },
    async unchained({ limit, after = "" }) {
      const sql = `SELECT ${COLUMNS} FROM runs WHERE chained < records
        AND sequence > coalesce((SELECT sequence FROM runs WHERE id = ?), -1) ORDER BY sequence LIMIT ?`;
      return database.all(sql, after, limit).map(toRun);
    },
    async noteChained(heads) {
      database.transaction(() => {
        for (const { runId, records } of heads)
          database.run("UPDATE runs SET chained = ? WHERE id = ?", records, runId);
      });
    },
  };
}

/** The values of the columns that may change, in their order. */
export function values(run: Run) {
  const { title, mode, status, startedAt, endedAt, calls, records, head, user = LOCAL_USER } = run;
  return [title, mode, status, startedAt, endedAt ?? null, calls, records, head, user];
}

/** A row as a run. */
export function toRun({ endedAt, user, ...row }: Row): Run {
  return runSchema.parse({
    ...row,
    ...(endedAt === null ? {} : { endedAt }),
    ...(user === LOCAL_USER ? {} : { user }),
  });
}
