import { isIP, type LookupFunction } from "node:net";
import type { buildConnector, Client } from "undici";
import { defined } from "../support/defined.ts";

/** The parts of undici that are used; loaded with the first request. */
export type Undici = Pick<typeof import("undici"), "Client" | "buildConnector">;

export interface PinOptions {
  /** The only addresses that may be connected to; those that were checked. */
  readonly addresses: readonly string[];
  readonly timeoutMs: number;
  /** The body may pause as long as it likes. */
  readonly endless: boolean;
  readonly certificates?: string | undefined;
  /** Whether it may rest and be used again, rather than end with its first request. */
  readonly kept?: boolean;
  /** Hears which of the addresses answered. */
  onConnect(address: string): void;
}

/** The largest head of an answer. */
const MAX_HEADER_BYTES = 16 * 1024;

/** How long one rests: shorter than servers wait, unless they say how long that is. One that they close is not asked again. */
const RESTING = {
  pipelining: 1,
  keepAliveTimeout: 2_000,
  keepAliveMaxTimeout: 30_000,
  keepAliveTimeoutThreshold: 1_000,
} as const;

/**
 * A connection to one place. It has no resolver of its own: the name is only said to the server and compared with its
 * certificate. HTTP/2 stays off, so that one parser and one set of limits hold.
 */
export function pinnedConnection(
  { Client, buildConnector }: Undici,
  origin: string,
  options: PinOptions,
): Client {
  const { addresses, timeoutMs, endless, certificates, kept, onConnect } = options;
  const connect = buildConnector({
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    timeout: timeoutMs,
    allowH2: false,
    maxCachedSessions: 0,
    rejectUnauthorized: true,
    ...defined({ ca: certificates }),
  } as buildConnector.BuildOptions); // the type leaves out that TLS and TCP options may stand together
  return new Client(origin, {
    connect: (target, callback) =>
      connect(target, (error, socket) => {
        if (error !== null) return callback(error, null);
        onConnect(socket.remoteAddress ?? "");
        callback(null, socket);
      }),
    ...(kept === true ? RESTING : { pipelining: 0 }),
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
