import { isIP, type LookupFunction } from "node:net";
import type { buildConnector, Client } from "undici";
import { defined } from "../support/defined.ts";

const end = (client: Client) => void client.destroy().catch(() => {});

/** One connection per request, which ends with it. */
export const singleConnections: Connections = {
  take(undici, origin, options) {
    const client = pinnedConnection(undici, origin, options);
    return { client, release: () => end(client) };
  },
};

/** Maximum number of idle connections. Each closes automatically after a few seconds. */
const MAX_IDLE = 16;

/** The parts of undici in use. Loaded with the first request. */
export type Undici = Pick<typeof import("undici"), "Client" | "buildConnector">;

export interface PinOptions {
  /** The only addresses to connect to: those that were checked. */
  readonly addresses: readonly string[];
  readonly timeoutMs: number;
  /** The body may pause for any time. */
  readonly endless: boolean;
  readonly certificates?: string | undefined;
  /** Whether it may idle and be reused, rather than end with its first request. */
  readonly reusable?: boolean;
  /** Receives the address that answered. */
  onConnect(address: string): void;
}

/** The largest response head. */
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * How long a connection idles: shorter than servers' timeouts, unless they announce theirs. One that they
 * close is not used again.
 */
const IDLE_TIMEOUTS = {
  pipelining: 1,
  keepAliveTimeout: 2_000,
  keepAliveMaxTimeout: 30_000,
  keepAliveTimeoutThreshold: 1_000,
} as const;

/** A connection that idled longer is not used again: a process that stood still has not seen that its server closed it. */
const MAX_REST_MS = 1_000;

/**
 * A connection to one address. It does not resolve names: the name is only sent to the server and compared
 * with its certificate. HTTP/2 stays off, so that one parser and one set of limits apply.
 */
function pinnedConnection({ Client, buildConnector }: Undici, origin: string, options: PinOptions): Client {
  const { addresses, timeoutMs, endless, certificates, reusable, onConnect } = options;
  const connect = buildConnector({
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    timeout: timeoutMs,
    allowH2: false,
    maxCachedSessions: 0,
    rejectUnauthorized: true,
    ...defined({ ca: certificates }),
  } as buildConnector.BuildOptions); // the type does not allow TLS and TCP options together
  return new Client(origin, {
    connect: (target, callback) =>
      connect(target, (error, socket) => {
        if (error !== null) return callback(error, null);
        onConnect(socket.remoteAddress ?? "");
        callback(null, socket);
      }),
    ...(reusable === true ? IDLE_TIMEOUTS : { pipelining: 0 }),
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeoutMs,
    bodyTimeout: endless ? 0 : timeoutMs,
  });
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = entries;
    if (options.all === true) callback(null, entries);
    else if (first === undefined) callback(new Error("no address"), "");
    else callback(null, first.address, first.family);
  };
}

/** A connection while one request uses it. */
interface BorrowedConnection {
  readonly client: Client;
  /** Returns it. It is reused only if the response was read to its end. */
  release(whole: boolean): void;
}

/** The source of connections. */
export interface Connections {
  take(undici: Undici, origin: string, options: PinOptions): BorrowedConnection;
}

interface Idle {
  readonly client: Client;
  /** When its last response had been read. */
  restedAt: number;
  readonly reporter: { onConnect(address: string): void; address: string };
}

/**
 * Reuses connections, one request at a time, for the same origin and only while its name resolves to the very
 * same addresses. Each request was judged again before it gets here.
 */
export function reusedConnections(): Connections {
  const resting = new Map<string, Idle[]>();
  let count = 0;

  function open(undici: Undici, origin: string, options: PinOptions): Idle {
    const reporter: Idle["reporter"] = { onConnect: options.onConnect, address: "" };
    const onConnect = (address: string) => {
      reporter.address = address;
      reporter.onConnect(address);
    };
    return {
      client: pinnedConnection(undici, origin, { ...options, onConnect, reusable: true }),
      reporter,
      restedAt: 0,
    };
  }

  return {
    take(undici, origin, options) {
      const key = `${origin} ${options.addresses.toSorted().join(" ")}`;
      const list = resting.get(key) ?? [];
      const last = list.pop();
      if (last !== undefined) count--;
      const isFresh = last !== undefined && performance.now() - last.restedAt <= MAX_REST_MS;
      const again = isFresh ? last : undefined;
      if (last !== undefined && !isFresh) end(last.client);
      if (list.length === 0) resting.delete(key);
      const connection = again ?? open(undici, origin, options);
      connection.reporter.onConnect = options.onConnect;
      // A connection that has closed since is reopened with the request, and reports its address itself.
      if (connection.reporter.address !== "") options.onConnect(connection.reporter.address);
      return {
        client: connection.client,
        release(whole) {
          connection.reporter.onConnect = () => {};
          if (!whole || count >= MAX_IDLE) return end(connection.client);
          count++;
          connection.restedAt = performance.now();
          resting.set(key, [...(resting.get(key) ?? []), connection]);
        },
      };
    },
  };
}
