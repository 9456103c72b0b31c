import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { request as rawRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { COMMAND } from "../support/command.ts";
import { trustFolder } from "../support/trust.ts";
import { oddServer } from "./a-harbour.ts";
import { installPeers, peerModules } from "./peers.ts";
import { serveMcp } from "./serve-mcp.ts";

let workspace = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveMcp>>;
let search: Awaited<ReturnType<typeof serveMcp>>;
const clients: Client[] = [];

beforeAll(async () => {
  installPeers();
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-door-")));
  runtime = createRuntime({
    workspace,
    variables: process.env,
    config: {
      permissions: { safe: ["work", "sleep"], confirm: ["write_file"] },
      // Its clients share what they have read: what one has called marks the others.
      mcpServers: { odd: { ...oddServer("good"), sends: "nothing" } },
    },
  });
  const options = { runtime, host: "127.0.0.1", port: 0, names: [], onFault: () => {} } as const;
  door = await serveMcp({ ...options, mode: "full" });
  search = await serveMcp({ ...options, mode: "search" });
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await door.close();
  await search.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const ERAS = { modern: { pin: "2026-07-28" }, legacy: "legacy" } as const;
type Era = keyof typeof ERAS;
type Elicited = { action: "accept" | "decline" | "cancel"; content?: { answer: string } };

async function connect(era: Era, elicited?: Elicited, url = door.url): Promise<Client & { asked: string[] }> {
  const capabilities: ClientOptions["capabilities"] =
    elicited === undefined ? {} : { elicitation: { form: {} } };
  const info = { name: `test-${era}`, version: "1.0.0" };
  const client = new Client(info, { capabilities, versionNegotiation: { mode: ERAS[era] } });
  const asked: string[] = [];
  if (elicited !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return elicited;
    });
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  clients.push(client);
  return Object.assign(client, { asked });
}
const text = (result: { content: unknown }) => (result.content as { text: string }[])[0]?.text ?? "";
const write = (path: string) => ({ name: "write_file", arguments: { path, content: "from a client" } });

for (const era of ["modern", "legacy"] as const) {
  test(`a ${era} client sees builtins and servers in one list and calls both`, async () => {
    const client = await connect(era);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["read_file", "shell", "work", "resume_call"]));
    expect(names.filter((name) => name !== "resume_call")).toEqual(names.slice(1).toSorted());
    expect(text(await client.callTool({ name: "work", arguments: {} }))).toBe("worked");
    await expect(client.callTool({ name: "no_such_tool" })).rejects.toThrow(/Unknown tool/);
  });

  test(`a ${era} client that can ask its user is asked, and only a yes runs the call`, async () => {
    const willing = await connect(era, { action: "accept", content: { answer: "approve" } });
    const path = `${era}-yes.txt`;
    expect((await willing.callTool(write(path))).isError).not.toBe(true);
    expect(willing.asked).toHaveLength(1);
    expect(willing.asked[0]).toContain(path);
    expect(await readFile(join(workspace, path), "utf8")).toBe("from a client");
    const unwilling = await connect(era, { action: "accept", content: { answer: "deny" } });
    const denied = await unwilling.callTool(write(`${era}-no.txt`));
    expect(denied).toMatchObject({ isError: true, _meta: { "dejima/error": "approval_denied" } });
    expect(existsSync(join(workspace, `${era}-no.txt`))).toBe(false);
  });

  test(`a ${era} client offers to turn a tool on, with the call's own approval`, async () => {
    const path = `${era}-old.txt`;
    await writeFile(join(workspace, path), "old");
    const call = { name: "delete_file", arguments: { path } };
    // A runtime of its own: nothing is offered to clients that share a marked run.
    await using clean = createRuntime({ workspace, variables: process.env });
    const own = await serveMcp({
      runtime: clean,
      host: "127.0.0.1",
      port: 0,
      names: [],
      onFault: () => {},
      mode: "full",
    });
    const willing = await connect(era, { action: "accept", content: { answer: "conversation" } }, own.url);
    const deleted = await willing.callTool(call);
    expect(deleted.isError, text(deleted)).not.toBe(true);
    expect(willing.asked).toEqual([
      expect.stringContaining("Deleting files is off in this folder. Turn it on?"),
    ]);
    expect(existsSync(join(workspace, path))).toBe(false);
    await own.close();
  });

  for (const action of ["cancel", "decline"] as const)
    test(`a ${era} client that closes the form without an answer (${action}) has answered nothing: the question stays open`, async () => {
      const headless = await connect(era, { action });
      const path = `${era}-${action}.txt`;
      const waiting = await headless.callTool(write(path));
      const { id } = (waiting._meta as Record<string, { id: string }>)["dejima/pending"] ?? { id: "" };
      expect(await runtime.approvals.show(id)).toMatchObject({ status: "pending", answers: [] });
      expect(existsSync(join(workspace, path))).toBe(false);
      await runtime.approvals.answer(id, { answer: "approve", by: "somebody", door: "test" });
      const resumed = await headless.callTool({ name: "resume_call", arguments: { id } });
      expect(resumed.isError).not.toBe(true);
      expect(await readFile(join(workspace, path), "utf8")).toBe("from a client");
    });

  test(`a ${era} client that cannot ask gets the question's id, and the result once somebody has answered`, async () => {
    const client = await connect(era);
    const path = `${era}-later.txt`;
    const waiting = await client.callTool(write(path));
    const { id } = (waiting._meta as Record<string, { id: string }>)["dejima/pending"] ?? { id: "" };
    expect(text(waiting)).toContain(`dejima approvals approve ${id}`);
    expect(existsSync(join(workspace, path))).toBe(false);
    const early = await client.callTool({ name: "resume_call", arguments: { id } });
    expect(early).toMatchObject({ isError: true, _meta: { "dejima/pending": { id } } });
    await runtime.approvals.answer(id, { answer: "approve", by: "somebody", door: "test" });
    expect((await client.callTool({ name: "resume_call", arguments: { id } })).isError).not.toBe(true);
    expect(await readFile(join(workspace, path), "utf8")).toBe("from a client");
  });

  test(`in search mode a ${era} client sees five tools and reaches all`, async () => {
    const client = await connect(era, { action: "decline" }, search.url);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search_tools",
      "describe_tool",
      "call_tool",
      "resume_call",
      "run_program",
    ]);
    const found = await client.callTool({ name: "search_tools", arguments: { query: "read a text file" } });
    expect(text(found)).toContain("read_file");
    const described = await client.callTool({ name: "describe_tool", arguments: { name: "read_file" } });
    expect(described.structuredContent).toMatchObject({ inputSchema: { type: "object" } });
    const called = await client.callTool({ name: "call_tool", arguments: { name: "work" } });
    expect(text(called)).toBe("worked");
    const missing = { name: "read_file", arguments: { path: "missing.txt" } };
    expect(await client.callTool({ name: "call_tool", arguments: missing })).toMatchObject({
      content: [{ text: expect.stringContaining("missing.txt") }],
    });
    const unread = await client.callTool({ name: "call_tool", arguments: { name: "work", inputs: {} } });
    expect([unread.isError, text(unread)]).toEqual([true, expect.stringContaining("inputs")]);
    const unknown = await client.callTool({ name: "resume_call", arguments: { id: "nothing" } });
    expect([unknown.isError, text(unknown)]).toEqual([true, expect.stringContaining("approvals list")]);
    const denied = await client.callTool({
      name: "call_tool",
      arguments: { name: "write_file", input: write("x").arguments },
    });
    expect(denied.isError).toBe(true);
  });

  test(`a ${era} client that cancels ends the call`, async () => {
    const client = await connect(era);
    const controller = new AbortController();
    const ended = new Promise<string>((resolve) => {
      runtime.subscribe((event) => {
        if (event.type === "call-end" && event.tool === "sleep") resolve(event.result.error?.code ?? "done");
        if (event.type === "call-start" && event.tool === "sleep") controller.abort();
      });
    });
    const call = client.callTool(
      { name: "sleep", arguments: { duration: 15 } },
      { signal: controller.signal },
    );
    await expect(call).rejects.toThrow();
    expect(await ended).toBe("cancelled");
  });

  test(`skills are prompts for a ${era} client`, async () => {
    const client = await connect(era);
    const { prompts } = await client.listPrompts();
    expect(prompts.length).toBeGreaterThan(0);
    const { messages } = await client.getPrompt({ name: prompts[0]?.name ?? "" });
    expect(messages[0]?.content).toMatchObject({ type: "text" });
  });
}

test("resume_call goes by whose the run is, not by what it is called", async () => {
  const title = "mcp test-modern 1.0.0 as local"; // as the client below names its own runs
  const run = await runtime.openRun({ title, user: "bob", mode: "interactive", park: "wait" });
  const asked = new Promise<string>((resolve) => {
    const stop = runtime.subscribe((event) => {
      if (event.type !== "approval-start" || event.runId !== run.id) return;
      stop();
      resolve(event.id ?? "");
    });
  });
  const ended = run.execute({ tool: "write_file", input: { path: "bob.txt", content: "of bob" } });
  const id = await asked;
  await runtime.approvals.answer(id, { answer: "approve", by: "somebody", door: "test" });
  await ended;
  await run.end("done");
  const client = await connect("modern");
  const resumed = await client.callTool({ name: "resume_call", arguments: { id } });
  expect([resumed.isError, text(resumed)]).toEqual([
    true,
    expect.stringMatching(/not_found: Cannot find approval/),
  ]);
});

test("who called is recorded", async () => {
  const { store } = runtime;
  const runs = await (await store).runs.list({ limit: 100 });
  expect(runs.map(({ title }) => title)).toEqual(expect.arrayContaining(["mcp test-modern 1.0.0 as local"]));
});

function knock(headers: Record<string, string>, path = "/mcp"): Promise<number> {
  const { port } = new URL(door.url);
  return new Promise((resolve, reject) => {
    const asking = rawRequest({ port, host: "127.0.0.1", path, method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asking.once("error", reject);
    asking.end("{}");
  });
}

test("the door is closed to other hosts, pages of other origins, wrong tokens and other paths", async () => {
  const json = { "content-type": "application/json" };
  expect(await knock({ ...json, host: "evil.example" })).toBe(403);
  expect(await knock({ ...json, origin: "https://evil.example" })).toBe(403);
  expect(await knock({ ...json, authorization: "Bearer dj_wrong" })).toBe(401);
  expect(await knock(json, "/other")).toBe(404);
  const token = await openTokens(runtime.store.documents).create("tester", "user");
  expect(await knock({ ...json, authorization: `Bearer ${token}` })).not.toBe(401);
});

test("off loopback the door does not open without a token", async () => {
  const other = createRuntime({ workspace, home: join(workspace, "other"), config: {} });
  const options = {
    runtime: other,
    mode: "full",
    host: "0.0.0.0",
    port: 0,
    names: [],
    onFault: () => {},
  } as const;
  await expect(serveMcp(options)).rejects.toThrow(/without a token/);
  await other.close();
});

for (const era of ["modern", "legacy"] as const) {
  test(`the Inspector lists and calls over stdio in the ${era} era, and finds nothing wrong`, async () => {
    await writeFile(join(workspace, "dejima.yaml"), "permissions: {safe: [current_time]}\n");
    const env = { ...process.env, HOME: workspace, XDG_STATE_HOME: "" };
    await trustFolder(workspace, env);
    const inspect = (...args: string[]) =>
      new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
        const server = [process.execPath, COMMAND, "mcp", "serve"];
        const all = [
          join(peerModules, ".bin/mcp-inspector"),
          "--cli",
          ...server,
          "--protocol-era",
          era,
          ...args,
        ];
        execFile(
          process.execPath,
          all,
          { cwd: workspace, env, maxBuffer: 1 << 26 },
          (error, stdout, stderr) =>
            resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
        );
      });
    const listed = await inspect("--method", "tools/list", "--strict");
    expect({ code: listed.code, stderr: listed.stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(listed.stdout).tools.length).toBeGreaterThanOrEqual(10);
    const called = await inspect("--method", "tools/call", "--tool-name", "list_skills");
    expect(JSON.parse(called.stdout).structuredContent).toMatchObject({ skills: expect.any(Array) });
  });
}
