import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
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
let olga = "";

async function start(): Promise<void> {
  const args = [COMMAND, "--config", "dejima.yaml", "mcp", "serve", "--port", "0", "--json"];
  server = spawn(process.execPath, args, { cwd: workspace, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: server.stdout ?? process.stdin }), "line");
  ({ url } = JSON.parse(line));
}

async function stop(signal: "SIGINT" | "SIGKILL"): Promise<void> {
  const ended = once(server, "exit");
  server.kill(signal);
  await ended;
}

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-mcp-approvals-")));
  await writeFile(join(workspace, "dejima.yaml"), "permissions: {confirm: [write_file]}\n");
  const runtime = createRuntime({ workspace, variables: process.env });
  olga = await openTokens(runtime.store.documents).create("olga", "admin");
  await runtime.close();
  await start();
});

afterAll(async () => {
  await stop("SIGINT");
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function dejima(...args: string[]): Promise<number> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, "--config", "dejima.yaml", ...args], { cwd: workspace }, (error) =>
      resolve(typeof error?.code === "number" ? error.code : 0),
    );
  });
}

async function connect(era: "modern" | "legacy", name: string, token?: string): Promise<Client> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name, version: "1" }, { versionNegotiation: { mode } });
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

async function park(client: Client, path: string): Promise<string> {
  const waiting = await client.callTool({ name: "write_file", arguments: { path, content: "agreed to" } });
  return (waiting._meta as Record<string, { id: string }>)["dejima/pending"]?.id ?? "";
}
const resume = (client: Client, id: string) => client.callTool({ name: "resume_call", arguments: { id } });

for (const era of ["modern", "legacy"] as const) {
  test(`a call of a ${era} client waits for the command line, and its result is for its principal alone, whatever others call themselves`, async () => {
    const client = await connect(era, "maker");
    const other = await connect(era, "maker", olga);
    const path = `${era}.txt`;
    const id = await park(client, path);
    expect(await resume(client, id)).toMatchObject({ isError: true, _meta: { "dejima/pending": { id } } });
    expect(await dejima("approvals", "approve", id)).toBe(0);
    expect(await resume(other, id)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^not_found: Cannot find approval/) }],
    });
    expect((await resume(client, id)).isError).not.toBe(true);
    expect(await readFile(join(workspace, path), "utf8")).toBe("agreed to");
    await client.close();
    await other.close();
  });

  test(`a call of a ${era} client outlives the door that took it, and runs once`, async () => {
    const path = `${era}-after-crash.txt`;
    const client = await connect(era, "survivor");
    const id = await park(client, path);
    await client.close().catch(() => {});
    await stop("SIGKILL");
    expect(await dejima("approvals", "approve", id)).toBe(0);
    await start();
    const again = await connect(era, "survivor");
    await resume(again, id);
    expect(await readFile(join(workspace, path), "utf8")).toBe("agreed to");
    await rm(join(workspace, path));
    await resume(again, id).catch(() => undefined);
    expect(existsSync(join(workspace, path))).toBe(false);
    await again.close();
  });
}
