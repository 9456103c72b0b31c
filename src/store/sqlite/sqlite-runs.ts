import { LOCAL_USER, type Run, runSchema } from "../../contract/run.ts";
import type { RunRepository } from "../store.ts";
import { noSuchRun, runExists } from "../store-errors.ts";
import { putConversation, putTurn } from "./sqlite-conversations.ts";
import { likeOf, type Row, type SqliteDatabase } from "./sqlite-database.ts";

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
  "tools",
  "models",
  "tokens",
] as const;
/** All columns of a run. */
export const COLUMNS = ["id", ...CHANGEABLE].join(", ");

export function sqliteRuns(database: SqliteDatabase): RunRepository {
  const get = (id: string): Run | undefined => {
    const row = database.get(`SELECT ${COLUMNS} FROM runs WHERE id = ?`, id);
    return row && toRun(row);
  };
  const add = (run: Run): void => {
    const changes = database.run(
      `INSERT INTO runs (${COLUMNS}) VALUES (?${", ?".repeat(CHANGEABLE.length)}) ON CONFLICT (id) DO NOTHING`,
      run.id,
      ...values(run),
    );
    if (changes === 0) throw runExists(run.id);
  };
  return {
    async create(run, begun) {
      if (begun === undefined) return add(run);
      database.transaction(() => {
        add(run);
        putConversation(database, begun.conversation);
        putTurn(database, begun.turn);
      });
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
              ...changed.map((column) => cellOf(patch[column])),
              id,
            ) > 0;
      if (!known) throw noSuchRun(id);
    },
    async get(id) {
      return get(id);
    },
    async list({ limit, before, user, ...filter }) {
      if (before !== undefined && get(before) === undefined) throw noSuchRun(before);
      const { statuses, tool, model, from, to, text } = filter;
      const like = text === undefined ? undefined : likeOf(text);
      const wanted: [string, ...(string | number | undefined)[]][] = [
        ["user = ?", user],
        ["(startedAt, sequence) < (SELECT startedAt, sequence FROM runs WHERE id = ?)", before],
        ["status IN (SELECT value FROM json_each(?))", statuses && JSON.stringify(statuses)],
        ["EXISTS (SELECT 1 FROM json_each(runs.tools) WHERE value = ?)", tool],
        ["EXISTS (SELECT 1 FROM json_each(runs.models) WHERE value = ?)", model],
        ["startedAt >= ?", from],
        ["startedAt < ?", to],
        [STANDS_IN, like, like, like],
      ];
      const given = wanted.filter(([, value]) => value !== undefined);
      const where = given.length === 0 ? "" : `WHERE ${given.map(([condition]) => condition).join(" AND ")}`;
      const values = given.flatMap(([, ...parts]) => parts).filter((value) => value !== undefined);
      const sql = `SELECT ${COLUMNS} FROM runs ${where} ORDER BY startedAt DESC, sequence DESC LIMIT ?`;
      return database.all(sql, ...values, limit).map(toRun);
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

/** SQL that matches a text in the title of a run, or in the message or answer of its turn. */
const STANDS_IN = `(title LIKE ? ESCAPE '!' OR EXISTS (SELECT 1 FROM turns WHERE turns.runId = runs.id AND
  (json_extract(turns.json, '$.message') LIKE ? ESCAPE '!' OR json_extract(turns.json, '$.answer') LIKE ? ESCAPE '!')))`;

/** Converts a value for its column: lists and objects to JSON. */
function cellOf(value: unknown): string | number | null {
  return typeof value === "string" || typeof value === "number"
    ? value
    : value === undefined
      ? null
      : JSON.stringify(value);
}

/** The values of the columns that a patch may change, in their order. */
export function values(run: Run) {
  return CHANGEABLE.map((column) => cellOf(column === "user" ? (run.user ?? LOCAL_USER) : run[column]));
}

/** Parses a run from a row. */
export function toRun({ endedAt, user, tools, models, tokens, ...row }: Row): Run {
  const lists = Object.entries({ tools, models, tokens }).filter(([, json]) => typeof json === "string");
  return runSchema.parse({
    ...row,
    ...Object.fromEntries(lists.map(([name, json]) => [name, JSON.parse(String(json))])),
    ...(endedAt === null ? {} : { endedAt }),
    ...(user === LOCAL_USER ? {} : { user }),
  });
}
