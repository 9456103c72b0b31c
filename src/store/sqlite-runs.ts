import { type Run, runSchema } from "../contract/run.ts";
import type { Row, SqliteDatabase } from "./sqlite-database.ts";
import type { RunRepository } from "./store.ts";
import { noSuchRun, runExists } from "./store-errors.ts";

const COLUMNS = "id, title, mode, status, startedAt, endedAt, calls, records, head";

export function sqliteRuns(database: SqliteDatabase): RunRepository {
  const get = (id: string): Run | undefined => {
    const row = database.get(`SELECT ${COLUMNS} FROM runs WHERE id = ?`, id);
    return row && toRun(row);
  };
  return {
    async create(run) {
      const changes = database.run(
        `INSERT INTO runs (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
        run.id,
        ...values(run),
      );
      if (changes === 0) throw runExists(run.id);
    },
    async update(id, patch) {
      database.transaction(() => {
        const run = get(id);
        if (run === undefined) throw noSuchRun(id);
        database.run(
          "UPDATE runs SET title = ?, mode = ?, status = ?, startedAt = ?, endedAt = ?, calls = ?, records = ?, head = ? WHERE id = ?",
          ...values({ ...run, ...patch }),
          id,
        );
      });
    },
    async get(id) {
      return get(id);
    },
    async list({ limit, before }) {
      if (before === undefined) {
        const sql = `SELECT ${COLUMNS} FROM runs ORDER BY startedAt DESC, sequence DESC LIMIT ?`;
        return database.all(sql, limit).map(toRun);
      }
      if (get(before) === undefined) throw noSuchRun(before);
      const sql = `SELECT ${COLUMNS} FROM runs
        WHERE (startedAt, sequence) < (SELECT startedAt, sequence FROM runs WHERE id = ?)
        ORDER BY startedAt DESC, sequence DESC LIMIT ?`;
      return database.all(sql, before, limit).map(toRun);
    },
  };
}

function values(run: Run) {
  const { title, mode, status, startedAt, endedAt, calls, records, head } = run;
  return [title, mode, status, startedAt, endedAt ?? null, calls, records, head];
}

function toRun({ endedAt, ...row }: Row): Run {
  return runSchema.parse(endedAt === null ? row : { ...row, endedAt });
}
