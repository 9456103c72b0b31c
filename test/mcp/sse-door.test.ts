// Clients that know only the HTTP transport of 2024-11-05: a stream of events, and a POST for each message.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, SSEClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { oddServer } from "./a-harbour.ts";
import { serveMcp } from "./serve-mcp.ts";

let workspace = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveMcp>>;
const clients: Client[] = [];

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-sse-")));
  runtime = createRuntime({
    workspace,
    variables: process.env,
    config: {
      permissions: { safe: ["work", "sleep"], confirm: ["write_file"] },
      mcpServers: { odd: { ...oddServer("good"), risk: "low", sends: "nothing" } },
    },
  });
  const options = { runtime, host: "127.0.0.1", port: 0, names: [], onFault: () => {} } as const;
  door = await serveMcp({ ...options, mode: "full", mostSessions: 3 });
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await door.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function connect(answer?: () => { action: "accept"; content: { answer: string } }): Promise<Client> {
  const capabilities = answer === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: "old", version: "1" }, { capabilities });
  if (answer !== undefined) client.setRequestHandler("elicitation/create", answer);
  await client.connect(new SSEClientTransport(new URL(door.url)));
  clients.push(client);
  return client;
}

/** Opens a stream by hand. Gives the address for messages, and ends the stream on request. */
async function openStream(headers: Readonly<Record<string, string>> = {}) {
  const leave = new AbortController();
  const response = await fetch(door.url, {
    signal: leave.signal,
    headers: { accept: "text/event-stream", ...headers },
  });
  const reader = response.body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  const [, address = ""] = /^event: endpoint\ndata: (\S+)\n\n$/.exec(first) ?? [];
  return { response, address: new URL(address, door.url), reader, leave: () => leave.abort() };
}

function post(url: URL, message: unknown, headers: Readonly<Record<string, string>> = {}) {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const all = { "content-type": "application/json", ...headers };
  return fetch(url, { method: "POST", body, headers: all });
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "bare", version: "1" } },
};
const call = (id: number, name: string, input: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: input },
});

/** How the next call of a tool ends. `started` is called when it has begun. */
function endOf(tool: string, started: () => void): Promise<string> {
  return new Promise((resolve) => {
    const stop = runtime.subscribe((event) => {
      if (!("tool" in event) || event.tool !== tool) return;
      if (event.type === "call-start") started();
      if (event.type !== "call-end") return;
      stop();
      resolve(event.result.error?.code ?? "done");
    });
  });
}

test("the SDK's client for the old transport lists and calls, several at once", async () => {
  const client = await connect();
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("work");
  const results = await Promise.all(
    Array.from({ length: 20 }, () => client.callTool({ name: "work", arguments: {} })),
  );
  for (const result of results) expect(result).toMatchObject({ content: [{ type: "text" }] });
  await client.close();
});

test("a person at the old transport is asked about a call, and their answer counts", async () => {
  const client = await connect(() => ({ action: "accept", content: { answer: "approve" } }));
  const input = { path: "a.txt", content: "x" };
  const result = await client.callTool({ name: "write_file", arguments: input });
  expect(result).toMatchObject({ content: [{ type: "text" }] });
  expect(result.isError ?? false).toBe(false);
  await client.close();
});

test("a client cancels a call, and a disconnecting client cancels all of its calls", async () => {
  const client = await connect();
  const cancel = new AbortController();
  const cancelled = endOf("sleep", () => cancel.abort());
  const input = { name: "sleep", arguments: { duration: 60 } };
  await expect(client.callTool(input, { signal: cancel.signal })).rejects.toThrow();
  expect(await cancelled).toBe("cancelled");
  await client.close();

  const stream = await openStream();
  expect((await post(stream.address, initialize)).status).toBe(202);
  const left = endOf("sleep", stream.leave);
  expect((await post(stream.address, call(2, "sleep", { duration: 60 }))).status).toBe(202);
  expect(await left).toBe("cancelled");
  await expect.poll(async () => (await post(stream.address, call(3, "work"))).status).toBe(404);
});

test("a session belongs to its principal, and only whole messages are taken", async () => {
  const tokens = openTokens(runtime.store.documents);
  const anna = { authorization: `Bearer ${await tokens.create("anna", "user")}` };
  const bert = { authorization: `Bearer ${await tokens.create("bert", "user")}` };
  const { address, leave } = await openStream(anna);
  const made = new URL("?sse=00000000-0000-4000-8000-000000000000", door.url);
  expect((await post(address, initialize, bert)).status).toBe(404);
  expect((await post(address, initialize)).status).toBe(404);
  expect((await post(made, initialize, anna)).status).toBe(404);
  expect((await post(address, "{", anna)).status).toBe(400);
  expect((await post(address, [initialize], anna)).status).toBe(400);
  expect((await post(address, initialize, { ...anna, "content-type": "text/plain" })).status).toBe(400);
  expect((await post(address, initialize, anna)).status).toBe(202);
  leave();
});

test("a stream ends when its token is revoked", async () => {
  const tokens = openTokens(runtime.store.documents);
  const carl = { authorization: `Bearer ${await tokens.create("carl", "user")}` };
  const { reader } = await openStream(carl);
  await tokens.revoke("carl");
  await expect(reader?.read()).rejects.toThrow();
});

test("streams beyond the limit close the oldest one of the client with the most", async () => {
  const tokens = openTokens(runtime.store.documents);
  const dora = { authorization: `Bearer ${await tokens.create("dora", "user")}` };
  const other = await openStream(dora);
  const first = await openStream();
  const second = await openStream();
  const third = await openStream();
  expect((await first.reader?.read())?.done).toBe(true);
  expect((await post(other.address, initialize, dora)).status).toBe(202);
  expect((await post(second.address, initialize)).status).toBe(202);
  for (const { leave } of [other, second, third]) leave();
});

test("a client of a newer transport without a session gets no stream", async () => {
  const headers = { accept: "text/event-stream", "mcp-protocol-version": "2025-11-25" };
  const response = await fetch(door.url, { headers });
  expect(response.status).toBeGreaterThanOrEqual(400);
});
