import {
  type Conversation,
  conversationSchema,
  type Turn,
  turnSchema,
} from "../../contract/user/conversation.ts";
import type { ConversationRepository } from "../store.ts";
import { type PostgresDatabase, type Queries, type Row, searchable } from "./postgres-database.ts";
import { requireLease } from "./postgres-leases.ts";

/** Conversations and their turns in PostgreSQL. */
export function postgresConversations(database: PostgresDatabase): ConversationRepository {
  const conversation = (row: Row) => conversationSchema.parse(JSON.parse(String(row.json)));
  const turn = (row: Row) => turnSchema.parse(JSON.parse(String(row.json)));
  return {
    put: (value) => putConversation(database, value),
    async get(id) {
      const row = await database.first("SELECT json FROM conversations WHERE id = $1", id);
      return row && conversation(row);
    },
    async list({ limit, before, user, text }) {
      const rows = await database.all(
        `SELECT json FROM conversations WHERE ($1::text IS NULL OR person = $1)
          AND ($2::text IS NULL OR (updated_at, sequence) < (SELECT updated_at, sequence FROM conversations WHERE id = $2))
          AND ($3::text IS NULL OR strpos(title, $3) > 0
            OR id IN (SELECT conversation_id FROM turns WHERE strpos(said, $3) > 0))
          ORDER BY updated_at DESC, sequence DESC LIMIT $4`,
        user ?? null,
        before ?? null,
        text === undefined ? null : searchable(text),
        limit,
      );
      return rows.map(conversation);
    },
    async delete(id) {
      return database.transaction(async (queries) => {
        await queries.run("DELETE FROM turns WHERE conversation_id = $1", id);
        return (await queries.run("DELETE FROM conversations WHERE id = $1", id)) > 0;
      });
    },
    async putTurn(value, lease) {
      if (lease === undefined) return putTurn(database, value);
      await database.transaction(async (queries) => {
        await requireLease(queries, lease);
        await putTurn(queries, value);
      });
    },
    async turn(runId) {
      const row = await database.first("SELECT json FROM turns WHERE run_id = $1", runId);
      return row && turn(row);
    },
    async turns(conversationId, { limit, before }) {
      const rows = await database.all(
        `SELECT json FROM turns WHERE conversation_id = $1
          AND ($2::text IS NULL OR sequence < (SELECT sequence FROM turns WHERE run_id = $2))
          ORDER BY sequence DESC LIMIT $3`,
        conversationId,
        before ?? null,
        limit,
      );
      return rows.map(turn).reverse();
    },
  };
}

/** Adds or replaces a conversation. */
export async function putConversation(queries: Queries, value: Conversation): Promise<void> {
  await queries.run(
    `INSERT INTO conversations (id, person, updated_at, title, json) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (tenant, id) DO UPDATE SET person = excluded.person, updated_at = excluded.updated_at,
        title = excluded.title, json = excluded.json`,
    value.id,
    value.user,
    value.updatedAt,
    searchable(value.title),
    JSON.stringify(value),
  );
}

/** Adds or replaces a turn. */
export async function putTurn(queries: Queries, value: Turn): Promise<void> {
  await queries.run(
    `INSERT INTO turns (run_id, conversation_id, said, json) VALUES ($1, $2, $3, $4)
      ON CONFLICT (tenant, run_id) DO UPDATE SET said = excluded.said, json = excluded.json`,
    value.runId,
    value.conversationId,
    searchable(`${value.message}\u0001${value.answer}`),
    JSON.stringify(value),
  );
}
