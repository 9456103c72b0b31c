import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { aHarbour, oddServer } from "./a-harbour.ts";
import { installPeers, npmServer } from "./peers.ts";
import { serveMcp } from "./serve-mcp.ts";

let workspace = "";
let runtime: Runtime;
let door: Awaited<ReturnType<typeof serveMcp>>;

beforeAll(async () => {
  installPeers();
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-dialogue-")));
  const everything = { ...npmServer("everything"), trusted: true, risk: "low", sends: "nothing" } as const;
  const config = { mcpServers: { everything }, permissions: { confirm: ["write_file"] } };
  runtime = createRuntime({ workspace, variables: process.env, config });
  door = await serveMcp({ runtime, mode: "full", host: "127.0.0.1", port: 0, names: [], onFault: () => {} });
});

afterAll(async () => {
  await door.close();
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test("questions of an old server reach the client whose call they are about, while another's is under way", async () => {
  const connect = async (name: string) => {
    const client = new Client(
      { name, version: "1" },
      { capabilities: { elicitation: { form: {} }, sampling: {} }, versionNegotiation: { mode: "legacy" } },
    );
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name } }));
    client.setRequestHandler("sampling/createMessage", () => ({
      model: "none",
      role: "assistant" as const,
      content: { type: "text" as const, text: `said by ${name}` },
    }));
    await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
    const call = async (tool: string, input: Record<string, unknown> = {}) =>
      JSON.stringify((await client.callTool({ name: tool, arguments: input })).content);
    return { client, call };
  };
  const [anna, bert] = [await connect("Anna"), await connect("Bert")];
  const ask = async (of: typeof anna) => [
    await of.call("trigger-elicitation-request"),
    await of.call("trigger-sampling-request", { prompt: "say something" }),
  ];
  // The first question of all waits until it is clear whose it is; from then on each client has a session of its own.
  const long = bert.call("trigger-long-running-operation", { duration: 1, steps: 2 });
  expect(await anna.call("trigger-elicitation-request")).toContain("Anna");
  await long;
  const said = await Promise.all([ask(anna), ask(bert), ask(anna), ask(bert)]);
  for (const [index, texts] of said.entries())
    for (const text of texts) {
      expect(text).toContain(index % 2 === 0 ? "Anna" : "Bert");
      expect(text).not.toContain(index % 2 === 0 ? "Bert" : "Anna");
    }
  await anna.client.close();
  await bert.client.close();
});

for (const [era, mode] of [
  ["modern", { pin: "2026-07-28" }],
  ["legacy", "legacy"],
] as const) {
  test(`elicitation, sampling, roots and progress of an old server reach a ${era} client`, async () => {
    const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
    const client = new Client(
      { name: "talker", version: "1" },
      { capabilities, versionNegotiation: { mode } },
    );
    const asked: string[] = [];
    client.setRequestHandler("elicitation/create", ({ method }) => {
      asked.push(method);
      return { action: "accept", content: { name: "Dejima", color: "blue" } };
    });
    client.setRequestHandler("sampling/createMessage", ({ method }) => {
      asked.push(method);
      return { model: "none", role: "assistant", content: { type: "text", text: "said by the client" } };
    });
    client.setRequestHandler("roots/list", ({ method }) => {
      asked.push(method);
      return { roots: [{ uri: "file:///client/root", name: "root" }] };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
    const call = async (name: string, input: Record<string, unknown> = {}) =>
      JSON.stringify((await client.callTool({ name, arguments: input })).content);
    expect(await call("trigger-elicitation-request")).toContain("Dejima");
    expect(await call("trigger-sampling-request", { prompt: "say something" })).toContain(
      "said by the client",
    );
    expect(asked).toEqual(expect.arrayContaining(["elicitation/create", "sampling/createMessage"]));
    const progress: number[] = [];
    const input = { duration: 0.3, steps: 3 };
    await client.callTool(
      { name: "trigger-long-running-operation", arguments: input },
      { onprogress: (update) => void progress.push(update.progress) },
    );
    expect(progress.length).toBeGreaterThan(0);
    await client.close();
  });
}

for (const [era, mode] of [
  ["modern", { pin: "2026-07-28" }],
  ["legacy", "legacy"],
] as const) {
  test(`a ${era} client is asked as often as a server may ask in one call, and nothing that no person reads`, async () => {
    const harbour = await aHarbour({
      odd: { ...oddServer("asks"), risk: "low", sends: "nothing", timeout: 60_000 },
    });
    const at = { runtime: harbour.runtime, host: "127.0.0.1", port: 0, onFault: () => {} };
    const asking = await serveMcp({ ...at, mode: "full" });
    await harbour.runtime.mcp.discover();
    const capabilities = { elicitation: { form: {} } };
    const client = new Client(
      { name: "patient", version: "1" },
      { capabilities, versionNegotiation: { mode }, inputRequired: { maxRounds: 30 } },
    );
    let asked = 0;
    client.setRequestHandler("elicitation/create", () => {
      asked++;
      return { action: "accept", content: { a: "yes" } };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(asking.url)));
    const { content } = await client.callTool({ name: "work", arguments: {} });
    expect(content).toEqual([{ type: "text", text: "asked 20 times, 1 refused" }]);
    expect(asked).toBe(19);
    await client.close();
    await asking.close();
    await harbour.close();
  });

  test(`questions of calls that a ${era} client makes at once are all answered by it`, async () => {
    const client = new Client(
      { name: "busy", version: "1" },
      { capabilities: { elicitation: { form: {} }, sampling: {} }, versionNegotiation: { mode } },
    );
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Dejima" } }));
    client.setRequestHandler("sampling/createMessage", () => ({
      model: "none",
      role: "assistant" as const,
      content: { type: "text" as const, text: "said by the client" },
    }));
    await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
    const call = async (name: string, input: Record<string, unknown> = {}) =>
      JSON.stringify((await client.callTool({ name, arguments: input })).content);
    const ask = () => call("trigger-elicitation-request");
    const sample = () => call("trigger-sampling-request", { prompt: "say something" });
    const said = await Promise.all([ask(), sample(), ask(), sample(), ask()]);
    for (const [index, text] of said.entries())
      expect(text).toContain(index % 2 === 0 ? "Dejima" : "said by the client");
    await client.close();
  });
}

test("a client in a session that fails at a question leaves a call of ours open, and gives the server an answer", async () => {
  const client = new Client(
    { name: "broken", version: "1" },
    { capabilities: { elicitation: { form: {} }, sampling: {} }, versionNegotiation: { mode: "legacy" } },
  );
  const fail = () => {
    throw new Error("there is no screen");
  };
  client.setRequestHandler("elicitation/create", fail);
  client.setRequestHandler("sampling/createMessage", fail);
  await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
  const input = { path: "asked.txt", content: "x" };
  const asked = await client.callTool({ name: "write_file", arguments: input });
  const { id } = (asked._meta as Record<string, { id: string }>)["dejima/pending"] ?? { id: "" };
  expect(await runtime.approvals.show(id)).toMatchObject({ status: "pending", answers: [] });
  await runtime.approvals.answer(id, { answer: "approve", by: "somebody", door: "test" });
  expect(await client.callTool({ name: "resume_call", arguments: { id } })).toMatchObject({
    structuredContent: { bytesWritten: 1 },
  });
  const call = async (name: string, input: Record<string, unknown> = {}) =>
    JSON.stringify((await client.callTool({ name, arguments: input })).content);
  expect(await call("trigger-elicitation-request")).toMatch(/cancel/i);
  expect(await call("trigger-sampling-request", { prompt: "say something" })).toContain("there is no screen");
  await client.close();
});

test("a question of a server that nobody can answer is declined", async () => {
  await runtime.mcp.discover();
  const outcome = await runtime.execute("trigger-elicitation-request", {});
  expect(JSON.stringify(outcome)).toMatch(/declin/i);
});
