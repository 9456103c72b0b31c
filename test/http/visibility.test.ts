import { expect, test } from "vitest";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";
import { people } from "./a-server.ts";
import { readSse } from "./read-sse.ts";

const ROLES = { ann: "user", bob: "user", vera: "viewer", olga: "approver", root: "admin" } as const;

/** Ann has chatted and called a tool; a call of Bob's waits for a person. */
async function aTeam() {
  const model = new ScriptedModel(({ messages }) => {
    const asks = messages.some(({ text }) => text.includes("run it"));
    return asks ? { calls: [{ tool: "shell", input: { command: "echo bob" } }] } : { text: "Hello, Ann." };
  });
  const world = await aRuntime({ model, tools: [aTool({ name: "look" })] });
  const team = await people(world.runtime, ROLES);
  const chat = await team.as("ann", "POST", "/api/chat", { message: "hello", conversation: "c-ann" });
  await Array.fromAsync(readSse(chat));
  const called = await (await team.as("ann", "POST", "/api/tools/look/call", {})).json();
  const waiting = await team.as("bob", "POST", "/api/chat", { message: "run it", conversation: "c-bob" });
  let approval = "";
  for await (const { event, data } of readSse(waiting)) {
    if (event !== "approval-start") continue;
    approval = String((data as { id: unknown }).id);
    break;
  }
  const ids = {
    chat: chat.headers.get("x-run-id") ?? "",
    call: (called as { runId: string }).runId,
    bob: waiting.headers.get("x-run-id") ?? "",
    approval,
  };
  return { ...team, world, ids };
}

type Team = Awaited<ReturnType<typeof aTeam>>;

async function names({ as }: Team, who: string, path: string): Promise<string[]> {
  const list = (await (await as(who, "GET", path)).json()) as { id: string }[];
  return list.map(({ id }) => id);
}

test("each person sees only their own conversations, runs and questions unless the role allows", async () => {
  const team = await aTeam();
  await using _world = team.world;
  const { ids, as } = team;
  expect(await names(team, "ann", "/api/conversations")).toEqual(["c-ann"]);
  expect(await names(team, "bob", "/api/conversations")).toEqual(["c-bob"]);
  expect(await names(team, "olga", "/api/conversations")).toEqual([]);
  expect(await names(team, "root", "/api/conversations")).toEqual(["c-bob", "c-ann"]);
  expect(await names(team, "ann", "/api/runs")).toEqual([ids.call, ids.chat]);
  expect(await names(team, "vera", "/api/runs")).toEqual([]);
  expect(await names(team, "olga", "/api/runs")).toEqual([ids.bob, ids.call, ids.chat]);
  expect(await names(team, "ann", "/api/approvals")).toEqual([]);
  expect(await names(team, "bob", "/api/approvals")).toEqual([ids.approval]);
  expect(await names(team, "olga", "/api/approvals?status=pending")).toEqual([ids.approval]);
  await as("root", "POST", `/api/runs/${ids.bob}/stop`);
});

test("what belongs to somebody else is not found, whichever way it is asked for", async () => {
  const team = await aTeam();
  await using _world = team.world;
  const { ids, as } = team;
  const tried: [string, string, unknown?][] = [
    ["GET", "/api/conversations/c-ann"],
    ["PATCH", "/api/conversations/c-ann", { title: "mine now" }],
    ["DELETE", "/api/conversations/c-ann"],
    ["POST", "/api/chat", { message: "go on", conversation: "c-ann" }],
    ["POST", "/api/conversations/c-ann/branch", { before: ids.chat }],
    ["GET", "/api/conversations/c-ann/files"],
    ["GET", `/api/runs/${ids.chat}`],
    ["GET", `/api/runs/${ids.chat}/requests`],
    ["GET", `/api/runs/${ids.chat}/events`],
    ["GET", `/api/runs/${ids.chat}/verify`],
    ["GET", `/api/runs/${ids.chat}/observations`],
    ["GET", `/api/runs/${ids.chat}/artifacts/a.txt`],
    ["POST", `/api/runs/${ids.chat}/replay`],
    ["POST", `/api/runs/${ids.chat}/stop`],
    ["POST", `/api/calls/${ids.call}.1/undo`],
    ["GET", `/api/policy/calls/${ids.call}.1`],
    ["GET", `/api/chat?after=${ids.chat}:0.0`],
  ];
  for (const [method, path, body] of tried)
    expect([(await as("bob", method, path, body)).status, path]).toEqual([404, path]);
  expect((await as("ann", "GET", `/api/approvals/${ids.approval}`)).status).toBe(404);
  expect((await as("ann", "GET", `/api/runs/${ids.chat}/events`)).status).toBe(200);
  await as("root", "POST", `/api/runs/${ids.bob}/stop`);
});

test("no role does what a higher one may: by a route, by a chat reply, or by asking for it", async () => {
  const team = await aTeam();
  await using _world = team.world;
  const { ids, as } = team;
  const tried: [string, string, string, unknown?][] = [
    ["vera", "POST", "/api/chat", { message: "hi" }],
    ["vera", "POST", "/api/tools/look/call", {}],
    ["vera", "POST", "/v1/chat/completions", { messages: [{ role: "user", content: "hi" }] }],
    ["bob", "POST", `/api/approvals/${ids.approval}/answer`, { answer: "approve" }],
    ["bob", "GET", "/api/grants"],
    ["bob", "DELETE", "/api/grants/g-1"],
    ["bob", "POST", "/api/policy/test", { permissions: {} }],
    ["olga", "GET", "/api/config"],
    ["olga", "PUT", "/api/model", { name: "offline:rules" }],
    ["olga", "DELETE", "/api/skills/time"],
    ["olga", "POST", "/api/skills/time/trust"],
    ["olga", "POST", "/api/mcp/any/accept"],
    ["olga", "POST", "/api/mcp"],
    ["olga", "POST", "/api/mcp/read"],
    ["olga", "PATCH", "/api/mcp/any"],
    ["olga", "DELETE", "/api/mcp/any"],
    ["olga", "GET", "/api/mcp/any/stderr"],
  ];
  for (const [who, method, path, body] of tried)
    expect([(await as(who, method, path, body)).status, who, path]).toEqual([403, who, path]);
  const reply = await as("bob", "POST", "/api/chat", { message: "yes", conversation: "c-bob" });
  expect(await Array.fromAsync(readSse(reply))).toMatchObject([
    { event: "reply", data: { type: "refused" } },
  ]);
  expect((await team.world.runtime.approvals.show(ids.approval)).status).toBe("pending");
  const given = await as("olga", "POST", `/api/approvals/${ids.approval}/answer`, { answer: "deny" });
  expect(await given.json()).toMatchObject({ accepted: true });
});

test("live events tell each person of their own runs only", async () => {
  const team = await aTeam();
  await using _world = team.world;
  const { as, ids } = team;
  const heard = async (who: string) => {
    const events = readSse(await as(who, "GET", "/api/events"));
    await events.next();
    return events;
  };
  const [ann, bob] = [await heard("ann"), await heard("bob")];
  await as("ann", "POST", "/api/tools/look/call", {});
  const first = (await ann.next()).value;
  expect(first).toMatchObject({ event: "call-start" });
  await as("root", "POST", `/api/runs/${ids.bob}/stop`);
  expect((await bob.next()).value).toMatchObject({ data: { runId: ids.bob } });
});

test("each token has so many requests a minute, and is told when to come back", async () => {
  await using world = await aRuntime({ config: { server: { rateLimit: 5 } } });
  const { as } = await people(world.runtime, { ann: "user", bob: "user" });
  const statuses = [];
  for (let index = 0; index < 7; index++) statuses.push((await as("ann", "GET", "/api/me")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(Number((await as("ann", "GET", "/api/me")).headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await as("bob", "GET", "/api/me")).status).toBe(200);
});
