import { expect, test } from "vitest";
import { z } from "zod";
import { aTool } from "../support/a-runtime.ts";
import { aServer, runEvents, type TestServer } from "./a-server.ts";
import { firstGap, readSse, type Sse } from "./read-sse.ts";

/** A tool that waits until the test lets it go. */
function aSlowTool() {
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const tool = aTool({
    name: "slow_work",
    input: z.object({}),
    async run() {
      started.resolve();
      await gate.promise;
      return "worked";
    },
  });
  return { tool, started: started.promise, release: gate.resolve };
}

const slowScript = [
  { text: "One moment, I look.", calls: [{ tool: "slow_work" }] },
  { text: "It has worked, all of it." },
];

async function takeUntil(stream: AsyncGenerator<Sse>, type: string): Promise<Sse[]> {
  const seen: Sse[] = [];
  for (;;) {
    const { value, done } = await stream.next();
    if (done === true) throw new Error(`the stream ended before ${type}`);
    seen.push(value);
    if (value.event === type) return seen;
  }
}

test("a run continues without its connection, and a client that resumes by the last event id loses nothing", async () => {
  const slow = aSlowTool();
  await using world = await aServer({ script: slowScript, tools: [slow.tool], config: allow("slow_work") });
  const leave = new AbortController();
  const response = await fetch(`${world.url}/api/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: "do the slow work" }),
    signal: leave.signal,
  });
  const before = await takeUntil(readSse(response), "call-start");
  await slow.started;
  leave.abort();
  slow.release();
  const last = before.at(-1)?.id ?? "";
  const again = await world.get("/api/chat", { "last-event-id": last });
  const after = await Array.fromAsync(readSse(again));
  expect(after.at(-1)?.data).toMatchObject({
    type: "run-end",
    status: "done",
    answer: "It has worked, all of it.",
  });
  const ids = [...before, ...after].map(({ id }) => id ?? "");
  expect(firstGap(ids)).toBeUndefined();
  expect(new Set(ids).size).toBe(ids.length);
  const run = /^[^:]+/.exec(last)?.[0];
  const log = await world.json<{ seq: number; type: string }[]>(`/api/runs/${run}/events`);
  // The numbers of records are those of the log itself: they mean the same after a restart.
  const numbered = [...before, ...after].flatMap(({ id = "", event }) =>
    id.endsWith(".0") ? [[Number(/:(\d+)\./.exec(id)?.[1]), event]] : [],
  );
  expect(numbered).toEqual(log.map(({ seq, type }) => [seq, type]));
  const reposted = await world.post("/api/chat", { message: "ignored" }, { "last-event-id": last });
  expect((await Array.fromAsync(readSse(reposted))).map(({ id }) => id)).toEqual(after.map(({ id }) => id));
});

test("POST /api/runs/{run}/stop stops a run, whose last event says so", async () => {
  const slow = aSlowTool();
  await using world = await aServer({ script: slowScript, tools: [slow.tool], config: allow("slow_work") });
  const response = await world.post("/api/chat", { message: "do the slow work" });
  const run = response.headers.get("x-run-id") ?? "";
  const stream = readSse(response);
  await takeUntil(stream, "call-start");
  expect(await (await world.post(`/api/runs/${run}/stop`)).json()).toEqual({ run, stopped: true });
  const rest = await Array.fromAsync(stream);
  expect(rest.at(-1)?.data).toMatchObject({ type: "run-end", status: "cancelled" });
  expect(await (await world.post(`/api/runs/${run}/stop`)).json()).toEqual({ run, stopped: false });
  slow.release();
});

const asking = [
  { calls: [{ tool: "shell", input: { command: "echo harbour" } }] },
  { text: "Done as you said." },
];

async function asked(world: TestServer, conversation: string) {
  const stream = readSse(await world.post("/api/chat", { message: "run it", conversation }));
  const events = await takeUntil(stream, "approval-start");
  const question = runEvents(events).findLast(({ type }) => type === "approval-start");
  return { stream, id: question !== undefined && "id" in question ? String(question.id) : "" };
}

test("a question in a chat is answered by a reply in the same conversation, and only by a whole one", async () => {
  await using world = await aServer({
    script: [...asking.slice(0, 1), { text: "What else?" }, ...asking.slice(1)],
  });
  const { stream, id } = await asked(world, "c-1");
  const other = await world.chat({ message: "not sure, why?", conversation: "c-1" });
  expect(other.at(-1)?.data).toMatchObject({ type: "run-end", answer: "What else?" });
  const answered = await world.chat({ message: `Yes ${id}`, conversation: "c-1" });
  expect(answered[0]).toMatchObject({ event: "reply", data: { type: "answered", accepted: true } });
  expect(answered.at(-1)?.data).toMatchObject({ type: "run-end", answer: "Done as you said." });
  expect(runEvents(await Array.fromAsync(stream)).map(({ type }) => type)).toContain("call-end");
});

test.each([
  ["once", "none"],
  ["run", "active"],
  ["grant", "active"],
])("an inline approval for %s leaves what it says", async (scope, expected) => {
  await using world = await aServer({ script: asking });
  const { stream, id } = await asked(world, "c-1");
  const answer = await world.post(`/api/approvals/${id}/answer`, { answer: "approve", scope });
  expect(await answer.json()).toMatchObject({ accepted: true, approval: { status: "approved" } });
  const events = runEvents(await Array.fromAsync(stream));
  expect(events.at(-1)).toMatchObject({ type: "run-end", status: "done" });
  const grants = await world.json<{ id: string; status: string }[]>("/api/grants");
  expect(grants[0]?.status ?? "none").toBe(expected);
  if (grants[0] === undefined) return;
  const revoked = await fetch(`${world.url}/api/grants/${grants[0].id}`, { method: "DELETE" });
  expect(await revoked.json()).toMatchObject({ status: "revoked", revokedBy: "local" });
});

test("conversations are listed, read with their turns, renamed and deleted", async () => {
  await using world = await aServer({ script: [{ text: "One." }, { text: "Two." }, { text: "Three." }] });
  await world.chat({ message: "first", conversation: "c-a" });
  await world.chat({ message: "second", conversation: "c-a" });
  await world.chat({ message: "other", conversation: "c-b" });
  const listed = await world.get("/api/conversations?limit=1");
  expect(await listed.json()).toMatchObject([{ id: "c-b", title: "other", user: "local", door: "http" }]);
  const next = listed.headers.get("x-next-cursor");
  expect(await world.json(`/api/conversations?limit=1&cursor=${next}`)).toMatchObject([{ id: "c-a" }]);
  expect(await world.json("/api/conversations?query=SECOND")).toMatchObject([{ id: "c-a" }]);
  expect(await world.json("/api/conversations?query=nowhere")).toEqual([]);
  const read = await world.json<{
    turns: { message: string; answer: string; runId: string }[];
    earlier?: string;
  }>("/api/conversations/c-a?limit=1");
  expect(read.turns).toMatchObject([{ message: "second", answer: "Two.", status: "done" }]);
  expect(await world.json(`/api/conversations/c-a?limit=5&cursor=${read.earlier}`)).toMatchObject({
    turns: [{ message: "first", answer: "One." }],
  });
  const renamed = await fetch(`${world.url}/api/conversations/c-a`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ title: "The first" }),
  });
  expect(await renamed.json()).toMatchObject({ title: "The first" });
  expect((await fetch(`${world.url}/api/conversations/c-a`, { method: "DELETE" })).status).toBe(200);
  expect((await world.get("/api/conversations/c-a")).status).toBe(404);
});

function allow(tool: string) {
  return { permissions: { safe: [tool] } };
}

test("a chat with another persona is answered by the same model", async () => {
  await using world = await aServer({ script: [{ text: "One." }] });
  const events = runEvents(await world.chat({ message: "first", persona: "kurisu" }));
  expect(events).toContainEqual(expect.objectContaining({ type: "turn-start", persona: "kurisu" }));
  expect(events.at(-1)).toMatchObject({ type: "run-end", answer: "One." });
});
