import { mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { aGuardedServer, browse, type GuardedServer } from "./fixtures/a-guarded-server.ts";
import { installPeers } from "./peers.ts";
import { serveMcp } from "./serve-mcp.ts";

/** A server that holds a login: in its process, and in its home folder. */
const SERVER = `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
const tool = (name) => ({ name, inputSchema: { type: "object", properties: { as: { type: "string" } } } });
const file = process.env.HOME + "/login";
let held = "nobody";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const answer = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  const said = (text) => answer({ content: [{ type: "text", text }] });
  if (method === "initialize")
    answer({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } });
  else if (method === "tools/list") answer({ tools: [tool("enter"), tool("who")] });
  else if (params?.name === "enter") {
    held = params.arguments.as;
    writeFileSync(file, held);
    said("entered");
  } else if (params?.name === "who")
    said(JSON.stringify({ pid: process.pid, held, stored: existsSync(file) ? readFileSync(file, "utf8") : "nothing" }));
  else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }));
}
`;

const REDIRECT = "http://127.0.0.1:49220/callback";
let workspace = "";
let guarded: GuardedServer;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  installPeers();
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-per-user-")));
  await writeFile(join(workspace, "server.mjs"), SERVER);
  guarded = await aGuardedServer({ seconds: 600 });
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await guarded.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** A runtime of two servers that hold logins: one per user, one shared. */
async function aRuntime(): Promise<Runtime> {
  const server = { command: process.execPath, args: [join(workspace, "server.mjs")], trusted: true };
  const harmless = { risk: "low", sends: "nothing", prefix: true } as const;
  const runtime = createRuntime({
    workspace,
    home: join(workspace, ".dejima"),
    variables: { ...process.env, HOME: workspace },
    config: {
      network: { allowPrivate: ["127.0.0.1"] },
      mcpServers: {
        own: { ...server, ...harmless, perUser: true },
        shared: { ...server, ...harmless },
        docs: { url: guarded.url, ...harmless, perUser: true },
      },
    },
  });
  closing.push(() => runtime.close());
  await runtime.mcp.discover(["own", "shared"]);
  return runtime;
}

async function callAs(runtime: Runtime, user: string | undefined, tool: string, input: object = {}) {
  const run = await runtime.openRun({ title: "test", mode: "unattended", ...(user && { user }) });
  const outcome = await run.execute(tool, input);
  await run.end("done");
  return outcome.type === "success" ? String(outcome.output) : outcome.error.message;
}

const whoIs = async (runtime: Runtime, user: string | undefined, server: string) =>
  JSON.parse(await callAs(runtime, user, `${server}__who`));

test("a per-user server has a process and a home folder for each user, even after a restart; another one is shared", async () => {
  const runtime = await aRuntime();
  for (const user of [undefined, "olga", "ivan"])
    for (const server of ["own", "shared"])
      expect(await callAs(runtime, user, `${server}__enter`, { as: user ?? "me" })).toBe("entered");
  const [me, olga, ivan] = await Promise.all(
    [undefined, "olga", "ivan"].map((user) => whoIs(runtime, user, "own")),
  );
  expect([me.held, olga.held, ivan.held]).toEqual(["me", "olga", "ivan"]);
  expect(new Set([me.pid, olga.pid, ivan.pid]).size).toBe(3);
  expect((await whoIs(runtime, "olga", "own")).pid).toBe(olga.pid);
  expect((await whoIs(runtime, "olga", "shared")).held).toBe("ivan");
  await runtime.close();
  const again = await aRuntime();
  expect(await whoIs(again, "olga", "own")).toMatchObject({ held: "nobody", stored: "olga" });
  expect(await whoIs(again, "eve", "own")).toMatchObject({ held: "nobody", stored: "nothing" });
});

test("the user of a client is the one whose token it brings, whatever it calls itself", async () => {
  const runtime = await aRuntime();
  const tokens = openTokens(runtime.store.documents);
  const door = await serveMcp({ runtime, mode: "full", host: "127.0.0.1", port: 0, onFault: () => {} });
  closing.push(() => door.close());
  const held: string[] = [];
  for (const user of ["anna", "boris"]) {
    const requestInit = { headers: { authorization: `Bearer ${await tokens.create(user, "user")}` } };
    const client = new Client({ name: "anna", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(door.url), { requestInit }));
    await client.callTool({ name: "own__enter", arguments: { as: user } });
    held.push(JSON.stringify((await client.callTool({ name: "own__who", arguments: {} })).content));
    await client.close();
  }
  expect(held[0]).toContain("anna");
  expect(held[1]).toContain("boris");
});

test("each user logs in to a remote server for themselves, and removing it forgets all logins", async () => {
  const runtime = await aRuntime();
  const login = async (user?: string) => {
    let answer = new URLSearchParams();
    const door = {
      redirectUrl: REDIRECT,
      show: async (url: URL) => {
        answer = (await browse(url.href, REDIRECT)).searchParams;
      },
      answer: async () => answer,
    };
    await runtime.mcp.login("docs", door, { user });
  };
  await login();
  await runtime.mcp.discover(["docs"]);
  const mine = new Set(guarded.tokens);
  expect(await callAs(runtime, "olga", "docs__read")).toContain("`dejima mcp login docs --user olga`");
  await login("olga");
  expect(await callAs(runtime, "olga", "docs__read")).toBe("read done");
  expect([...guarded.tokens].filter((token) => !mine.has(token))).toHaveLength(1);
  expect(await callAs(runtime, "ivan", "docs__read")).toContain("wants you to log in");
  await expect(runtime.mcp.logout("shared", { user: "olga" })).rejects.toThrow(/perUser/);
  const users = join(workspace, ".dejima/mcp-credentials/.users/docs");
  expect(await readdir(users)).toEqual([expect.stringMatching(/^olga-[0-9a-f]{16}\.json$/)]);
  await runtime.mcp.logout("docs", "everyone");
  await expect(readdir(users)).rejects.toThrow(/ENOENT/);
});
