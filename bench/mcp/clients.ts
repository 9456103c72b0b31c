import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type BareAnswer, createBareHttp } from "./bare-http.ts";
import { backend, type Gateway, type Protocol } from "./gateways.ts";

/** Makes one call and waits for its answer. */
export interface Caller {
  call(): Promise<void>;
  close(): Promise<void>;
}

const tool = { name: "echo", arguments: { message: "hi" } };

/** The client of the SDK, straight at the server. */
export async function directCaller(): Promise<Caller> {
  const [command = "", ...args] = backend;
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
  return { call: async () => void (await client.callTool(tool)), close: () => client.close() };
}

/** The client of the SDK, through a gateway. */
export async function sdkCaller({ url, name }: Gateway, protocol: Protocol): Promise<Caller> {
  const mode = protocol === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode } });
  const place = new URL(url);
  await client.connect(
    protocol === "sse" ? new SSEClientTransport(place) : new StreamableHTTPClientTransport(place),
  );
  const wanted = name === "mcp-hub" ? { ...tool, name: "everything__echo" } : tool;
  return { call: async () => void (await client.callTool(wanted)), close: () => client.close() };
}

/** A bare client that keeps its connections and parses only the answer, so that the gateway dominates the measurement. */
export async function rawCaller({ url }: Gateway, protocol: Protocol): Promise<Caller> {
  const http = createBareHttp(url);
  const always = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = (body: object, headers: Record<string, string> = {}) =>
    http.post(JSON.stringify(body), { ...always, ...headers });
  let id = 0;
  if (protocol === "modern") {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "echo" };
    return {
      async call() {
        const params = { ...tool, _meta };
        check(await post({ jsonrpc: "2.0", id: ++id, method: "tools/call", params }, headers));
      },
      close: async () => http.close(),
    };
  }
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  };
  const opened = await post({ jsonrpc: "2.0", id: ++id, method: "initialize", params });
  const session = { "mcp-session-id": opened.session, "mcp-protocol-version": "2025-11-25" };
  await post({ jsonrpc: "2.0", method: "notifications/initialized" }, session);
  return {
    async call() {
      check(await post({ jsonrpc: "2.0", id: ++id, method: "tools/call", params: tool }, session));
    },
    close: async () => http.close(),
  };
}

function check({ text }: BareAnswer): void {
  if (!text.includes("Echo: hi")) throw new Error(`Not the answer that was expected: ${text.slice(0, 300)}`);
}
