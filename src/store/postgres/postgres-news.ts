import { type ChannelConnection, listenTo } from "./channel-connection.ts";
import type { PostgresDatabase } from "./postgres-database.ts";

/** Change notifications between processes. A topic is the name of a table, or `run:<id>` for the log of a run. */
export interface ChangeNews {
  /** Reports a change. Several changes within a short time are sent together. */
  tell(topic: string): void;
  /** Calls the listener soon after the topic may have changed. Returns a function that stops it. */
  hear(topic: string, listener: () => void): () => void;
  /** Calls the listener with every topic, or with `undefined` if notifications may have been missed. */
  hearAll(listener: (topic: string | undefined) => void): () => void;
  /** Calls the listener when the connection is lost. Returns a function that stops it. */
  onLost(listener: () => void): () => void;
  close(): Promise<void>;
}

/** NOTIFY takes a lock on the whole server, so each process sends at most one in this time, and never inside a transaction. */
const GATHER_MS = 50;
/** The most topics in one notification: its payload must be smaller than 8,000 bytes. */
const MOST_TOPICS = 200;
/**
 * The polling interval of listeners. A notification can be lost with the process that should have sent it, or with a connection.
 */
const LOOK_MS = 1000;

/** Notifications over LISTEN and NOTIFY. All topics share one connection, which is open while there are listeners. */
export function postgresNews(database: PostgresDatabase): ChangeNews {
  const channel = `${database.scope}_changes`;
  const listeners = new Map<string, Set<() => void>>();
  const ofAll = new Set<(topic: string | undefined) => void>();
  const changed = new Set<string>();
  const ofLosses = new Set<() => void>();
  let sending: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let connection: Promise<ChannelConnection | undefined> | undefined;
  let closed = false;
  const call = (topics: Iterable<string>) => {
    for (const topic of topics) {
      for (const listener of listeners.get(topic) ?? []) listener();
      for (const listener of ofAll) listener(topic);
    }
  };
  let sentAt = Number.NEGATIVE_INFINITY;
  const send = async () => {
    sending = undefined;
    sentAt = performance.now();
    const topics = [...changed];
    const some = topics.length > MOST_TOPICS ? topics.slice(0, MOST_TOPICS) : topics;
    for (const topic of some) changed.delete(topic);
    if (changed.size > 0) sendLater();
    // Listeners that miss the notification find the change by polling.
    await database.first("SELECT pg_notify($1, $2)", channel, some.join(" ")).catch(() => undefined);
  };
  // The first notification is sent at once; those that follow soon after it are sent together.
  const sendLater = () => {
    if (!closed) sending ??= setTimeout(send, Math.max(0, sentAt + GATHER_MS - performance.now()));
  };
  const listen = (): Promise<ChannelConnection | undefined> => {
    // The next poll connects again.
    const lose = () => {
      if (connection === listening) connection = undefined;
      return undefined;
    };
    const listening: Promise<ChannelConnection | undefined> = listenTo(database, channel, {
      onNotification: (payload) => call(payload.split(" ")),
      onLost() {
        lose();
        for (const listener of ofLosses) listener();
      },
    }).catch(lose);
    return listening;
  };
  const look = () => {
    for (const [, own] of listeners) for (const listener of own) listener();
    for (const listener of ofAll) listener(undefined);
    connection ??= listen();
  };
  const end = async () => {
    clearInterval(looking);
    looking = undefined;
    const closing = connection;
    connection = undefined;
    (await closing)?.close();
  };
  const begin = () => {
    connection ??= listen();
    looking ??= setInterval(look, LOOK_MS).unref();
  };
  const endIfUnheard = () => {
    if (ofAll.size === 0 && [...listeners.values()].every(({ size }) => size === 0)) void end();
  };
  return {
    tell(topic) {
      call([topic]);
      changed.add(topic);
      sendLater();
    },
    hear(topic, listener) {
      const topicListeners = listeners.get(topic) ?? new Set();
      listeners.set(topic, topicListeners.add(listener));
      begin();
      return () => {
        topicListeners.delete(listener);
        if (topicListeners.size === 0 && listeners.get(topic) === topicListeners) listeners.delete(topic);
        endIfUnheard();
      };
    },
    hearAll(listener) {
      ofAll.add(listener);
      begin();
      return () => {
        ofAll.delete(listener);
        endIfUnheard();
      };
    },
    onLost(listener) {
      ofLosses.add(listener);
      return () => void ofLosses.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(sending);
      if (sending !== undefined) await send();
      await end();
    },
  };
}
