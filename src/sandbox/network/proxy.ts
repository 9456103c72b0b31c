import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { performServerHandshake } from "node:http2";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import type { BoundSecret } from "../../contract/data/secret.ts";
import type { ConnectionRecord } from "../sandbox.ts";
import { type Dial, type DialRules, judgeDial, type KnownRequest } from "./dial.ts";

/**
 * How much one connection may leave unread. The line has room for all connections, so that none blocks the
 * others.
 */
const STREAM_BYTES = 256 * 1024;

const LINE_BYTES = 64 * 1024 * 1024;

const LINE_MEBIBYTES = 128;

/** Concurrent connections. Further ones wait or are refused. */
const MAX_CONNECTIONS = 64;

/** How many attempts of one run are recorded. */
const MAX_RECORDS = 1_000;

/** An idle connection is closed after this long. */
const IDLE_MS = 60_000;

/** Headers for the next hop only, which must not be forwarded. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);

/** The only way out of a sandbox: a proxy that connects to the granted hosts and to nothing else. */
export interface HostProxy {
  /** A Unix socket, to be bound into the sandbox. */
  readonly socket: string;
  /** Its own folder on this machine. Removed when it closes. */
  readonly folder: string;
  close(): Promise<void>;
}

interface ProxyOptions extends DialRules {
  /** Receives a record of each connection, allowed or not. */
  readonly connections: ConnectionRecord[];
  /** Terminates the tunnels to some hosts itself. */
  readonly interceptor?: Interceptor | undefined;
}

/**
 * Sits between a program and the hosts its secrets are bound to: terminates their TLS, inserts secret values
 * and removes them from responses.
 */
export interface Interceptor {
  /** The placeholders that programs get instead of the values, by variable name. */
  readonly environment: Readonly<Record<string, string>>;
  /** The PEM certificate of the authority that signs these hosts' certificates inside this sandbox. */
  certificate(): Promise<string>;
  /** Whether tunnels to this host terminate here. */
  covers(host: string, port: number): boolean;
  /** Answers the program in place of the host. Each request must be judged before anything is sent. */
  serve(
    client: Duplex,
    tunnel: {
      readonly host: string;
      readonly port: number;
      judge(request: KnownRequest): Promise<Dial>;
    },
  ): Promise<void>;
  close(): void;
}

/** Creates the interceptor of one run. */
export type OpenInterceptor = (secrets: readonly BoundSecret[]) => Promise<Interceptor>;

export async function startProxy(options: ProxyOptions): Promise<HostProxy> {
  const folder = await mkdtemp(join(tmpdir(), `dejima-proxy-${process.pid}-`));
  const socket = join(folder, "proxy.sock");
  const open = new Set<Duplex>();

  const server = createServer((incoming, response) => void forward(incoming, response));
  server.maxConnections = MAX_CONNECTIONS;
  server.on("connection", track);
  server.on("connect", (incoming, client, head) => void tunnel(incoming, client, head));
  server.on("clientError", (_error, client) => client.destroy());
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socket, resolve));
  await chmod(socket, 0o777); // the folder keeps other users out; inside, another user must be able to connect

  return {
    socket,
    folder,
    async close() {
      options.interceptor?.close();
      for (const stream of open) stream.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };

  function track<Stream extends Socket>(stream: Stream): Stream {
    open.add(stream);
    stream.setTimeout(IDLE_MS, () => stream.destroy());
    stream.on("error", () => stream.destroy());
    stream.once("close", () => open.delete(stream));
    return stream;
  }

  async function judge(host: string, port: number, request: KnownRequest = {}): Promise<Dial> {
    const dial = await judgeDial(host, port, { ...options, request });
    const allowed = "address" in dial;
    const detail = allowed ? dial.address : dial.refused;
    if (options.connections.length >= MAX_RECORDS) options.connections.shift();
    options.connections.push({ at: new Date().toISOString(), host, port, allowed, detail });
    return dial;
  }

  /** CONNECT: a tunnel to the host, through which the program speaks TLS. */
  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const target = /^(.+):(\d{1,5})$/.exec(incoming.url ?? "");
    if (target?.[1] === undefined) return refuse(client, 400, "write the target as host:port");
    const port = Number(target[2]);
    const dial = await judge(target[1], port);
    if ("refused" in dial) return refuse(client, 403, dial.refused);
    if (options.interceptor?.covers(target[1], port))
      return intercept(client, head, { host: target[1], port });
    const upstream = track(connect({ host: dial.address, port }));
    upstream.once("connect", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      joinStreams(upstream, client);
    });
    upstream.once("error", () => client.destroy());
    client.once("error", () => upstream.destroy());
  }

  /** The program speaks with us instead of the host. Each request is judged again, by its full URL. */
  async function intercept(client: Duplex, head: Buffer, target: Target): Promise<void> {
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    client.unshift(head);
    const { host, port } = target;
    try {
      await options.interceptor?.serve(client, {
        host,
        port,
        judge: (request) => judge(host, port, request),
      });
    } catch {
      client.destroy();
    }
  }

  /** Plain HTTP with the full URL in the request line. */
  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(incoming.url ?? "");
    if (url?.protocol !== "http:") return answer(response, 400, "write the whole http:// address");
    const port = Number(url.port || 80);
    const dial = await judge(url.hostname, port, { url: url.href, sends: sendsData(incoming) });
    if ("refused" in dial) return answer(response, 403, dial.refused);
    const headers = Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.has(name));
    const upstream = request({
      host: dial.address,
      port,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...Object.fromEntries(headers), host: url.host, via: "1.1 dejima" },
      agent: false,
    });
    upstream.on("socket", track);
    upstream.on("response", (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(response);
      // A truncated response must not look like one that is still coming.
      reply.once("close", () => {
        if (!reply.complete) response.destroy();
      });
    });
    upstream.on("error", () => answer(response, 502, `${url.hostname} did not answer`));
    incoming.pipe(upstream);
  }
}

interface Target {
  readonly host: string;
  readonly port: number;
}

function refuse(client: Duplex, status: number, reason: string): void {
  client.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nsandbox: ${reason}\n`,
  );
}

function answer(response: ServerResponse, status: number, reason: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { "content-type": "text/plain" }).end(`sandbox: ${reason}\n`);
}

function sendsData({ method = "GET", headers }: IncomingMessage): boolean {
  const asks = method === "GET" || method === "HEAD";
  return !asks || headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/**
 * Carries the connections of one run to its proxy over a single descriptor, opened before the program starts,
 * as HTTP/2 streams. The run then needs no Unix socket, and the system call filter refuses it all
 * of them.
 */
export function joinProxy(line: Duplex, socket: string): void {
  line.on("error", () => line.destroy());
  const session = performServerHandshake(line, {
    maxSessionMemory: LINE_MEBIBYTES,
    settings: { initialWindowSize: STREAM_BYTES },
  });
  session.setLocalWindowSize(LINE_BYTES);
  session.on("error", () => session.destroy());
  session.on("stream", (stream) => {
    const proxy = connect(socket);
    stream.respond({ ":status": 200 });
    joinStreams(stream, proxy);
  });
}

/**
 * Passes bytes both ways. Bytes sent before one side ends still reach the other; if one side breaks off, both
 * close.
 */
function joinStreams(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on("error", () => from.destroy());
    from.on("close", () => {
      if (!from.readableEnded) to.destroy();
    });
  }
}
