import { createHash } from "node:crypto";
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

test("an approver reads the record of somebody's run, and not what the model was told about them or their files", async () => {
  const team = await aTeam();
  await using _world = team.world;
  const { ids, as } = team;
  const status = async (who: string, path: string) => (await as(who, "GET", path)).status;
  for (const path of [`/api/runs/${ids.chat}/requests`, `/api/runs/${ids.chat}/attachments/a.txt`]) {
    const [own, judge, none] = [
      await as("ann", "GET", path),
      await as("olga", "GET", path),
      path.replace(ids.chat, "20261115-104215-k3f9qa"),
    ];
    expect(judge.status).toBe(404);
    expect(own.status).toBe(path.endsWith("requests") ? 200 : 404);
    expect(await status("olga", none)).toBe(404);
  }
  expect(await status("olga", `/api/runs/${ids.chat}/events`)).toBe(200);
  expect(await status("olga", `/api/approvals/${ids.approval}`)).toBe(200);
  expect(await status("root", `/api/runs/${ids.chat}/requests`)).toBe(200);
  await as("root", "POST", `/api/runs/${ids.bob}/stop`);
});

test("a question of somebody else cannot be told from one that does not exist", async () => {
  const team = await aTeam();
  await using _world = team.world;
  const { ids, as } = team;
  const answerTo = async (id: string) => {
    const response = await as("ann", "GET", `/api/approvals/${id}`);
    return [response.status, JSON.parse((await response.text()).replaceAll(id, "ID"))];
  };
  expect(await answerTo(ids.approval)).toEqual(await answerTo("tazuko"));
  await as("root", "POST", `/api/runs/${ids.bob}/stop`);
});

test("two people whose front ends name a thread alike have a conversation each, and neither learns of the other", async () => {
  const team = await aTeam();
  await using _world = team.world;
  const { as, ids, world } = team;
  const say = async (who: string, content: string) => {
    const input = { threadId: "default", runId: "r", messages: [{ id: "m", role: "user", content }] };
    const response = await as(who, "POST", "/api/chat/ag-ui", input);
    return [response.status, await response.text(), response.headers.get("x-conversation-id")] as const;
  };
  const first = await say("ann", "hello");
  const second = await say("bob", "hello");
  const again = await say("ann", "hello again");
  const chief = await say("root", "hello");
  for (const [status, text] of [first, second, again, chief])
    expect([status, text]).toEqual([200, expect.stringContaining('"threadId":"default"')]);
  expect(again[2]).toBe(first[2]);
  expect(new Set([first[2], second[2], chief[2]]).size).toBe(3);
  const turns = (id: unknown) => world.runtime.store.conversations.turns(String(id), { limit: 9 });
  expect([(await turns(first[2])).length, (await turns(second[2])).length]).toEqual([2, 1]);
  await as("root", "POST", `/api/runs/${ids.bob}/stop`);
});

test("nobody begins a conversation under the id of somebody else's thread or planned task", async () => {
  const team = await aTeam();
  await using _world = team.world;
  const { as, ids } = team;
  const input = { threadId: "mine", runId: "r", messages: [{ id: "m", role: "user", content: "hello" }] };
  const thread = async () => {
    const response = await as("ann", "POST", "/api/chat/ag-ui", input);
    await response.text();
    return [response.status, response.headers.get("x-conversation-id")] as const;
  };
  const claim = async (who: string, conversation: unknown) =>
    (await as(who, "POST", "/api/chat", { message: "hi", conversation })).status;
  const hash = createHash("sha256").update("ann\nmine").digest("hex").slice(0, 12);
  expect([await claim("bob", `mine-thread-${hash}`), await claim("bob", `mine-${hash}`)]).toEqual([400, 200]);
  expect(await thread()).toEqual([200, `mine-thread-${hash}`]);
  expect(await claim("ann", `mine-thread-${hash}`)).toBe(200);
  const planned = await as("ann", "POST", "/api/schedules", { task: "later", in: "1h" });
  const { conversation } = (await planned.json()) as { conversation: string };
  expect([conversation, await claim("bob", conversation)]).toEqual([expect.stringMatching(/^c-s-/), 400]);
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

test("each token has a request limit per minute, and gets the time to retry", async () => {
  await using world = await aRuntime({ config: { server: { rateLimit: 5 } } });
  const { as } = await people(world.runtime, { ann: "user", bob: "user" });
  const statuses = [];
  for (let index = 0; index < 7; index++) statuses.push((await as("ann", "GET", "/api/me")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(Number((await as("ann", "GET", "/api/me")).headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await as("bob", "GET", "/api/me")).status).toBe(200);
});
