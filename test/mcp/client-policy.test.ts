import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { oddServer } from "./a-harbour.ts";
import { serveMcp } from "./serve-mcp.ts";

let workspace = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveMcp>>;
let token = "";
const clients: Client[] = [];

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-clients-")));
  await writeFile(join(workspace, "a.txt"), "hello");
  runtime = createRuntime({
    workspace,
    variables: process.env,
    config: {
      permissions: { safe: ["work", "shell(ls*)"], deny: ["list_files"] },
      mcpServers: { odd: oddServer("good") },
      mcpClients: {
        "narrow*": { only: ["read_file", "work", "grep", "list_files"], mode: "full" },
        "token:ci": { deny: ["work"], confirm: ["read_file"] },
        searcher: { deny: ["grep"], mode: "search" },
      },
    },
  });
  token = await openTokens(runtime.store.documents).create("ci", "user");
  door = await serveMcp({ runtime, mode: "auto", host: "127.0.0.1", port: 0, names: [], onFault: () => {} });
  await runtime.mcp.discover();
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await door.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function connect(name: string, mode: { pin: string } | "legacy", bearer?: string): Promise<Client> {
  const client = new Client({ name, version: "1.0.0" }, { versionNegotiation: { mode } });
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(door.url), { requestInit: { headers } }));
  clients.push(client);
  return client;
}
const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const call = async (client: Client, name: string, input: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: input });
const refused = { isError: true, _meta: { "dejima/error": "tool_not_allowed" } };

for (const era of [{ pin: "2026-07-28" }, "legacy"] as const) {
  const label = era === "legacy" ? "legacy" : "modern";

  test(`a ${label} client sees and uses only what the rules for its name leave`, async () => {
    const narrow = await connect("Narrow-client", era);
    // list_files is denied to all: no rule for a client can give it back.
    expect(await names(narrow)).toEqual(["resume_call", "grep", "read_file", "work"]);
    expect((await call(narrow, "read_file", { path: "a.txt" })).isError).not.toBe(true);
    expect(await call(narrow, "current_time")).toMatchObject(refused);
    expect(await call(narrow, "list_files")).toMatchObject(refused);
    const other = await connect("other", era);
    expect(await names(other)).toEqual(expect.arrayContaining(["search_tools", "list_skills", "work"]));
    expect(await names(other)).not.toContain("list_files");
    expect((await call(other, "current_time")).isError).not.toBe(true);
  });

  test(`the rules for a token hold for a ${label} client whatever it calls itself`, async () => {
    const ci = await connect("anything", era, token);
    expect(await call(ci, "work")).toMatchObject(refused);
    expect(await names(ci)).not.toContain("work");
    const asked = await call(ci, "read_file", { path: "a.txt" });
    expect(asked._meta).toMatchObject({ "dejima/pending": { status: "approval_required" } });
    expect(await call(await connect("token:ci", era), "work")).not.toMatchObject(refused);
  });

  test(`a search of a ${label} client finds nothing that it may not use`, async () => {
    const searcher = await connect("searcher", era);
    expect(await names(searcher)).toEqual([
      ...["search_tools", "describe_tool", "call_tool", "resume_call", "run_program"],
    ]);
    const found = async (query: string) => {
      const { structuredContent } = await call(searcher, "search_tools", { query, limit: 50 });
      return (structuredContent as { tools: { name: string }[] }).tools.map(({ name }) => name);
    };
    expect(await found("read a text file")).toContain("read_file");
    expect(await found("search for text in files with a pattern")).not.toContain("grep");
    expect(await found("delete a file")).not.toContain("delete_file"); // nobody has switched it on
    await expect(call(searcher, "describe_tool", { name: "grep" })).rejects.toThrow(/denies it/);
    expect(await call(searcher, "call_tool", { name: "grep", input: { pattern: "x" } })).toMatchObject(
      refused,
    );
  });
}

test("the list of tools is the same each time and says how long it may be kept", async () => {
  const post = async () => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const response = await fetch(door.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/list",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } }),
    });
    return (await response.json()) as { result: { tools: unknown[]; ttlMs: number; cacheScope: string } };
  };
  const [{ result: one }, { result: other }] = [await post(), await post()];
  expect(one).toMatchObject({ ttlMs: 60_000, cacheScope: "private" });
  expect(JSON.stringify(other.tools)).toBe(JSON.stringify(one.tools));
});
