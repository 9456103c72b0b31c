import { execFile } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { installPeers, npmServer, peerModules } from "./peers.ts";
import { serveMcp } from "./serve-mcp.ts";

const here = dirname(fileURLToPath(import.meta.url));
let workspace = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveMcp>>;
const clients: Client[] = [];

beforeAll(async () => {
  installPeers();
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-pass-")));
  const own = { command: process.execPath, args: [join(here, "fixtures/conformance-server.ts")] };
  runtime = createRuntime({
    workspace,
    variables: process.env,
    config: {
      mcpClients: { "denied*": { deny: ["read_mcp_resource", "get_mcp_prompt"] } },
      mcpServers: {
        fixture: { ...own, trusted: true, risk: "low", sends: "nothing" },
        twin: { ...own, trusted: true, risk: "low", sends: "nothing" },
        everything: { ...npmServer("everything"), trusted: true, risk: "low", sends: "nothing" },
      },
    },
  });
  door = await serveMcp({ runtime, mode: "full", host: "127.0.0.1", port: 0, names: [], onFault: () => {} });
  await runtime.mcp.discover();
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await door.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const ERAS = { modern: { pin: "2026-07-28" }, legacy: "legacy" } as const;
type Era = keyof typeof ERAS;

async function connect(era: Era, name = `passer-${era}`): Promise<Client> {
  const client = new Client({ name, version: "1" }, { versionNegotiation: { mode: ERAS[era] } });
  await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
  clients.push(client);
  return client;
}

for (const era of ["modern", "legacy"] as const) {
  test(`a ${era} client reads the resources of servers of either era, listed and by template`, async () => {
    const client = await connect(era);
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(new Set(uris).size).toBe(uris.length);
    expect(uris).toContain("test://static-text");
    const text = async (uri: string) => JSON.stringify((await client.readResource({ uri })).contents);
    expect(await text("test://static-text")).toContain("static text resource");
    expect(await text("test://template/7/data")).toContain("Data for ID: 7");
    const foreign = uris.find((uri) => !uri.startsWith("test:") && !uri.startsWith("skill:"));
    expect(await text(foreign ?? expect.unreachable(uris.join()))).toContain("text");
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.length).toBeGreaterThan(1);
    await expect(client.readResource({ uri: "nowhere://x" })).rejects.toMatchObject({ code: -32_602 });
  });

  test(`a ${era} client gets prompts of servers, told apart by their server's name, with completion`, async () => {
    const client = await connect(era);
    const names = (await client.listPrompts()).prompts.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["fixture__test_simple_prompt", "twin__test_simple_prompt"]),
    );
    expect(names).toEqual(expect.arrayContaining(["simple-prompt", "skill-creator"])); // one of everything, one skill
    const given = { arg1: "hello", arg2: "world" };
    const name = "twin__test_prompt_with_arguments";
    const { messages } = await client.getPrompt({ name, arguments: given });
    expect(JSON.stringify(messages)).toContain("arg1='hello', arg2='world'");
    const ref = { type: "ref/prompt", name } as const;
    const completed = await client.complete({ ref, argument: { name: "arg1", value: "par" } });
    expect(completed.completion.values).toEqual(["paris", "park", "party"]);
    const template = { type: "ref/resource", uri: "test://template/{id}/data" } as const;
    const filled = await client.complete({ ref: template, argument: { name: "id", value: "12" } });
    expect(filled.completion.values).toEqual(["123", "124"]);
    await expect(client.getPrompt({ name: "no-such-prompt" })).rejects.toMatchObject({ code: -32_602 });
  });

  test(`a ${era} client hears when a resource that it watches changes, and when lists do`, async () => {
    const client = await connect(era);
    const heard: string[] = [];
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
        heard.push(params.uri);
        resolve();
      });
    });
    const listed = new Promise<void>((resolve) => {
      client.setNotificationHandler("notifications/prompts/list_changed", () => resolve());
    });
    const uri = "test://watched-resource";
    if (era === "legacy") await client.subscribeResource({ uri });
    else await client.listen({ resourceSubscriptions: [uri], promptsListChanged: true });
    await client.callTool({ name: "fixture__test_trigger_resource_update", arguments: {} });
    await changed;
    expect(heard).toEqual([uri]);
    await client.callTool({ name: "fixture__test_trigger_prompt_change", arguments: {} });
    await listed;
    if (era === "legacy") await client.unsubscribeResource({ uri });
  });

  test(`a ${era} client gets the log messages of a server as far as it wants them`, async () => {
    const client = await connect(era);
    const said: unknown[] = [];
    client.setNotificationHandler("notifications/message", ({ params }) => void said.push(params.data));
    const call = async (level: "info" | "error") => {
      if (era === "legacy") await client.setLoggingLevel(level);
      const _meta = era === "legacy" ? {} : { "io.modelcontextprotocol/logLevel": level };
      await client.callTool({ name: "fixture__test_tool_with_logging", arguments: {}, _meta });
    };
    await call("error");
    expect(said).toEqual([]);
    await call("info");
    expect(said).toEqual(["Tool execution started", "Tool processing data", "Tool execution completed"]);
  });

  test(`what a ${era} client reads of servers is judged and recorded like a call`, async () => {
    await (await connect(era)).readResource({ uri: "test://static-text" });
    const denied = await connect(era, `denied-${era}`);
    await expect(denied.readResource({ uri: "test://static-text" })).rejects.toThrow(/tool_not_allowed/);
    await expect(denied.getPrompt({ name: "fixture__test_simple_prompt" })).rejects.toThrow(
      /tool_not_allowed/,
    );
    const runs = await runtime.store.runs.list({ limit: 100 });
    const run = runs.find(({ title }) => title === `mcp passer-${era} 1 as local`);
    const events = await Array.fromAsync(runtime.history.read(run?.id ?? ""));
    expect(JSON.stringify(events)).toContain('"tool":"read_mcp_resource"');
  });

  test(`the Inspector verifies the skills over HTTP in the ${era} era`, async () => {
    const inspect = (...args: string[]) =>
      new Promise<{ code: number; said: string }>((resolve) => {
        const all = [
          join(peerModules, ".bin/mcp-inspector"),
          "--cli",
          door.url,
          "--protocol-era",
          era,
          ...args,
        ];
        execFile(process.execPath, all, { cwd: workspace, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
          resolve({ code: typeof error?.code === "number" ? error.code : 0, said: stdout + stderr }),
        );
      });
    const { code, said } = await inspect("--method", "skills/list", "--verify");
    expect(code, said).toBe(0);
    expect(said).toContain("skill-creator");
    const listed = await inspect("--method", "tools/list", "--strict");
    expect(listed.code, listed.said.slice(-1_000)).toBe(0);
  });
}
