import { markSchema } from "../../contract/mark.ts";
import type { Step } from "../../contract/user/conversation.ts";
import type { DocumentRepository, MarkRepository, StepRepository, VectorRepository } from "../store.ts";
import { documentText, stepExists } from "../store-errors.ts";
import type { KeptRows } from "./kept-rows.ts";
import { packText, unpackText } from "./packed-text.ts";
import { putTurn } from "./sqlite-conversations.ts";
import type { Row, SqliteDatabase } from "./sqlite-database.ts";

/** Documents in SQLite. */
export function sqliteDocuments(database: SqliteDatabase, kept: KeptRows): DocumentRepository {
  const change = (sql: string, collection: string, ...parameters: string[]) => {
    kept.forget(collection);
    return database.run(sql, collection, ...parameters);
  };
  return {
    async put(collection, key, value) {
      const text = documentText(collection, key, value);
      const sql =
        "INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT (shelf, key) DO UPDATE SET json = excluded.json";
      change(sql, collection, key, text);
    },
    async get(collection, key) {
      const [row] = kept.all("SELECT json FROM documents WHERE shelf = ? AND key = ?", collection, key);
      return row && JSON.parse(String(row.json));
    },
    async delete(collection, key) {
      return change("DELETE FROM documents WHERE shelf = ? AND key = ?", collection, key) > 0;
    },
    async list(collection, { prefix = "", limit = -1 } = {}) {
      const parsed = (rows: readonly Row[]) =>
        rows.map((row) => ({ key: String(row.key), value: JSON.parse(String(row.json)) }));
      if (prefix === "" && limit === -1)
        return parsed(kept.all("SELECT key, json FROM documents WHERE shelf = ? ORDER BY key", collection));
      // The first comparison lets the index skip the keys before the prefix. The second compares the exact bytes.
      const sql = `SELECT key, json FROM documents WHERE shelf = ? AND key >= ?
        AND substr(CAST(key AS BLOB), 1, ?) = CAST(? AS BLOB) ORDER BY key LIMIT ?`;
      return parsed(database.all(sql, collection, prefix, Buffer.byteLength(prefix), prefix, limit));
    },
  };
}

/** Steps in SQLite. Steps that were stored together share a row: a run stores many, and a row costs more than its content. */
export function sqliteSteps(database: SqliteDatabase): StepRepository {
  const add = (runId: string, steps: readonly Step[], clean: (json: string, data: unknown) => string) => {
    const numbers = steps.map(({ number }) => number);
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    const stored = steps.map(({ number, node, patch, at }) => ({ number, node, patch, at }));
    const added = database.run(
      `INSERT INTO step_batches (runId, first, last, json) SELECT ?1, ?2, ?3, ?4
        WHERE NOT EXISTS (SELECT 1 FROM step_batches WHERE runId = ?1 AND first <= ?3 AND last >= ?2)`,
      runId,
      first,
      last,
      packText(clean(JSON.stringify(stored), stored)),
    );
    if (added === 0) throw stepExists(runId, first);
  };
  return {
    async append(steps, { clean = (json: string) => json, turn } = {}) {
      const byRun = [...Map.groupBy(steps, ({ runId }) => runId)];
      const addAll = () => {
        for (const [runId, own] of byRun) add(runId, own, clean);
        if (turn !== undefined) putTurn(database, turn, clean);
      };
      if (byRun.length > 1 || turn !== undefined) database.transaction(addAll);
      else addAll();
    },
    async list(runId) {
      const rows = database.all("SELECT json FROM step_batches WHERE runId = ? ORDER BY first", runId);
      // Only `append` writes this column.
      const steps = rows.flatMap(({ json }) => JSON.parse(unpackText(String(json))) as Omit<Step, "runId">[]);
      return steps.map((step) => ({ runId, ...step }));
    },
  };
}

export function sqliteMarks(database: SqliteDatabase): MarkRepository {
  const parse = (row: Row) => markSchema.parse(JSON.parse(String(row.json)));
  return {
    async put(marks) {
      database.transaction(() => {
        for (const mark of marks) {
          database.run("DELETE FROM marks WHERE kind = ? AND key = ?", mark.kind, mark.key);
          database.run(
            "INSERT INTO marks (kind, key, cleared, json) VALUES (?, ?, ?, ?)",
            mark.kind,
            mark.key,
            mark.sources.length === 0 ? 1 : 0,
            JSON.stringify(mark),
          );
        }
      });
    },
    async list({ limit, kind, before }) {
      const rows = database.all(
        `SELECT revision, json FROM marks WHERE cleared = 0 AND (?1 IS NULL OR kind = ?1) AND (?3 IS NULL OR revision < ?3)
          ORDER BY revision DESC LIMIT ?2`,
        kind ?? null,
        limit,
        before ?? null,
      );
      return rows.map((row) => ({ ...parse(row), revision: Number(row.revision) }));
    },
    async changedSince(since) {
      const rows = database.all(
        "SELECT revision, json FROM marks WHERE revision > ? ORDER BY revision",
        since,
      );
      return { revision: Number(rows.at(-1)?.revision ?? since), marks: rows.map(parse) };
    },
  };
}

export function sqliteVectors(database: SqliteDatabase): VectorRepository {
  return {
    async read({ collection, embedder }, hashes) {
      // One statement for all hashes: ten thousand separate ones take ten times as long.
      const rows = database.all(
        "SELECT hash, bytes FROM vectors WHERE shelf = ? AND embedder = ? AND hash IN (SELECT value FROM json_each(?))",
        collection,
        embedder,
        JSON.stringify(hashes),
      );
      const found = new Map<string, Uint8Array>();
      for (const { hash, bytes } of rows) if (bytes instanceof Uint8Array) found.set(String(hash), bytes);
      return found;
    },
    async write({ collection, embedder }, vectors) {
      if (vectors.size === 0) return;
      database.transaction(() => {
        for (const [hash, bytes] of vectors) {
          database.run(
            "INSERT INTO vectors VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes",
            collection,
            embedder,
            hash,
            bytes,
          );
        }
      });
    },
    async prune({ collection, embedder }, keep) {
      return database.run(
        "DELETE FROM vectors WHERE shelf = ? AND embedder = ? AND hash NOT IN (SELECT value FROM json_each(?))",
        collection,
        embedder,
        JSON.stringify([...keep]),
      );
    },
    async embedders(collection) {
      const rows = database.all(
        "SELECT embedder, count(*) AS count FROM vectors WHERE shelf = ? GROUP BY embedder ORDER BY embedder",
        collection,
      );
      return rows.map(({ embedder, count }) => ({ embedder: String(embedder), count: Number(count) }));
    },
  };
}
