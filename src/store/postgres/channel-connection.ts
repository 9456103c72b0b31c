import type { PoolClient } from "pg";
import type { PostgresDatabase } from "./postgres-database.ts";

/** A connection that listens to one channel until it is closed. */
export interface ChannelConnection {
  /** Ends the connection. Calling it again, or after the connection was lost, does nothing. */
  close(): void;
}

interface ChannelListeners {
  onNotification(payload: string): void;
  /** Called once if the connection is lost after it began to listen. */
  onLost(): void;
}

/** Listens to a channel on a separate connection. Rejects if no connection can be made. */
export async function listenTo(
  database: PostgresDatabase,
  channel: string,
  { onNotification, onLost }: ChannelListeners,
): Promise<ChannelConnection> {
  const client = await database.connect();
  const end = releaseOnce(client);
  let listens = false;
  client.on("notification", ({ payload = "" }) => onNotification(payload));
  // The listener stays after the end: a connection that breaks while it is being closed also emits an error.
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

/** Returns a function that closes a connection of the pool. It returns `true` on the first call only; later calls do nothing. */
function releaseOnce(client: PoolClient): () => boolean {
  let released = false;
  return () => {
    if (released) return false;
    released = true;
    client.release(true);
    return true;
  };
}
