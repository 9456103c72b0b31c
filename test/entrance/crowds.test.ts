// One user who takes as much as they can does not keep the others out.
import { expect, test } from "vitest";
import { z } from "zod";
import { oldestOfLargest } from "../../src/access/fair-share.ts";
import { openExpiring } from "../../src/access/oauth/expiring-documents.ts";
import { openTokens } from "../../src/access/tokens.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { aServer, people } from "../http/a-server.ts";
import { readSse } from "../http/read-sse.ts";
import { serveMcp } from "../mcp/serve-mcp.ts";
import { aRuntime } from "../support/a-runtime.ts";

test("one user holds a tenth of the event streams at most, and the others still get theirs", async () => {
  await using world = await aServer({ config: { server: { maxStreams: 20 } } });
  const tokens = openTokens(world.runtime.store.documents);
  const held = { bob: await tokens.create("bob", "viewer"), ann: await tokens.create("ann", "viewer") };
  const over = new AbortController();
  const open = async (who: "ann" | "bob") => {
    const headers = { authorization: `Bearer ${held[who]}` };
    return (await fetch(`${world.url}/api/events`, { headers, signal: over.signal })).status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < 25; at++) statuses.push(await open("bob"));
  expect(statuses).toEqual([200, 200, ...Array.from({ length: 23 }, () => 429)]);
  expect(await open("ann")).toBe(200);
  over.abort();
});

test("one user has a tenth of the runs at most, by whichever route they begin", async () => {
  const never = new Promise<never>(() => {});
  await using world = await aRuntime({
    config: { server: { maxRuns: 10 } },
    model: {
      id: "scripted:never",
      // biome-ignore lint/correctness/useYield: it never says anything
      async *stream() {
        await never;
      },
    },
  });
  const { as } = await people(world.runtime, { ann: "user", bob: "user" });
  const chat = (who: string) => as(who, "POST", "/api/chat", { message: "hello" });
  expect((await chat("bob")).status).toBe(200);
  const messages = [{ role: "user", content: "hello" }];
  const parts = [{ type: "text", text: "hello" }];
  for (const [path, body] of [
    ["/api/chat", { message: "hello" }],
    ["/api/chat", { message: "hello", conversation: "another" }],
    ["/api/chat", { id: "c1", messages: [{ id: "m1", role: "user", parts }], trigger: "submit-message" }],
    ["/v1/chat/completions", { model: "dejima", messages }],
  ] as const) {
    const answer = await as("bob", "POST", path, body);
    expect([path, body, answer.status, await answer.json()]).toMatchObject([
      ...[path, body, 429],
      { detail: expect.stringMatching(/1 of your runs/) },
    ]);
  }
  expect((await chat("ann")).status).toBe(200);
});

test("a user whose runs all wait for an answer can give it in the conversation", async () => {
  const script = [{ calls: [{ tool: "shell", input: { command: "echo hello" } }] }, { text: "Said." }];
  await using world = await aRuntime({
    config: { server: { maxRuns: 1 }, permissions: { confirm: ["shell"] } },
    model: new ScriptedModel(script),
  });
  const { as } = await people(world.runtime, { bob: "approver" });
  const say = (message: string) => as("bob", "POST", "/api/chat", { message, conversation: "one" });
  for await (const { data } of readSse(await say("say hello")))
    if ((data as { type?: string }).type === "approval-start") break;
  expect((await say("something else")).status).toBe(429);
  const said = await Array.fromAsync(readSse(await say("no")));
  expect(said[0]?.data).toMatchObject({ type: "answered", accepted: true });
});

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "agent", version: "1.0.0" },
  },
};

test("one user who opens very many MCP sessions ends their own ones, not those of others", {
  timeout: 120_000,
}, async () => {
  await using world = await aRuntime({ config: { server: { rateLimit: 100_000 } } });
  const { runtime } = world;
  const tokens = openTokens(runtime.store.documents);
  const door = await serveMcp({
    runtime,
    host: "127.0.0.1",
    port: 0,
    names: [],
    onFault: () => {},
    mode: "full",
    mostSessions: 20,
  });
  const held = { bob: await tokens.create("bob", "user"), ann: await tokens.create("ann", "user") };
  const send = (who: "ann" | "bob", body: object, session?: string) =>
    fetch(door.url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${held[who]}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session === undefined ? {} : { "mcp-session-id": session }),
      },
      body: JSON.stringify(body),
    });
  const open = async (who: "ann" | "bob") => {
    const answer = await send(who, INITIALIZE);
    await answer.text();
    return answer.headers.get("mcp-session-id") ?? "";
  };
  const ann = await open("ann");
  const first = await open("bob");
  for (let at = 0; at < 20; at++) await open("bob");
  const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
  expect((await send("ann", ping, ann)).status).toBe(200);
  expect((await send("bob", ping, first)).status).toBe(404);
  await door.close();
});

test("one user who connects very many apps ends their own logins, not those of others", async () => {
  const { documents } = createMemoryStore();
  const schema = z.object({ user: z.string(), expiresAt: z.int() });
  const logins = openExpiring<z.infer<typeof schema>>({
    documents,
    collection: "logins",
    schema,
    most: 20,
    now: () => 0,
    ownerOf: ({ user }) => user,
  });
  await logins.put("ann", { user: "ann", expiresAt: 1 });
  for (let at = 0; at < 50; at++) await logins.put(`bob ${at}`, { user: "bob", expiresAt: 100 + at });
  expect(await logins.get("ann")).toBeDefined();
  expect(await logins.get("bob 0")).toBeUndefined();
  expect(await logins.list()).toHaveLength(20);
});

test("oldestOfLargest() takes from the owner with the most entries", () => {
  const of = (...entries: string[]) => oldestOfLargest(entries, (entry) => entry.slice(0, 3));
  expect([of(), of("ann 1"), of("ann 1", "bob 1", "bob 2"), of("bob 1", "ann 1", "ann 2")]).toEqual([
    undefined,
    "ann 1",
    "bob 1",
    "ann 1",
  ]);
});
