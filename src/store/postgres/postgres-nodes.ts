import type { NodeTable, TeamNode } from "../shared-store.ts";
import { isAlive, type LifeLocks } from "./life-locks.ts";
import type { PostgresDatabase } from "./postgres-database.ts";

/** The processes of a team in PostgreSQL. A process lives as long as its connection and, by the server's clock, its word. */
export function postgresNodes(database: PostgresDatabase, locks: LifeLocks): NodeTable {
  return {
    async beat({ id, role, host, files }) {
      await locks.hold(`node:${id}`);
      await database.run(
        `WITH gone AS (DELETE FROM nodes WHERE seen < clock_timestamp() - interval '1 day' AND id <> $1)
          INSERT INTO nodes (id, role, host, files, seen) VALUES ($1, $2, $3, $4, clock_timestamp())
          ON CONFLICT (tenant, id) DO UPDATE SET files = excluded.files, seen = excluded.seen`,
        ...[id, role, host, files],
      );
    },
    async leave(id) {
      await database.run("DELETE FROM nodes WHERE id = $1", id);
    },
    async alive(withinMs) {
      const rows = await database.all(
        `SELECT id, role, host, files FROM nodes WHERE seen > clock_timestamp() - $1 * interval '1 millisecond'
          AND ${isAlive(database, "'node:' || id")} ORDER BY host, id`,
        withinMs,
      );
      return rows.map(({ id, role, host, files }) => ({
        id: String(id),
        // Only `beat` writes it.
        role: role as TeamNode["role"],
        host: String(host),
        files: String(files),
      }));
    },
  };
}
