// A question that outlives the process which asked it: over stdio, each start of a client is a process of ours.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND } from "../support/command.ts";

let workspace = "";

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-left-open-")));
  await writeFile(join(workspace, "dejima.yaml"), "permissions: {confirm: [write_file]}\n");
});
afterAll(() => rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

function dejima(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const command = [COMMAND, "--config", "dejima.yaml", ...args];
    execFile(process.execPath, command, { cwd: workspace }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
}

async function connect(): Promise<Client> {
  const client = new Client({ name: "headless", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  const args = [COMMAND, "--config", "dejima.yaml", "mcp", "serve"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: workspace }));
  return client;
}

/** Calls with a client that then goes away, as `claude -p` does. */
async function askAndLeave(path: string): Promise<{ id: string; runId: string }> {
  const client = await connect();
  const waiting = await client.callTool({ name: "write_file", arguments: { path, content: "agreed to" } });
  await client.close();
  const { id } = (waiting._meta as Record<string, { id: string }>)["dejima/pending"] ?? { id: "" };
  const { runId } = JSON.parse(await dejima("approvals", "show", id, "--json"));
  return { id, runId };
}

async function eventsOf(runId: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(workspace, `.dejima/runs/${runId}/events.jsonl`), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("resume_call gives the result of a call that was approved, and run, after its client had gone", async () => {
  const { id, runId } = await askAndLeave("later.txt");
  await dejima("approvals", "approve", id);
  expect(await readFile(join(workspace, "later.txt"), "utf8")).toBe("agreed to");
  const again = await connect();
  const resumed = await again.callTool({ name: "resume_call", arguments: { id } });
  await again.close();
  expect(resumed.isError).not.toBe(true);
  expect(resumed.structuredContent).toEqual({ bytesWritten: 9 });
  const events = await eventsOf(runId);
  expect(events.filter(({ type }) => type === "approval-end")).toMatchObject([
    { id, answer: "approve", door: "cli" },
  ]);
  expect(events.filter(({ type }) => type === "call-end")).toMatchObject([
    { result: { ok: true }, policy: { approved: true } },
  ]);
  await dejima("log", "verify", runId);
});

test("resume_call runs a call that was only approved after its client had gone, once", async () => {
  const { id } = await askAndLeave("once.txt");
  await dejima("approvals", "approve", id, "--no-run");
  const again = await connect();
  expect((await again.callTool({ name: "resume_call", arguments: { id } })).isError).not.toBe(true);
  expect(await readFile(join(workspace, "once.txt"), "utf8")).toBe("agreed to");
  await rm(join(workspace, "once.txt"));
  expect((await again.callTool({ name: "resume_call", arguments: { id } })).isError).not.toBe(true);
  await expect(readFile(join(workspace, "once.txt"))).rejects.toThrow("ENOENT");
  await again.close();
});

test("resume_call says who refused a call after its client had gone", async () => {
  const { id, runId } = await askAndLeave("never.txt");
  await dejima("approvals", "deny", id);
  const again = await connect();
  const resumed = await again.callTool({ name: "resume_call", arguments: { id } });
  await again.close();
  expect(resumed).toMatchObject({ isError: true, _meta: { "dejima/error": "approval_denied" } });
  expect((await eventsOf(runId)).filter(({ type }) => type === "approval-end")).toMatchObject([
    { answer: "deny" },
  ]);
});

test("resume_call returns the result of a program that continued, or continues it", async () => {
  const code = `for (const path of ["p.txt", "q.txt"]) await tools.write_file({ path, content: path }); return "both"`;
  const client = await connect();
  const waiting = await client.callTool({ name: "run_program", arguments: { code } });
  await client.close();
  const idIn = (answer: unknown) =>
    (answer as { _meta: Record<string, { id: string }> })._meta["dejima/pending"]?.id ?? "";
  const [first] = [idIn(waiting)];
  await dejima("approvals", "approve", first, "--no-run");
  const again = await connect();
  const next = await again.callTool({ name: "resume_call", arguments: { id: first } });
  const second = idIn(next);
  expect([next.isError, second === first]).toEqual([true, false]);
  expect(await dejima("approvals", "approve", second)).toContain("both");
  expect(await readFile(join(workspace, "q.txt"), "utf8")).toBe("q.txt");
  const resumed = await again.callTool({ name: "resume_call", arguments: { id: second } });
  await again.close();
  expect([resumed.isError ?? false, JSON.stringify(resumed.content)]).toEqual([
    false,
    expect.stringContaining("both"),
  ]);
});
