import {
  type Conversation,
  conversationSchema,
  type Turn,
  turnSchema,
} from "../../contract/user/conversation.ts";
import type { ConversationRepository } from "../store.ts";
import { likeOf, type Row, type SqliteDatabase } from "./sqlite-database.ts";

const STANDS_IN = `(json_extract(json, '$.title') LIKE ? ESCAPE '!' OR id IN (SELECT conversationId FROM turns
  WHERE json_extract(json, '$.message') LIKE ? ESCAPE '!' OR json_extract(json, '$.answer') LIKE ? ESCAPE '!'))`;

/** Conversations and their turns in SQLite. */
export function sqliteConversations(database: SqliteDatabase): ConversationRepository {
  const conversation = (row: Row) => conversationSchema.parse(JSON.parse(String(row.json)));
  const turn = (row: Row) => turnSchema.parse(JSON.parse(String(row.json)));
  return {
    put: async (value) => putConversation(database, value),
    async get(id) {
      const row = database.get("SELECT json FROM conversations WHERE id = ?", id);
      return row && conversation(row);
    },
    async list({ limit, before, user, text }) {
      const conditions = [
        ...(user === undefined ? [] : ["json_extract(json, '$.user') = ?"]),
        ...(before === undefined
          ? []
          : ["(updatedAt, sequence) < (SELECT updatedAt, sequence FROM conversations WHERE id = ?)"]),
        ...(text === undefined ? [] : [STANDS_IN]),
      ];
      const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
      const sought = text === undefined ? [] : Array.from({ length: 3 }, () => likeOf(text));
      const given = [user, before, ...sought].filter((value) => value !== undefined);
      const sql = `SELECT json FROM conversations ${where} ORDER BY updatedAt DESC, sequence DESC LIMIT ?`;
      return database.all(sql, ...given, limit).map(conversation);
    },
    async delete(id) {
      let removed = 0;
      database.transaction(() => {
        database.run("DELETE FROM turns WHERE conversationId = ?", id);
        removed = database.run("DELETE FROM conversations WHERE id = ?", id);
      });
      return removed > 0;
    },
    putTurn: async (value) => putTurn(database, value),
    async turn(runId) {
      const row = database.get("SELECT json FROM turns WHERE runId = ?", runId);
      return row && turn(row);
    },
    async turns(conversationId, { limit, before }) {
      const earlier =
        before === undefined ? "" : "AND sequence < (SELECT sequence FROM turns WHERE runId = ?)";
      const sql = `SELECT json FROM turns WHERE conversationId = ? ${earlier} ORDER BY sequence DESC LIMIT ?`;
      const given = before === undefined ? [conversationId] : [conversationId, before];
      return database
        .all(sql, ...given, limit)
        .map(turn)
        .reverse();
    },
  };
}

/** Adds or replaces a conversation. */
export function putConversation(database: SqliteDatabase, value: Conversation): void {
  database.run(
    `INSERT INTO conversations (id, updatedAt, json) VALUES (?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET updatedAt = excluded.updatedAt, json = excluded.json`,
    value.id,
    value.updatedAt,
    JSON.stringify(value),
  );
}

/** Adds or replaces a turn. Its JSON text passes through `clean`. */
export function putTurn(
  database: SqliteDatabase,
  value: Turn,
  clean: (json: string, data: unknown) => string = (json) => json,
): void {
  database.run(
    `INSERT INTO turns (runId, conversationId, json) VALUES (?, ?, ?)
      ON CONFLICT (runId) DO UPDATE SET json = excluded.json`,
    value.runId,
    value.conversationId,
    clean(JSON.stringify(value), value),
  );
}
