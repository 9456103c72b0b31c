import { type Memory, memorySchema } from "../../contract/user/memory.ts";
import type { MemoryRepository } from "../store.ts";
import { lockFor, type PostgresDatabase, type Queries, type Row } from "./postgres-database.ts";

/** Memories in PostgreSQL. Changes of one person's memories are serialized, so that readers of the revisions miss none. */
export function postgresMemories(database: PostgresDatabase): MemoryRepository {
  const read = (row: Row): Memory => memorySchema.parse(JSON.parse(String(row.json)));
  const changing = <Result>(user: string, work: (queries: Queries) => Promise<Result>) =>
    database.transaction(async (queries) => {
      await lockFor(queries, `memories:${user}`);
      return work(queries);
    });
  return {
    async tell({ user, fingerprint }, work) {
      return changing(user, async (queries) => {
        const sql = "SELECT json FROM memories WHERE person = $1 AND fingerprint = $2";
        const row = await queries.first(sql, user, fingerprint);
        const told = work(row && read(row));
        await put(queries, told, fingerprint);
        await countChange(queries, user);
        return told;
      });
    },
    async change(user, ids, work) {
      await changing(user, async (queries) => {
        for (const id of ids) {
          const sql = "SELECT json, fingerprint FROM memories WHERE person = $1 AND id = $2";
          const row = await queries.first(sql, user, id);
          if (row !== undefined) await put(queries, work(read(row)), String(row.fingerprint));
        }
        await countChange(queries, user);
      });
    },
    async get(user, id) {
      const row = await database.first("SELECT json FROM memories WHERE person = $1 AND id = $2", user, id);
      return row && read(row);
    },
    async list(user, { limit, type, before }) {
      const rows = await database.all(
        `SELECT json FROM memories WHERE person = $1 AND ($2::text IS NULL OR type = $2) AND ($3::text IS NULL
            OR (created_at, sequence) < (SELECT created_at, sequence FROM memories WHERE person = $1 AND id = $3))
          ORDER BY created_at DESC, sequence DESC LIMIT $4`,
        user,
        type ?? null,
        before ?? null,
        limit,
      );
      return rows.map(read);
    },
    async changes(user) {
      const row = await database.first("SELECT changes FROM memory_changes WHERE person = $1", user);
      return Number(row?.changes ?? 0);
    },
    async changedSince(user, since) {
      const row = await database.first("SELECT count(*) AS count FROM memories WHERE person = $1", user);
      const rows = await database.all(
        "SELECT revision, json FROM memories WHERE person = $1 AND revision > $2 ORDER BY revision",
        user,
        since,
      );
      return {
        revision: Number(rows.at(-1)?.revision ?? since),
        count: Number(row?.count),
        memories: rows.map(read),
      };
    },
    async ids(user) {
      const rows = await database.all("SELECT id FROM memories WHERE person = $1", user);
      return rows.map(({ id }) => String(id));
    },
    async delete(user, ids) {
      return changing(user, async (queries) => {
        const sql = "DELETE FROM memories WHERE person = $1 AND id = ANY($2::text[]) RETURNING id";
        const gone = new Set((await queries.all(sql, user, ids)).map(({ id }) => String(id)));
        if (gone.size > 0) await countChange(queries, user);
        return ids.filter((id) => gone.delete(id));
      });
    },
  };
}

async function put(queries: Queries, memory: Memory, fingerprint: string): Promise<void> {
  const { user, id } = memory;
  const former = await queries.first(
    "DELETE FROM memories WHERE person = $1 AND id = $2 RETURNING sequence",
    user,
    id,
  );
  await queries.run(
    `INSERT INTO memories (id, person, fingerprint, type, created_at, sequence, json) VALUES ($1, $2, $3, $4, $5,
      coalesce($6::bigint, (SELECT coalesce(max(sequence), 0) + 1 FROM memories WHERE person = $2)), $7)`,
    id,
    user,
    fingerprint,
    memory.type,
    memory.createdAt,
    former === undefined ? null : Number(former.sequence),
    JSON.stringify(memory),
  );
}

async function countChange(queries: Queries, user: string): Promise<void> {
  await queries.run(
    "INSERT INTO memory_changes AS held VALUES ($1, 1) ON CONFLICT (tenant, person) DO UPDATE SET changes = held.changes + 1",
    user,
  );
}
