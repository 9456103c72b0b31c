import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { createRuntime } from "../../src/runtime.ts";
import { COMMAND } from "../support/command.ts";

let workspace = "";
let server: ChildProcess;
let url = "";
const tokens = { user: "", viewer: "" };

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-mount-")));
  await writeFile(join(workspace, "dejima.yaml"), "permissions: {safe: [current_time]}\n");
  const runtime = createRuntime({ workspace, variables: process.env });
  const storage = openTokens(runtime.store.documents);
  tokens.user = await storage.create("anna", "user");
  tokens.viewer = await storage.create("visitor", "viewer");
  await runtime.close();
  const args = [COMMAND, "--config", "dejima.yaml", "serve", "--port", "0", "--json"];
  server = spawn(process.execPath, args, { cwd: workspace, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: server.stdout ?? process.stdin }), "line");
  url = `${JSON.parse(line).url}/mcp`;
});

afterAll(async () => {
  const ended = once(server, "exit");
  server.kill("SIGINT");
  await ended;
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

for (const [era, mode] of [
  ["modern", { pin: "2026-07-28" }],
  ["legacy", "legacy"],
] as const) {
  test(`dejima serve answers a ${era} MCP client at /mcp and records who it is`, async () => {
    const client = new Client({ name: `mounted-${era}`, version: "2.0.0" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${tokens.user}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("search_tools");
    expect(await client.callTool({ name: "current_time", arguments: {} })).toMatchObject({
      structuredContent: { iso: expect.any(String) },
    });
    await client.close();
    const runs = await fetch(new URL("/api/runs", url));
    expect(await runs.text()).toContain(`mcp mounted-${era} 2.0.0 as anna`);
  });
}

for (const [era, mode] of [
  ["modern", { pin: "2026-07-28" }],
  ["legacy", "legacy"],
] as const) {
  test(`a ${era} client whose token may not approve is not asked about its own calls`, async () => {
    const client = new Client(
      { name: `asking-${era}`, version: "1.0.0" },
      { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler("elicitation/create", () => expect.unreachable("was asked"));
    const requestInit = { headers: { authorization: `Bearer ${tokens.user}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const told = await client.callTool({ name: "shell", arguments: { command: "echo hello" } });
    expect(JSON.stringify(told)).toContain("approv");
    expect(JSON.stringify(told)).not.toContain("stdout");
    await client.callTool({ name: "add_memory", arguments: { content: `told by ${era} anna` } });
    await client.close();
    const memories = async (headers = {}) => (await fetch(new URL("/api/memory", url), { headers })).text();
    expect(await memories()).not.toContain(`told by ${era} anna`);
    expect(await memories(requestInit.headers)).toContain(`told by ${era} anna`);
  });
}

function knock(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const all = { "content-type": "application/json", ...headers };
    const asking = request(url, { method: "POST", headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asking.once("error", reject);
    asking.end("{}");
  });
}

test("/mcp of dejima serve is closed to other hosts, other origins, wrong tokens and tokens that may only look", async () => {
  const { host } = new URL(url);
  expect(await knock({ host: "evil.example" })).toBe(403);
  expect(await knock({ origin: "https://evil.example" })).toBe(403);
  expect(await knock({ authorization: `Bearer ${tokens.user.slice(0, -1)}~` })).toBe(401);
  expect(await knock({ authorization: `Bearer ${tokens.viewer}` })).toBe(403);
  expect(await knock({ origin: `http://${host}`, authorization: `Bearer ${tokens.user}` })).toBe(400);
});
