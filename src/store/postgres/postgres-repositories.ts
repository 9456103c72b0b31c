import { markSchema } from "../../contract/mark.ts";
import type { Step } from "../../contract/user/conversation.ts";
import type { DocumentRepository, MarkRepository, StepRepository, VectorRepository } from "../store.ts";
import { documentText, stepExists } from "../store-errors.ts";
import { putTurn } from "./postgres-conversations.ts";
import {
  isDuplicateKey,
  lockFor,
  type PostgresDatabase,
  type Queries,
  type Row,
} from "./postgres-database.ts";
import { leaseLost } from "./postgres-leases.ts";

/**
 * Documents in PostgreSQL. Keys are stored as bytes, which sort in the order that the contract requires and may contain a NUL.
 */
export function postgresDocuments(database: PostgresDatabase): DocumentRepository {
  return {
    async put(collection, key, value) {
      await database.run(
        "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT (tenant, collection, key) DO UPDATE SET json = excluded.json",
        collection,
        Buffer.from(key),
        documentText(collection, key, value),
      );
    },
    async get(collection, key) {
      const sql = "SELECT json FROM documents WHERE collection = $1 AND key = $2";
      const row = await database.first(sql, collection, Buffer.from(key));
      return row && JSON.parse(String(row.json));
    },
    async delete(collection, key) {
      const sql = "DELETE FROM documents WHERE collection = $1 AND key = $2";
      return (await database.run(sql, collection, Buffer.from(key))) > 0;
    },
    async list(collection, { prefix = "", limit } = {}) {
      // The first comparison lets the index skip the keys before the prefix.
      const rows = await database.all(
        `SELECT key, json FROM documents WHERE collection = $1 AND key >= $2
          AND substring(key FROM 1 FOR length($2)) = $2 ORDER BY key LIMIT $3`,
        collection,
        Buffer.from(prefix),
        limit ?? null,
      );
      return rows.map(({ key, json }) => ({ key: String(key), value: JSON.parse(String(json)) }));
    },
  };
}

/** Steps of runs in PostgreSQL. The primary key stops a second process that adds a step with the same number. */
export function postgresSteps(database: PostgresDatabase): StepRepository {
  return {
    async append(steps, { clean = (json: string) => json, lease, turn } = {}) {
      const add = async (queries: Queries) => {
        const added = await queries.run(
          `WITH held AS MATERIALIZED (SELECT 1 FROM run_leases WHERE run_id = $4 AND token = $5 FOR SHARE)
            INSERT INTO steps SELECT * FROM unnest($1::text[], $2::int[], $3::text[])
            WHERE $4::text IS NULL OR EXISTS (SELECT 1 FROM held)`,
          steps.map(({ runId }) => runId),
          steps.map(({ number }) => number),
          steps.map(({ node, patch, at }) => clean(JSON.stringify({ node, patch, at }), { node, patch, at })),
          lease?.runId ?? null,
          lease?.token ?? null,
        );
        if (lease !== undefined && added < steps.length) throw leaseLost(lease.runId);
      };
      try {
        if (turn === undefined) return await add(database);
        await database.transaction(async (queries) => {
          await add(queries);
          await putTurn(queries, JSON.parse(clean(JSON.stringify(turn), turn)));
        });
      } catch (error) {
        const [first] = steps;
        throw isDuplicateKey(error) && first !== undefined ? stepExists(first.runId, first.number) : error;
      }
    },
    async list(runId) {
      const rows = await database.all(
        "SELECT number, json FROM steps WHERE run_id = $1 ORDER BY number",
        runId,
      );
      return rows.map(({ number, json }) => {
        // Only `append` writes this column.
        const { node, patch, at } = JSON.parse(String(json)) as Step;
        return { runId, number: Number(number), node, patch, at };
      });
    },
  };
}

/** Marks in PostgreSQL. Writes are serialized, so that readers of the revisions miss none. */
export function postgresMarks(database: PostgresDatabase): MarkRepository {
  const parse = (row: Row) => markSchema.parse(JSON.parse(String(row.json)));
  return {
    async put(marks) {
      await database.transaction(async (queries) => {
        await lockFor(queries, "marks");
        for (const mark of marks) {
          const key = Buffer.from(mark.key);
          await queries.run("DELETE FROM marks WHERE kind = $1 AND key = $2", mark.kind, key);
          await queries.run(
            "INSERT INTO marks (kind, key, cleared, json) VALUES ($1, $2, $3, $4)",
            mark.kind,
            key,
            mark.sources.length === 0,
            JSON.stringify(mark),
          );
        }
      });
    },
    async list({ limit, kind, before }) {
      const rows = await database.all(
        `SELECT revision, json FROM marks WHERE NOT cleared AND ($1::text IS NULL OR kind = $1)
          AND ($2::bigint IS NULL OR revision < $2) ORDER BY revision DESC LIMIT $3`,
        kind ?? null,
        before ?? null,
        limit,
      );
      return rows.map((row) => ({ ...parse(row), revision: Number(row.revision) }));
    },
    async changedSince(since) {
      const sql = "SELECT revision, json FROM marks WHERE revision > $1 ORDER BY revision";
      const rows = await database.all(sql, since);
      return { revision: Number(rows.at(-1)?.revision ?? since), marks: rows.map(parse) };
    },
  };
}

/** Vectors in PostgreSQL. */
export function postgresVectors(database: PostgresDatabase): VectorRepository {
  return {
    async read({ collection, embedder }, hashes) {
      const rows = await database.all(
        "SELECT hash, bytes FROM vectors WHERE collection = $1 AND embedder = $2 AND hash = ANY($3::text[])",
        collection,
        embedder,
        hashes,
      );
      const found = new Map<string, Uint8Array>();
      for (const { hash, bytes } of rows)
        if (bytes instanceof Uint8Array) found.set(String(hash), new Uint8Array(bytes));
      return found;
    },
    async write({ collection, embedder }, vectors) {
      if (vectors.size === 0) return;
      const sorted = [...vectors].sort(([a], [b]) => (a < b ? -1 : 1));
      await database.run(
        `INSERT INTO vectors SELECT $1, $2, * FROM unnest($3::text[], $4::bytea[])
          ON CONFLICT (tenant, collection, embedder, hash) DO UPDATE SET bytes = excluded.bytes`,
        collection,
        embedder,
        sorted.map(([hash]) => hash),
        sorted.map(([, bytes]) => Buffer.from(bytes)),
      );
    },
    async prune({ collection, embedder }, keep) {
      return database.run(
        "DELETE FROM vectors WHERE collection = $1 AND embedder = $2 AND NOT hash = ANY($3::text[])",
        collection,
        embedder,
        [...keep],
      );
    },
    async embedders(collection) {
      const rows = await database.all(
        'SELECT embedder, count(*) AS count FROM vectors WHERE collection = $1 GROUP BY embedder ORDER BY embedder COLLATE "C"',
        collection,
      );
      return rows.map(({ embedder, count }) => ({ embedder: String(embedder), count: Number(count) }));
    },
  };
}
