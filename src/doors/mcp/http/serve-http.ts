import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import type { Caller } from "../../../access/roles.ts";
import { openTokens } from "../../../access/tokens.ts";
import { DejimaError } from "../../../contract/error.ts";
import { createGuard, type Refusal } from "./http-guard.ts";
import { createMcpEndpoint, type EndpointOptions } from "./mcp-endpoint.ts";
import { createQuickDoor } from "./quick-door.ts";
import { readBody } from "./read-body.ts";
import { StandIn } from "./stand-in.ts";

export interface HttpDoorOptions extends EndpointOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Further names by which clients reach this server. */
  readonly names: readonly string[];
}

export interface RunningDoor {
  readonly url: string;
  close(): Promise<void>;
}

const MAX_BODY = 4 * 1024 * 1024;
/** How long a connection may rest between two requests. */
const REST_MS = 60_000;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]", "::1"];
const LOCAL: Caller = { name: "local", role: "admin" };

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  const error = { code: status === 400 ? -32_700 : -32_000, message };
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  response.writeHead(status, { "content-type": "application/json", ...challenge });
  response.end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
}

/** Serves MCP at `/mcp`. Off loopback it refuses to start before there is a token. */
export async function serveHttp(options: HttpDoorOptions): Promise<RunningDoor> {
  const { runtime, host, port, names, onFault } = options;
  const tokens = openTokens((await runtime.store()).documents);
  const local = LOOPBACK.includes(host);
  if (!local && (await tokens.isEmpty())) {
    throw new DejimaError(
      "tool_not_allowed",
      `Cannot serve on ${host} without a token: \`dejima token create NAME\` makes one`,
    );
  }
  const admit = createGuard({
    hosts: [...(local ? LOOPBACK : [host]), ...names],
    tokens,
    anonymous: local ? LOCAL : undefined,
  });
  const endpoint = await createMcpEndpoint(options);
  const handler = toNodeHandler(
    { fetch: (request, { authInfo } = {}) => endpoint.fetch(request, authInfo?.clientId ?? "unknown") },
    { onerror: onFault },
  );
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 15_000, maxHeaderSize: 16_384, keepAliveTimeout: REST_MS },
    (request, response) => {
      const { socket } = request;
      if (socket instanceof StandIn) {
        socket.begun();
        response.once("finish", () => socket.answered());
      }
      handle(request, response).catch((error) => {
        onFault(error);
        response.destroy();
      });
    },
  );

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.split("?")[0] !== "/mcp") return refuse(response, { status: 404, message: "Not found" });
    const caller = await admit(request.headers);
    if ("status" in caller) return refuse(response, caller);
    endpoint.know(caller);
    const auth = { token: "", clientId: caller.name, scopes: [] };
    const { method = "", url = "" } = request;
    const known = Object.assign(request, { method, url, auth });
    if (request.headers["mcp-method"] !== "tools/call" || method !== "POST") return handler(known, response);
    const body = await readBody(request, MAX_BODY);
    if (body === undefined) return refuse(response, { status: 413, message: "Request body too large" });
    if (body.json === undefined) return refuse(response, { status: 400, message: "Parse error" });
    const call = endpoint.quick.read(request.headers, body.json, caller.name);
    if (call === undefined) return handler(known, response, body.json);
    const { answer, cancel } = endpoint.quick.begin(call);
    response.once("close", () => response.writableFinished || cancel());
    const { status, body: said } = await answer;
    response.writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(said),
    });
    response.end(said);
  }

  // The server's own listener gets stand-ins for the connections that ask for more than plain calls.
  const listeners = server.listeners("connection");
  const door = createQuickDoor({
    admit,
    quick: endpoint.quick,
    know: endpoint.know,
    restMs: REST_MS,
    serve: (standIn) => {
      for (const listener of listeners) listener.call(server, standIn);
    },
  });
  server.removeAllListeners("connection").on("connection", door.take);

  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(
        new DejimaError("io_error", `Cannot listen on ${host}:${port}: ${cause.message}`, {}, { cause }),
      ),
    );
    server.listen(port, host.replace(/^\[|\]$/g, ""), resolve);
  });
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${taken}/mcp`,
    async close() {
      await endpoint.close();
      door.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
