import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import type { Caller } from "../../access/roles.ts";
import { openTokens } from "../../access/tokens.ts";
import { DejimaError } from "../../contract/error.ts";
import { admit } from "./http-guard.ts";
import { createMcpEndpoint, type EndpointOptions } from "./mcp-endpoint.ts";

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

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]", "::1"];
const LOCAL: Caller = { name: "local", role: "user" };

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
  const guard = {
    hosts: [...(local ? LOOPBACK : [host]), ...names],
    tokens,
    anonymous: local ? LOCAL : undefined,
  };
  const endpoint = await createMcpEndpoint(options);
  const handler = toNodeHandler(
    {
      async fetch(request) {
        if (new URL(request.url).pathname !== "/mcp") return new Response("Not found\n", { status: 404 });
        const caller = await admit(request, guard);
        return caller instanceof Response ? caller : endpoint.fetch(request, caller.name);
      },
    },
    { onerror: onFault },
  );
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 15_000, maxHeaderSize: 16_384 },
    (request, response) => {
      // A request that has arrived has its method and its address; the adapter's type asks for no gaps.
      handler(request as Parameters<typeof handler>[0], response).catch(onFault);
    },
  );
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
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
