import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent, request as secureRequest } from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TLSSocket } from "node:tls";
import type { BoundSecret, SecretUse } from "../../contract/data/secret.ts";
import { defined } from "../../support/defined.ts";
import { isPublicAddress } from "../../support/network/address-reach.ts";
import { canonicalHost, coversHost, readHostPattern } from "../../support/network/host-pattern.ts";
import { cacheFor } from "../../support/once.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { decodeBody } from "../decode-body.ts";
import { answerHeaders, requestHeaders } from "./forwarded-headers.ts";
import { insertSecrets, type Outgoing, type PlacedSecret } from "./insert-secrets.ts";
import { createSandboxAuthority } from "./sandbox-authority.ts";
import { createSecretFilter, type SecretFilter } from "./secret-filter.ts";

/** Responses up to this size keep their length. Longer ones are chunked. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** The largest body that is searched for placeholders, if a secret may be in it. */
const BODY_BYTES = 8 * 1024 * 1024;

const IDLE_MS = 60_000;

/** The address to connect to, or why there is none. */
type Judged = { readonly address: string } | { readonly refused: string };

/** A tunnel that a program has requested. */
interface Tunnel {
  readonly host: string;
  readonly port: number;
  /** Judges one request of it by the rules of the sandbox's proxy. */
  judge(request: { readonly url: string; readonly sends: boolean }): Promise<Judged>;
}

interface InterceptOptions {
  readonly secrets: readonly BoundSecret[];
  /** Certificates to trust instead of the system's. */
  readonly certificates?: string | undefined;
  readonly now: () => number;
}

/** Answers for bound hosts inside one sandbox, so that its programs use secrets that they never see. */
interface Interceptor {
  /** The placeholders, by variable name. */
  readonly environment: Readonly<Record<string, string>>;
  /** The PEM certificate that programs must trust. */
  certificate(): Promise<string>;
  /** Whether tunnels to this host terminate here. All others stay opaque to us. */
  covers(host: string, port: number): boolean;
  serve(client: Duplex, tunnel: Tunnel): Promise<void>;
  close(): void;
}

/** Creates the interceptor between one sandbox and the hosts its secrets are bound to. */
export function createInterceptor({ secrets, certificates, now }: InterceptOptions): Interceptor {
  const authority = createSandboxAuthority(now);
  const { placed, refresh, currentFilter } = watchSecrets(secrets);
  const agent = new Agent({ keepAlive: true, maxSockets: 64, ...defined({ ca: certificates }) });
  const tunnels = new WeakMap<object, Tunnel>();
  const server = createServer((incoming, response) => {
    void pass(incoming, response).catch((error: unknown) => {
      // A program gets no text from a host that was not filtered.
      answer(response, 502, currentFilter().text(thrownText(error)));
    });
  });
  server.keepAliveTimeout = IDLE_MS;
  server.on("upgrade", (_request, socket) =>
    refuse(socket, "websockets and other upgrades are not passed on"),
  );
  server.on("connect", (_request, socket) => refuse(socket, "no tunnel inside of a tunnel"));
  server.on("clientError", (_error, socket) => socket.destroy());

  return {
    environment: Object.fromEntries(placed.map(({ secret, placeholder: text }) => [secret.name, text])),
    certificate: authority.certificate,
    covers: (host, port) => secrets.some((secret) => isBoundHost(secret, host, port)),
    async serve(client, tunnel) {
      const secureContext = await authority.contextFor(canonicalHost(tunnel.host));
      const socket = new TLSSocket(client, { isServer: true, secureContext, ALPNProtocols: ["http/1.1"] });
      socket.on("error", () => socket.destroy());
      client.once("close", () => socket.destroy());
      tunnels.set(socket, tunnel);
      server.emit("connection", socket);
    },
    close: () => agent.destroy(),
  };

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const tunnel = tunnels.get(incoming.socket);
    const url = tunnel === undefined ? undefined : addressOf(incoming, tunnel);
    if (tunnel === undefined || url === undefined)
      return answer(response, 421, "the request names another host than its tunnel");
    const bound = placed.filter(({ secret }) => isBoundHost(secret, tunnel.host, tunnel.port));
    const judged = await tunnel.judge({ url: url.href, sends: sendsData(incoming) });
    if ("refused" in judged) return answer(response, 403, judged.refused);
    const body = await readBody(incoming, bound);
    if (body === "too large")
      return answer(response, 413, `a body over ${BODY_BYTES} bytes cannot be looked through`);
    const method = incoming.method ?? "GET";
    let filled: Outgoing;
    await refresh();
    try {
      const headers = requestHeaders(incoming, url.host);
      filled = await insertSecrets({ url, method, headers, body }, bound);
    } catch (error) {
      return answer(response, 403, thrownText(error));
    }
    const reply = await send(filled, { incoming, response, address: judged.address, tunnel });
    await sendResponse(reply, { response, method, filter: currentFilter() });
  }

  function send(outgoing: Outgoing, { incoming, response, address, tunnel }: Sending) {
    const { url, method, headers, body } = outgoing;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const host = canonicalHost(tunnel.host);
    const via = isPublicAddress(address) ? {} : { via: "1.1 dejima" };
    // Node does not frame a body for methods that usually have none.
    const chunked =
      incoming.headers["transfer-encoding"] === undefined ? {} : { "transfer-encoding": "chunked" };
    const length = body === undefined ? chunked : { "content-length": String(body.length) };
    const upstream = secureRequest({
      agent,
      method,
      host: address,
      port: tunnel.port,
      path: url.pathname + url.search,
      servername: isIP(host) ? "" : host,
      headers: { ...headers, ...via, ...length },
      timeout: IDLE_MS,
    });
    upstream.on("response", resolve);
    upstream.on("error", (error) => reject(new Error(`${host} did not answer: ${thrownText(error)}`)));
    upstream.on("close", () => reject(new Error(`${host} did not answer`)));
    upstream.on("timeout", () => upstream.destroy(new Error("nothing came for a minute")));
    response.once("close", () => upstream.destroy());
    if (body === undefined && sendsBody(incoming)) incoming.pipe(upstream);
    else upstream.end(body);
    return promise;
  }
}

interface Sending {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly address: string;
  readonly tunnel: Tunnel;
}

interface Returning {
  readonly response: ServerResponse;
  readonly method: string;
  readonly filter: SecretFilter;
}

/** Passes a response on: decoded, without trailers, and without secret values in its headers and body. */
async function sendResponse(reply: IncomingMessage, { response, method, filter }: Returning): Promise<void> {
  const status = reply.statusCode ?? 502;
  const headers = answerHeaders(reply, filter);
  const { "content-length": length, "content-encoding": encoding = "" } = reply.headers;
  if (method === "HEAD" || status === 204 || status === 304) {
    const lengthHeader = length === undefined ? [] : ["content-length", length];
    reply.resume();
    response.writeHead(status, [...headers, ...lengthHeader]).end();
    return;
  }
  if (encoding === "" && length !== undefined && Number(length) <= MAX_BUFFERED_BYTES) {
    const body = filter.bytes(await wholeBody(reply));
    response.writeHead(status, [...headers, "content-length", String(body.length)]).end(body);
    return;
  }
  response.writeHead(status, headers);
  try {
    await pipeline(filter.stream(decodeBody(reply, encoding, "the answer"), "alike"), response);
  } catch {
    response.destroy(); // a truncated response must not look complete
  }
}

/** Collects a body with events: per piece they cost less than an asynchronous iterator. Rejects if the body breaks off. */
function wholeBody(reply: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  reply.on("data", (piece: Buffer) => pieces.push(piece));
  reply.on("end", () => resolve(Buffer.concat(pieces)));
  reply.on("error", reject);
  reply.on("close", () => reject(new Error("the answer broke off")));
  return promise;
}

/**
 * How long it may take until a value changed elsewhere is removed from responses. An inserted value is known
 * at once.
 */
const REFRESH_MS = 1_000;

/** The secrets, and the filter for every value ever seen here, so that a rotated one is still removed. */
function watchSecrets(secrets: readonly BoundSecret[]) {
  const values = new Map<string, string>();
  let current = createSecretFilter(values);
  function learn(value: string | undefined, text: string): void {
    if (value === undefined || values.has(value)) return;
    values.set(value, text);
    current = createSecretFilter(values);
  }
  const placed = secrets.map((secret): PlacedSecret => {
    const text = placeholder();
    async function reveal(use: SecretUse): Promise<string> {
      const value = await secret.reveal(use);
      learn(value, text);
      return value;
    }
    return { secret: { ...secret, reveal }, placeholder: text };
  });
  const refresh = cacheFor(REFRESH_MS, async () => {
    for (const { secret, placeholder: text } of placed) learn(await secret.peek(), text);
  });
  return { placed, refresh, currentFilter: () => current };
}

function placeholder(): string {
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  return `dejima-secret-${randomBytes(16).toString("hex")}`;
}

function isBoundHost({ hosts }: BoundSecret, host: string, port: number): boolean {
  return hosts.some((text) => {
    const pattern = readHostPattern(text);
    return pattern !== undefined && (pattern.port ?? 443) === port && coversHost(pattern, host);
  });
}

/** The normalized address of a request. `undefined` if it names another host than the tunnel's. */
function addressOf({ url = "/", headers }: IncomingMessage, { host, port }: Tunnel): URL | undefined {
  const bare = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const origin = URL.parse(`https://${bare}:${port}`);
  const named = URL.parse(`https://${headers.host ?? ""}`);
  const address = url.startsWith("/") ? URL.parse(origin?.origin + url) : URL.parse(url);
  if (origin === null || address?.origin !== origin.origin || named?.origin !== origin.origin)
    return undefined;
  return address.username === "" && address.password === "" ? address : undefined;
}

/** The whole body, if a secret may be inserted into it. `undefined` if it passes unread. */
async function readBody(
  incoming: IncomingMessage,
  bound: readonly PlacedSecret[],
): Promise<Buffer | undefined | "too large"> {
  if (!sendsBody(incoming) || !bound.some(({ secret }) => secret.places.includes("body"))) return undefined;
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of incoming) {
    bytes += piece.length;
    if (bytes > BODY_BYTES) return "too large";
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function sendsBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

function sendsData(incoming: IncomingMessage): boolean {
  return (incoming.method !== "GET" && incoming.method !== "HEAD") || sendsBody(incoming);
}

function refuse(socket: Duplex, why: string): void {
  socket.end(
    `HTTP/1.1 501 Refused\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nsandbox: ${why}\n`,
  );
}

function answer(response: ServerResponse, status: number, why: string): void {
  if (response.headersSent) response.destroy();
  else
    response
      .writeHead(status, { "content-type": "text/plain", connection: "close" })
      .end(`sandbox: ${why}\n`);
}
