import { type Memory, memorySchema } from "../../contract/user/memory.ts";
import type { MemoryRepository } from "../store.ts";
import type { KeptRows } from "./kept-rows.ts";
import type { Row, SqliteDatabase } from "./sqlite-database.ts";

/** Memories in SQLite. A revision is the key of a row and is never reused, so that readers of the revisions miss none. */
export function sqliteMemories(database: SqliteDatabase, kept: KeptRows): MemoryRepository {
  const read = (row: Row): Memory => memorySchema.parse(JSON.parse(String(row.json)));
  const put = (memory: Memory, fingerprint: string) => {
    const { user, id } = memory;
    const former = database.get("SELECT sequence FROM memories WHERE user = ? AND id = ?", user, id);
    const newest = database.get("SELECT max(sequence) AS newest FROM memories WHERE user = ?", user);
    database.run("DELETE FROM memories WHERE user = ? AND id = ?", user, id);
    database.run(
      "INSERT INTO memories (id, user, fingerprint, type, createdAt, sequence, json) VALUES (?, ?, ?, ?, ?, ?, ?)",
      id,
      user,
      fingerprint,
      memory.type,
      memory.createdAt,
      Number(former?.sequence ?? Number(newest?.newest ?? 0) + 1),
      JSON.stringify(memory),
    );
  };
  const count = (user: string) => {
    kept.forget(user);
    database.run(
      "INSERT INTO memory_changes VALUES (?, 1) ON CONFLICT (user) DO UPDATE SET changes = changes + 1",
      user,
    );
  };
  return {
    async tell({ user, fingerprint }, work) {
      let changed: Memory | undefined;
      database.transaction(() => {
        const row = database.get(
          "SELECT json FROM memories WHERE user = ? AND fingerprint = ?",
          user,
          fingerprint,
        );
        changed = work(row && read(row));
        put(changed, fingerprint);
        count(user);
      });
      // The transaction has either set it or thrown.
      return changed as Memory;
    },
    async change(user, ids, work) {
      database.transaction(() => {
        for (const id of ids) {
          const row = database.get(
            "SELECT json, fingerprint FROM memories WHERE user = ? AND id = ?",
            user,
            id,
          );
          if (row !== undefined) put(work(read(row)), String(row.fingerprint));
        }
        count(user);
      });
    },
    async get(user, id) {
      const row = database.get("SELECT json FROM memories WHERE user = ? AND id = ?", user, id);
      return row && read(row);
    },
    async list(user, { limit, type, before }) {
      const conditions = ["user = ?"];
      const values: string[] = [];
      if (type !== undefined) {
        conditions.push("type = ?");
        values.push(type);
      }
      if (before !== undefined) {
        conditions.push(
          "(createdAt, sequence) < (SELECT createdAt, sequence FROM memories WHERE user = ? AND id = ?)",
        );
        values.push(user, before);
      }
      const sql = `SELECT json FROM memories WHERE ${conditions.join(" AND ")} ORDER BY createdAt DESC, sequence DESC LIMIT ?`;
      return kept.all(sql, user, ...values, limit).map(read);
    },
    async changes(user) {
      return Number(database.get("SELECT changes FROM memory_changes WHERE user = ?", user)?.changes ?? 0);
    },
    async changedSince(user, since) {
      const count = Number(
        database.get("SELECT count(*) AS count FROM memories WHERE user = ?", user)?.count,
      );
      const rows = database.all(
        "SELECT revision, json FROM memories WHERE user = ? AND revision > ? ORDER BY revision",
        user,
        since,
      );
      return { revision: Number(rows.at(-1)?.revision ?? since), count, memories: rows.map(read) };
    },
    async ids(user) {
      return database.all("SELECT id FROM memories WHERE user = ?", user).map(({ id }) => String(id));
    },
    async delete(user, ids) {
      const gone: string[] = [];
      database.transaction(() => {
        for (const id of ids)
          if (database.run("DELETE FROM memories WHERE user = ? AND id = ?", user, id) > 0) gone.push(id);
        if (gone.length > 0) count(user);
      });
      return gone;
    },
  };
}
