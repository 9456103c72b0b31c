import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

/** One request to a messenger's API. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string;
  readonly headers: IncomingHttpHeaders;
  readonly json: Record<string, unknown>;
  readonly form: FormData | undefined;
}

interface LoopbackOptions {
  /** Gives the body to answer with: an object as JSON, or bytes. A `Response` is sent as it is. */
  onCall(call: ApiCall): Promise<object | Buffer | Response> | object | Buffer | Response;
  onSocket?(socket: WebSocket, path: string): void;
  onFrame(data: string, socket: WebSocket): void;
}

/** A server on loopback with requests and a long connection. */
export async function aLoopback({ onCall, onSocket, onFrame }: LoopbackOptions) {
  let socket: WebSocket | undefined;
  const wire: string[] = [];
  const server = createServer(async (request, response) => {
    const call = await read(request);
    wire.push(JSON.stringify(call.json));
    const answer = await onCall(call);
    if (answer instanceof Response) {
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (opened, request) => {
    socket = opened;
    onSocket?.(opened, request.url ?? "");
    opened.on("message", (data) => {
      wire.push(String(data));
      onFrame(String(data), opened);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    socketUrl: `ws://${host}/socket`,
    wire: () => wire.join("\n"),
    drop: () => socket?.terminate(),
    /** Closes the connection with a code. */
    end: (code: number) => socket?.close(code),
    /** Sends what is no frame once somebody is connected. */
    async raw(data: string | Buffer) {
      await vi.waitFor(() => expect(socket?.readyState).toBe(1), { timeout: 20_000 });
      socket?.send(data);
    },
    /** Sends a frame once somebody is connected, and `isReady` holds. */
    async push(frame: object, isReady: () => boolean = () => true) {
      await vi.waitFor(() => expect([socket?.readyState, isReady()]).toEqual([1, true]), { timeout: 20_000 });
      socket?.send(JSON.stringify(frame));
    },
    async close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<ApiCall> {
  const url = new URL(request.url ?? "", "http://x");
  const body = await buffer(request);
  const type = request.headers["content-type"] ?? "";
  const isForm = type.startsWith("multipart/");
  return {
    method: request.method ?? "",
    path: url.pathname.slice(1),
    query: url.searchParams,
    authorization: request.headers.authorization ?? "",
    headers: request.headers,
    json: type.includes("json")
      ? JSON.parse(body.toString() || "{}")
      : type.includes("urlencoded")
        ? fieldsOf(body)
        : {},
    form: isForm ? await new Response(body, { headers: { "content-type": type } }).formData() : undefined,
  };
}

/** The fields of a form whose values are JSON where they are no texts. */
function fieldsOf(body: Buffer): Record<string, unknown> {
  const fields = [...new URLSearchParams(body.toString())];
  return Object.fromEntries(
    fields.map(([name, value]) => [name, /^(?:[[{]|true$|false$)/.test(value) ? JSON.parse(value) : value]),
  );
}
