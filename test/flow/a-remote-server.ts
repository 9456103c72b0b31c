import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";

export interface RemoteServer extends AsyncDisposable {
  readonly url: string;
  /** What requests have told the server, in order. */
  readonly told: readonly string[];
}

/** An MCP server over HTTP that remembers what it was told; `annotations` are what it says of its tool. */
export async function aRemoteServer(annotations: { readOnlyHint?: boolean } = {}): Promise<RemoteServer> {
  const told: string[] = [];
  const text = (said: string) => ({ type: "text" as const, text: said });
  const make = () => {
    const server = new McpServer({ name: "remote", version: "1.0.0" });
    server.registerTool(
      "lookup",
      { description: "Looks a word up", inputSchema: z.object({ word: z.string() }), annotations },
      async ({ word }) => {
        told.push(word);
        return { content: [text("found")] };
      },
    );
    server.registerResource(
      "word",
      new ResourceTemplate("word://{word}", { list: undefined }),
      {},
      async (uri) => {
        told.push(uri.href);
        return { contents: [{ uri: uri.href, text: "a word" }] };
      },
    );
    server.registerPrompt(
      "greet",
      { description: "Greets", argsSchema: z.object({ name: z.string() }) },
      async ({ name }) => {
        told.push(name);
        return { messages: [{ role: "user", content: text(`Greet ${name}`) }] };
      },
    );
    return server;
  };
  const handle = toNodeHandler(createMcpHandler(make));
  // Requests that came in have a method.
  const http = createServer((request, response) => void handle(request as never, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    told,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
