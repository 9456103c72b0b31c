import type { PoolClient } from "pg";
import type { PostgresDatabase } from "./postgres-database.ts";

/** Locks that end with this process, even after a crash. Other processes see by them that it lives. */
export interface LifeLocks {
  /** Holds the lock of a name from now on. Call it again now and then: the connection of the locks may have been lost. */
  hold(name: string): Promise<void>;
  /** Ends the connection, and all locks with it. */
  close(): void;
}

/** Locks on a connection of their own. PostgreSQL ends them with the connection: at once if a process is killed, after about 11 s if its machine is gone. */
export function lifeLocks(database: PostgresDatabase): LifeLocks {
  let opening: Promise<Connection> | undefined;
  let closed = false;

  async function connect(): Promise<Connection> {
    const client = await database.connect();
    const connection = { client, names: new Set<string>() };
    client.on("error", () => drop(connection));
    client.on("end", () => drop(connection));
    return connection;
  }

  function drop(connection: Connection): void {
    if (connection.isReleased === true) return;
    connection.isReleased = true;
    opening = undefined;
    connection.client.release(true);
  }

  return {
    async hold(name) {
      if (closed) return;
      opening ??= connect();
      const connecting = opening;
      const connection = await connecting.catch((error) => {
        if (opening === connecting) opening = undefined;
        throw error;
      });
      try {
        // A shared lock: the server may not know yet that an earlier connection of this process is gone.
        if (connection.names.has(name)) await connection.client.query("SELECT 1");
        else
          await connection.client.query(`SELECT pg_advisory_lock_shared(${keyOf("$1")})`, [
            `${database.scope}:life:${name}`,
          ]);
        connection.names.add(name);
      } catch (error) {
        drop(connection);
        throw error;
      }
    },
    close() {
      closed = true;
      opening?.then(drop, () => {});
    },
  };
}

interface Connection {
  readonly client: PoolClient;
  readonly names: Set<string>;
  isReleased?: boolean;
}

const keyOf = (text: string) => `hashtextextended(${text}, 0)`;

/** A condition of SQL: whether a process holds the lock whose name an expression gives. */
export function isAlive({ scope }: Pick<PostgresDatabase, "scope">, name: string): string {
  // PostgreSQL shows the two halves of the key of a lock. A scope is made of letters, digits, `-`, `_` and `/`.
  return `EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND ((classid::bigint << 32) | objid::bigint) = ${keyOf(`'${scope}:life:' || ${name}`)})`;
}
