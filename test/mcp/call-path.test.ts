// Plain calls take one path over stdio and HTTP, in sessions and without: what goes over the wire, and what a tool sees behind it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { oddServer } from "./a-harbour.ts";
import { serveMcp } from "./serve-mcp.ts";

const stackDoor = join(dirname(fileURLToPath(import.meta.url)), "fixtures/stack-door.ts");
const VERSION = "2025-11-25";
let workspace = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveMcp>>;

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-path-")));
  runtime = createRuntime({
    workspace,
    variables: process.env,
    config: {
      permissions: { safe: ["work", "sleep"] },
      mcpServers: { odd: { ...oddServer("good"), risk: "low", sends: "nothing" } },
    },
  });
  door = await serveMcp({ runtime, host: "127.0.0.1", port: 0, mode: "full", onFault: () => {} });
});

afterAll(async () => {
  await door.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

for (const transport of ["stdio", "http"] as const)
  for (const [era, mode] of [
    ["modern", { pin: "2026-07-28" }],
    ["legacy", "legacy"],
  ] as const) {
    test(`over ${transport} the stack of a tool leads back to the request of a ${era} client`, async () => {
      const client = new Client({ name: "frames", version: "1" }, { versionNegotiation: { mode } });
      let child: ChildProcess | undefined;
      if (transport === "stdio") {
        const args = [stackDoor];
        await client.connect(
          new StdioClientTransport({ command: process.execPath, args, cwd: workspace, stderr: "ignore" }),
        );
      } else {
        const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
        child = spawn(process.execPath, [stackDoor, "http"], { cwd: workspace, stdio });
        const [url] = await once(createInterface({ input: child.stdout ?? process.stdin }), "line");
        await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      }
      await client.callTool({ name: "show_stack", arguments: {} }); // opens the run of the client
      const { structuredContent } = await client.callTool({ name: "show_stack", arguments: {} });
      const stack = String((structuredContent as { stack: string }).stack).split("\n");
      const places = stack.flatMap((line) => /at async (\S+) .*src\/(doors\/mcp\/\S+?):/.exec(line) ?? []);
      expect(places).toEqual(expect.arrayContaining(["passGate", "answerOf", "answerPlainCall"]));
      if (transport === "http") expect(places).toContain("doors/mcp/serve-http.ts");
      expect(stack.join("\n")).not.toContain("@modelcontextprotocol");
      expect(stack.filter((line) => !line.includes("node:internal")).length).toBeLessThanOrEqual(27);
      await client.close();
      child?.kill();
    });
  }

const always = { "content-type": "application/json", accept: "application/json, text/event-stream" };

function post(message: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  return fetch(door.url, { method: "POST", headers: { ...always, ...headers }, body });
}

async function openSession(headers: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  const clientInfo = { name: "path", version: "1" };
  const params = { protocolVersion: VERSION, capabilities: {}, clientInfo };
  const opened = await post({ id: 0, method: "initialize", params }, headers);
  await opened.text();
  const session = {
    ...headers,
    "mcp-session-id": opened.headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": VERSION,
  };
  await post({ method: "notifications/initialized" }, session);
  return session;
}

const calling = (id: number | string, name: string, input: object = {}) => ({
  id,
  method: "tools/call",
  params: { name, arguments: input },
});

test("a plain call in a session is answered with JSON, not with a stream", async () => {
  const session = await openSession();
  await (await post(calling(1, "work"), session)).text(); // waits until the server is known
  const answer = await post(calling("a", "work"), session);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("mcp-session-id")).toBe(session["mcp-session-id"]);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await answer.json()).toEqual({
    jsonrpc: "2.0",
    id: "a",
    result: { content: [{ type: "text", text: "worked" }] },
  });
});

test("a session cancels a plain call: the call ends, and nothing is said about it", async () => {
  const session = await openSession();
  const ended = new Promise<string>((resolve) => {
    const stop = runtime.subscribe((event) => {
      if (!("tool" in event) || event.tool !== "sleep") return;
      if (event.type === "call-start")
        void post({ method: "notifications/cancelled", params: { requestId: 7 } }, session).then(
          ({ status }) => expect(status).toBe(202),
        );
      if (event.type !== "call-end") return;
      stop();
      resolve(event.result.error?.code ?? "done");
    });
  });
  const answer = await post(calling(7, "sleep", { duration: 60 }), session);
  expect(await answer.text()).toBe("");
  expect(await ended).toBe("cancelled");
  expect((await post(calling(8, "work"), session)).status).toBe(200);
});

test("a session that is closed cancels its calls", async () => {
  const session = await openSession();
  const ended = new Promise<string>((resolve) => {
    const stop = runtime.subscribe((event) => {
      if (!("tool" in event) || event.tool !== "sleep") return;
      if (event.type === "call-start") void fetch(door.url, { method: "DELETE", headers: session });
      if (event.type !== "call-end") return;
      stop();
      resolve(event.result.error?.code ?? "done");
    });
  });
  await (await post(calling(1, "sleep", { duration: 60 }), session)).text();
  expect(await ended).toBe("cancelled");
  expect((await post(calling(2, "work"), session)).status).toBe(404);
});

test("the path of a plain call refuses what the SDK refuses in a session", async () => {
  const tokens = openTokens(runtime.store.documents);
  const anna = { authorization: `Bearer ${await tokens.create("anna", "user")}` };
  const bert = { authorization: `Bearer ${await tokens.create("bert", "user")}` };
  const session = await openSession(anna);
  expect((await post(calling(1, "work"), session)).status).toBe(200);
  for (const [headers, status] of [
    [{ ...session, ...bert }, 404],
    [{ ...session, "mcp-session-id": "made-up" }, 404],
    [{ ...session, "mcp-protocol-version": "1999-01-01" }, 400],
    [{ ...session, accept: "application/json" }, 406],
  ] as const)
    expect((await post(calling(2, "work"), headers)).status).toBe(status);
  const unreadable = await fetch(door.url, {
    method: "POST",
    body: "{",
    headers: { ...always, ...session },
  });
  expect(unreadable.status).toBe(400);
  expect(await unreadable.json()).toMatchObject({ error: { code: -32_700 }, id: null });
});
