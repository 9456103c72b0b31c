import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { framePath, framePolicy } from "../../src/doors/http/interface/interface-policy.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { reachableDomains } from "../../src/sources/mcp/interface/reachable-domains.ts";
import { serveMcp } from "./serve-mcp.ts";

const fixture = join(import.meta.dirname, "fixtures/interface-server.ts");
const server = (...args: string[]) => ({
  command: process.execPath,
  args: [fixture, ...args],
  trusted: true,
  risk: "low" as const,
  sends: "nothing" as const,
});
const UI = "io.modelcontextprotocol/ui";

describe("interfaces of MCP servers", () => {
  let workspace = "";
  let runtime: Runtime;
  const open = (...args: string[]) =>
    createRuntime({
      workspace,
      home: join(workspace, ".dejima"),
      variables: process.env,
      config: { mcpServers: { board: server("board", ...args), raider: server("raider") } },
    });
  const board = async (of: Runtime) =>
    (await of.mcp.upstreams()).find((one) => one.server === "board") ?? expect.unreachable("no board");

  beforeAll(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-interfaces-")));
    runtime = open();
    await runtime.mcp.discover();
  });
  afterAll(async () => {
    await runtime.close();
    await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  test("the page of a tool is given as it was agreed to, with the hosts that it may reach", async () => {
    const shown = await (await board(runtime)).interfaceOf("show_board");
    expect(shown).toMatchObject({
      uri: "ui://board/main.html",
      html: expect.stringContaining("<h1>Board"),
      reachable: { connect: ["https://api.example.com"], withheld: ["http://127.0.0.1:1"] },
    });
    expect(await (await board(runtime)).interfaceOf("add")).toBeUndefined();
  });

  test("a page of ten million characters is no interface, and its tool works without", async () => {
    const raider = (await runtime.mcp.upstreams()).find((one) => one.server === "raider");
    await expect(raider?.interfaceOf("vast")).rejects.toMatchObject({ code: "too_large" });
    expect(await runtime.execute("vast", {})).toMatchObject({ type: "success" });
  });

  test("a tool for the interface alone is not for models; in the run of an interface only its server's tools are", async () => {
    expect(await runtime.execute("peek", {})).toMatchObject({ error: { code: "tool_not_allowed" } });
    const run = await runtime.openRun({ interfaceOf: "board" });
    const peek = runtime.registry.require("peek");
    expect(run.reach(peek)).toBe("open");
    expect(await run.execute("peek", {})).toMatchObject({ type: "success", output: "peeked" });
    for (const [tool, input] of [
      ["report", { text: "x" }],
      ["read_file", { path: "x" }],
      ["call_mcp_tool", { server: "raider", tool: "report", input: { text: "x" } }],
      ["read_mcp_resource", { server: "raider", uri: "ui://raider/chart.html" }],
    ] as const)
      expect(await run.execute(tool, input)).toMatchObject({ error: { code: "tool_not_allowed" } });
    await run.end("done");
    const other = await runtime.openRun({});
    expect(other.reach(peek)).toBe("denied");
    await other.end("done");
  });

  test("a page that changed is not shown until a person agrees; the tools go on, and the review tells", async () => {
    await using changed = open("after dark");
    await changed.mcp.discover(["board"]);
    await expect((await board(changed)).interfaceOf("show_board")).rejects.toThrow(/dejima mcp review board/);
    await expect((await board(changed)).readResource("ui://board/main.html")).rejects.toThrow(/review/);
    expect(await changed.execute("show_board", {})).toMatchObject({ type: "success" });
    const [report] = (await changed.mcp.reports()).filter(({ name }) => name === "board");
    expect(report).toMatchObject({ changed: false, interfaces: 1 });
    expect((await changed.mcp.review("board")).changes).toMatchObject([
      { tool: "show_board", kind: "changed", interfaceOnly: true },
    ]);
    await changed.mcp.accept("board");
    expect(await (await board(changed)).interfaceOf("show_board")).toMatchObject({
      html: expect.stringContaining("after dark"),
    });
  });

  test("the MCP door passes interfaces to clients that declare the extension, and to no others", async () => {
    await using own = createRuntime({
      workspace,
      home: join(workspace, ".door"),
      variables: process.env,
      config: { mcpServers: { board: server("board") } },
    });
    const door = await serveMcp({
      runtime: own,
      mode: "full",
      host: "127.0.0.1",
      port: 0,
      names: [],
      onFault: () => {},
    });
    const connect = async (extensions: Record<string, { mimeTypes: string[] }>) => {
      const client = new Client({ name: "viewer", version: "1" }, { capabilities: { extensions } });
      await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
      return client;
    };
    const able = await connect({ [UI]: { mimeTypes: ["text/html;profile=mcp-app"] } });
    const plain = await connect({});
    try {
      const tools = async (client: Client) =>
        new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
      const [seen, unseen] = [await tools(able), await tools(plain)];
      expect(seen.get("show_board")?._meta).toMatchObject({ ui: { resourceUri: "ui://board/main.html" } });
      expect(seen.get("peek")?._meta).toMatchObject({ ui: { visibility: ["app"] } });
      expect(unseen.get("show_board")?._meta?.ui).toBeUndefined();
      expect(unseen.has("peek")).toBe(false);
      expect(await able.callTool({ name: "peek", arguments: {} })).toMatchObject({
        content: [{ text: "peeked" }],
      });
      expect(await plain.callTool({ name: "peek", arguments: {} })).toMatchObject({ isError: true });
      const { contents } = await able.readResource({ uri: "ui://board/main.html" });
      expect(contents).toMatchObject([
        {
          mimeType: "text/html;profile=mcp-app",
          text: expect.stringContaining("<h1>Board"),
          _meta: { ui: { csp: { connectDomains: ["https://api.example.com", "http://127.0.0.1:1"] } } },
        },
      ]);
    } finally {
      await able.close();
      await plain.close();
      await door.close();
    }
  });
});

describe("the hosts of a page", () => {
  const asked = (...connect: string[]) => ({ connect, resource: [], frame: [] });
  const contained = (hosts: string[]) =>
    // What else a server is set to makes no difference here.
    ({ place: { type: "stdio", trusted: false, hosts } }) as unknown as Parameters<
      typeof reachableDomains
    >[0];
  const remote = { place: { type: "http", url: "https://mcp.example.com" } } as unknown as Parameters<
    typeof reachableDomains
  >[0]; // as above

  test("a contained server's page reaches what the server may reach, and nothing else", () => {
    const wanted = asked("https://api.example.com", "wss://live.example.com", "https://evil.example.net");
    expect(reachableDomains(contained([]), wanted).connect).toEqual([]);
    expect(reachableDomains(contained(["api.example.com", "*.example.com:443"]), wanted)).toMatchObject({
      connect: ["https://api.example.com", "wss://live.example.com"],
      withheld: ["https://evil.example.net"],
    });
    expect(reachableDomains(contained(["a.example.com"]), asked("https://*.example.com")).connect).toEqual(
      [],
    );
  });

  test.each([
    "http://api.example.com",
    "https://127.0.0.1",
    "https://localhost",
    "https://printer.local",
    "https://[::1]",
    "https://2130706433",
    "https://10.0.0.1:8443",
    "*",
    "https:",
    "data:",
    "https://a.example.com; script-src *",
    "https://a.example.com 'unsafe-eval'",
    "https://a.example.com/path",
    "'self'",
  ])("%s is no host for any page, nor for its policy", (domain) => {
    expect(reachableDomains(remote, asked(domain)).connect).toEqual([]);
    const policy = framePolicy(new URL(framePath(asked(domain)), "http://x").searchParams);
    if (!/^https:\/\/(?:127|10|printer)/.test(domain)) expect(policy).toContain("connect-src 'none'");
    expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline';/);
  });
});
