import type { PoolClient } from "pg";
import type { PostgresDatabase } from "./postgres-database.ts";

/** A connection that hears one channel for as long as it is held. */
export interface ChannelConnection {
  /** Ends the connection. Calling it again, or after the connection was lost, does nothing. */
  close(): void;
}

interface ChannelListeners {
  onNotification(payload: string): void;
  /** Called once if the connection is lost after it began to listen. */
  onLost(): void;
}

/** Listens to a channel on a connection of its own. Rejects if there is none. */
export async function listenTo(
  database: PostgresDatabase,
  channel: string,
  { onNotification, onLost }: ChannelListeners,
): Promise<ChannelConnection> {
  const client = await database.connect();
  const end = releaseOnce(client);
  let listens = false;
  client.on("notification", ({ payload = "" }) => onNotification(payload));
  // Stays after the end: a connection that breaks while it is being closed says so as well.
  client.on("error", () => {
    if (end() && listens) onLost();
  });
  try {
    await client.query(`LISTEN "${channel.replaceAll('"', '""')}"`);
    listens = true;
  } catch (error) {
    end();
    throw error;
  }
  return { close: () => void end() };
}

/** Ends a connection of the pool the first time it is called; returns whether this was the first time. */
function releaseOnce(client: PoolClient): () => boolean {
  let released = false;
  return () => {
    if (released) return false;
    released = true;
    client.release(true);
    return true;
  };
}
