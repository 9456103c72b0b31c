// What validating clients check: results against the output schemas of their tools, and hints against what tools do.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openTokens } from "../../src/access/tokens.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { aHarbour, oddServer } from "./a-harbour.ts";
import { serveMcp } from "./serve-mcp.ts";

let workspace = "";
let olga = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveMcp>>;

const made = (name: string) =>
  defineTool({
    name,
    summary: "Make a text of a length that the caller chooses",
    description: "For tests.",
    category: "custom",
    risk: "low",
    input: z.object({ length: z.int() }),
    output: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    run: ({ length }) => ({ text: "x".repeat(length) }),
  });

/** The built-in tools that only read. Clients may call them without a question. */
const READ_ONLY = [
  ...["base64_decode", "base64_encode", "browser_snapshot", "browser_take_screenshot", "browser_wait_for"],
  ...["current_time", "detect_platform", "fetch", "find_capability", "get_env", "get_file_info"],
  ...["get_mcp_instructions", "get_mcp_prompt", "get_memory_stats", "get_run_log", "get_skill_info"],
  ...["get_skill_reference", "get_tool_info", "get_user_profile", "grep", "http_get", "json_parse"],
  ...[
    "json_query",
    "json_stringify",
    "list_files",
    "list_mcp_servers",
    "list_scheduled_tasks",
    "list_skills",
  ],
  ...["read_file", "read_mcp_resource", "read_observation", "search_memory", "search_skills", "search_tools"],
  ...["sleep", "web_search"],
];

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-valid-")));
  const mcpClients = { small: { maxResult: 20_000 } };
  const config = {
    mcpClients,
    permissions: { safe: ["make_text"], confirm: ["make_asked"] },
  };
  runtime = createRuntime({ workspace, config, tools: [made("make_text"), made("make_asked")] });
  olga = await openTokens(runtime.store.documents).create("olga", "user");
  door = await serveMcp({ runtime, mode: "full", host: "127.0.0.1", port: 0, onFault: () => {} });
});

afterAll(async () => {
  await door.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

for (const [era, mode] of [
  ["modern", { pin: "2026-07-28" }],
  ["legacy", "legacy"],
] as const) {
  async function connect(name = "valid"): Promise<Client> {
    const client = new Client({ name, version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
    await client.listTools(); // from now on it checks results
    return client;
  }

  test(`a ${era} client gets structured content whole, though its text is cut`, async () => {
    const client = await connect();
    for (const length of [10, 100_000]) {
      const { structuredContent, content } = await client.callTool({
        name: "make_text",
        arguments: { length },
      });
      expect((structuredContent as { text: string }).text).toHaveLength(length);
      expect(JSON.stringify(content).length).toBeLessThan(20_000);
    }
    await client.close();
  });

  test(`a ${era} client gets a valid result with a link that pages the rest where it is too long`, async () => {
    const client = await connect();
    const length = 2_000_000;
    const most = await client.callTool({ name: "make_text", arguments: { length } });
    expect(most.isError).not.toBe(true);
    expect((most.structuredContent as { text: string }).text).toMatch(/^x+…$/);
    expect(JSON.stringify(most).length).toBeLessThan(100_000);
    const link = (most.content as { type: string; uri: string }[]).find(
      ({ type }) => type === "resource_link",
    );
    let whole = "";
    for (let uri: unknown = link?.uri; typeof uri === "string"; ) {
      const [page] = (await client.readResource({ uri })).contents;
      whole += page !== undefined && "text" in page ? page.text : "";
      uri = page?._meta?.["dejima/next"];
    }
    expect(JSON.parse(whole)).toEqual({ text: "x".repeat(length) });
    await client.close();
    const stranger = new Client({ name: "valid", version: "1" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${olga}` } };
    await stranger.connect(new StreamableHTTPClientTransport(new URL(door.url), { requestInit }));
    await expect(stranger.readResource({ uri: link?.uri ?? "" })).rejects.toThrow(/not found/i);
    await stranger.close();
  });

  test(`a ${era} client whose limit is lower gets less`, async () => {
    const client = await connect("small");
    const result = await client.callTool({ name: "make_text", arguments: { length: 100_000 } });
    expect((result.structuredContent as { text: string }).text.length).toBeLessThan(20_000);
    expect(JSON.stringify(result.content)).toContain("dejima://observations/");
    await client.close();
  });

  test(`a ${era} client gets a waiting call as an error, which it does not check`, async () => {
    const client = await connect();
    const waiting = await client.callTool({ name: "make_asked", arguments: { length: 1 } });
    expect(waiting).toMatchObject({
      isError: true,
      _meta: { "dejima/pending": { status: "approval_required" } },
    });
    await client.close();
  });

  test(`a ${era} client is told of no built-in tool that it only reads if it keeps, sends, starts, allows or spends something`, async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
    const own = new Set(
      runtime.registry.list().flatMap(({ name, source }) => (source === "builtin" ? name : [])),
    );
    const names = reading.flatMap(({ name }) => (own.has(name) ? name : []));
    expect(names.sort()).toEqual(READ_ONLY);
    await client.close();
  });
}

test("a client gets the beginning of 300,000 blocks as text with a link to them all, and no block that it would refuse", async () => {
  const open = { risk: "low", sends: "nothing", timeout: 60_000, prefix: true } as const;
  const harbour = await aHarbour({
    many: { ...oddServer("blocks"), ...open },
    odd: { ...oddServer("odd-block"), ...open },
  });
  const at = { runtime: harbour.runtime, host: "127.0.0.1", port: 0, onFault: () => {} };
  const blocks = await serveMcp({ ...at, mode: "full" });
  await harbour.runtime.mcp.discover();
  const client = new Client({ name: "many", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(blocks.url)));
  const odd = await client.callTool({ name: "odd__work", arguments: {} });
  expect(odd).toMatchObject({ isError: true, _meta: { "dejima/error": "server_unavailable" } });
  const { content } = await client.callTool({ name: "many__work", arguments: {} });
  const [first, link] = content as { type: string; text?: string; uri?: string }[];
  expect(first?.text).toMatch(/^b0\nb1\n[\s\S]* has the whole\]$/);
  expect(first?.text?.length).toBeLessThan(20_000);
  const [page] = (await client.readResource({ uri: link?.uri ?? "" })).contents;
  expect(page?._meta?.["dejima/characters"]).toBeGreaterThan(2_000_000);
  await client.close();
  await blocks.close();
  await harbour.close();
});
