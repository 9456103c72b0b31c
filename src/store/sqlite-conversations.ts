import { conversationSchema, turnSchema } from "../contract/conversation.ts";
import type { Row, SqliteDatabase } from "./sqlite-database.ts";
import type { ConversationRepository } from "./store.ts";

export function sqliteConversations(database: SqliteDatabase): ConversationRepository {
  const conversation = (row: Row) => conversationSchema.parse(JSON.parse(String(row.json)));
  const turn = (row: Row) => turnSchema.parse(JSON.parse(String(row.json)));
  return {
    async put(value) {
      database.run(
        `INSERT INTO conversations (id, updatedAt, json) VALUES (?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET updatedAt = excluded.updatedAt, json = excluded.json`,
        value.id,
        value.updatedAt,
        JSON.stringify(value),
      );
    },
    async get(id) {
      const row = database.get("SELECT json FROM conversations WHERE id = ?", id);
      return row && conversation(row);
    },
    async list({ limit }) {
      const sql = "SELECT json FROM conversations ORDER BY updatedAt DESC, sequence DESC LIMIT ?";
      return database.all(sql, limit).map(conversation);
    },
    async putTurn(value) {
      database.run(
        `INSERT INTO turns (runId, conversationId, json) VALUES (?, ?, ?)
          ON CONFLICT (runId) DO UPDATE SET json = excluded.json`,
        value.runId,
        value.conversationId,
        JSON.stringify(value),
      );
    },
    async turn(runId) {
      const row = database.get("SELECT json FROM turns WHERE runId = ?", runId);
      return row && turn(row);
    },
    async turns(conversationId, { limit }) {
      const sql = "SELECT json FROM turns WHERE conversationId = ? ORDER BY sequence DESC LIMIT ?";
      return database.all(sql, conversationId, limit).map(turn).reverse();
    },
  };
}
