import { expect, test } from "vitest";
import { anApp } from "./an-app.ts";

const ada = { name: "ada", role: "user" } as const;
const task = { task: "Take a break", kind: "reminder", at: "2099-01-01T09:00:00Z" };

test("/api/schedules plans, lists, changes, triggers and cancels the caller's tasks", async () => {
  await using app = await anApp();
  const send = app.as(ada);
  const planned = await send("POST", "/api/schedules", task);
  expect(planned).toMatchObject({ status: 200, body: { user: "ada", status: "active", door: "http" } });
  const { id } = planned.body as { id: string };
  await send("POST", "/api/schedules", { task: "look", cron: "0 9 * * 1-5", timezone: "Asia/Shanghai" });
  const { body: first } = await send("GET", "/api/schedules?limit=1");
  expect(first).toMatchObject([{ task: "look", when: { kind: "cron", timezone: "Asia/Shanghai" } }]);
  const [{ id: newest }] = first as [{ id: string }];
  expect((await send("GET", `/api/schedules?cursor=${newest}`)).body).toMatchObject([{ id }]);
  expect((await send("PATCH", `/api/schedules/${id}`, { status: "paused" })).body).toMatchObject({
    status: "paused",
  });
  expect((await send("PATCH", `/api/schedules/${id}`, { every: "1h" })).body).toMatchObject({
    when: { kind: "every", everyMs: 3_600_000 },
  });
  await send("POST", `/api/schedules/${id}/trigger`);
  const { scheduler } = app.runtime;
  await scheduler.tick();
  await scheduler.idle();
  const { body: shown } = await send("GET", `/api/schedules/${id}`);
  expect(shown).toMatchObject({ runs: 1, past: [{ why: "trigger", status: "done" }] });
  const { conversation } = shown as { conversation: string };
  expect((await send("GET", `/api/conversations/${conversation}`)).body).toMatchObject({
    turns: [{ answer: "Take a break" }],
    kept: [],
  });
  expect((await send("DELETE", `/api/schedules/${id}`)).body).toMatchObject({ status: "cancelled" });
  expect((await send("GET", "/api/schedules?status=active")).body).toMatchObject([{ id: newest }]);
});

test("nobody plans into the conversation of another, or reaches their tasks", async () => {
  await using app = await anApp();
  const { body } = await app.as(ada)("POST", "/api/schedules", task);
  const { id, conversation } = body as { id: string; conversation: string };
  const bob = app.as({ name: "bob", role: "approver" });
  expect((await bob("GET", `/api/schedules/${id}`)).status).toBe(404);
  expect((await bob("GET", `/api/schedules/${id}?user=ada`)).status).toBe(403);
  expect((await bob("DELETE", `/api/schedules/${id}`)).status).toBe(404);
  await app.as(ada)("POST", `/api/schedules/${id}/trigger`);
  const { scheduler } = app.runtime;
  await scheduler.tick();
  await scheduler.idle();
  expect((await bob("POST", "/api/schedules", { ...task, conversation })).status).toBe(404);
  expect((await app.as(ada)("POST", "/api/schedules", { ...task, conversation })).status).toBe(200);
});

test("a task runs as its own user, even if somebody else has started a conversation under its id", async () => {
  await using app = await anApp();
  for (const kind of ["reminder", "task"]) {
    const { body } = await app.as(ada)("POST", "/api/schedules", { ...task, kind });
    const { id, conversation } = body as { id: string; conversation: string };
    const bob = app.as({ name: "bob", role: "user" });
    const { scheduler, store } = app.runtime;
    const now = { createdAt: Date.now(), updatedAt: Date.now() };
    await store.conversations.put({ id: conversation, door: "http", user: "bob", title: "hello", ...now });
    await app.as(ada)("POST", `/api/schedules/${id}/trigger`);
    await scheduler.tick();
    await scheduler.idle();
    const shown = (await app.as(ada)("GET", `/api/schedules/${id}`)).body as { past: { run: string }[] };
    const run = shown.past[0]?.run ?? "";
    expect(await store.runs.get(run)).toMatchObject({ user: "ada" });
    const turn = await store.conversations.turn(run);
    expect(await store.conversations.get(turn?.conversationId ?? "")).toMatchObject({ user: "ada" });
    const theirs = (await bob("GET", `/api/conversations/${conversation}`)).body as { turns: unknown[] };
    expect(theirs.turns).toEqual([]);
  }
});

test.each([
  [{ task: "x" }],
  [{ task: "x", in: "soon" }],
  [{ task: "x", in: "1m", every: "1m" }],
  [{ task: "", in: "1m" }],
  [{ task: "x", cron: "61 * * * *" }],
  [{ task: "x", in: "1m", when: "now" }],
  [{ task: "x", in: "1m", missed: "sometimes" }],
])("/api/schedules refuses %j and says why", async (intent) => {
  await using app = await anApp();
  expect(await app.send("POST", "/api/schedules", intent)).toMatchObject({
    status: 400,
    body: { code: "invalid_input" },
  });
});
