// MCP clients of others that are libraries or bridges.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { aClientDoor, clientModules, hasClients } from "./a-client-door.ts";

/** A client in the shape that all of them have in common. */
interface Connected {
  list(): Promise<string[]>;
  /** Calls a tool. Gives what the client hands on, as text; errors too. */
  call(tool: string, input: object, signal?: AbortSignal): Promise<string>;
  close(): Promise<unknown>;
}

const load = (path: string) => import(pathToFileURL(join(clientModules, path)).href);
const textOf = (value: unknown) => JSON.stringify(value) ?? "";
const orError = (work: Promise<unknown>) => work.then(textOf, (error: Error) => `failed: ${error.message}`);

interface NamedTool {
  readonly name: string;
  invoke(input: object, options: { readonly signal?: AbortSignal | undefined }): Promise<unknown>;
}

const LIBRARIES: Readonly<Record<string, (url: string) => Promise<Connected>>> = {
  async "AI SDK"(url) {
    const { createMCPClient } = await load("@ai-sdk/mcp/dist/index.js");
    const client = await createMCPClient({ transport: { type: "http", url } });
    const tools = await client.tools();
    return {
      list: async () => Object.keys(tools),
      call: (tool, input, abortSignal) =>
        orError(tools[tool].execute(input, { toolCallId: "1", messages: [], abortSignal })),
      close: () => client.close(),
    };
  },
  async LangChain(url) {
    const { MultiServerMCPClient } = await load("@langchain/mcp-adapters/dist/index.js");
    const client = new MultiServerMCPClient({ mcpServers: { dejima: { transport: "http", url } } });
    const tools: readonly NamedTool[] = await client.getTools();
    return {
      list: async () => tools.map(({ name }) => name),
      call: (tool, input, signal) =>
        orError(tools.find(({ name }) => name === tool)?.invoke(input, { signal }) ?? Promise.reject()),
      close: () => client.close(),
    };
  },
  async "mcp-use"(url) {
    const { MCPClient } = await load("mcp-use/dist/src/client.js");
    const client = MCPClient.fromDict({ mcpServers: { dejima: { url } } });
    const session = await client.createSession("dejima");
    return {
      list: async () => (await session.listTools()).map(({ name }: { name: string }) => name),
      call: (tool, input, signal) => orError(session.callTool(tool, input, { signal })),
      close: () => client.closeAllSessions(),
    };
  },
  async "mcp-remote"(url) {
    const client = new Client({ name: "behind-mcp-remote", version: "1" });
    const args = [join(clientModules, "mcp-remote/dist/proxy.js"), url, "--allow-http"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (tool, input, signal) =>
        orError(client.callTool({ name: tool, arguments: { ...input } }, signal && { signal })),
      close: () => client.close(),
    };
  },
};

for (const [name, connect] of Object.entries(LIBRARIES))
  test.runIf(hasClients)(
    `${name} (if it can be installed) lists, calls, cancels, gets a large result and a picture, and resumes an approved call`,
    async () => {
      await using door = await aClientDoor();
      const client = await connect(door.url);
      expect(await client.list()).toEqual(expect.arrayContaining(["make_text", "echo", "resume_call"]));
      const large = await client.call("make_text", { length: 300_000 });
      expect(large).toContain("z".repeat(300_000));
      expect(large).not.toMatch(/^failed|-32600/);
      expect(await client.call("work_slowly", { steps: 3 })).toContain("worked 3 steps");
      const leaving = new AbortController();
      const cancelled = client.call("work_slowly", { steps: 2_000 }, leaving.signal);
      setTimeout(() => leaving.abort(new Error("no longer wanted")), 300);
      expect(await cancelled).toMatch(/^failed/);
      await expect.poll(() => door.ends).toEqual(["done", "cancelled"]);
      const waiting = await client.call("make_asked", { length: 7 });
      const id = await door.approve(waiting);
      expect(await client.call("resume_call", { id })).toMatch(/[^z]z{7}[^z]/);
      // Last: from then on the run holds a stranger's words.
      expect(await client.call("get-tiny-image", {})).toContain("iVBORw0KGgo");
      await client.close();
    },
  );
