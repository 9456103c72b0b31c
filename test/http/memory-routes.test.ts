import { expect, test } from "vitest";
import { anApp } from "./an-app.ts";

const ada = { name: "ada", role: "user" } as const;

test("/api/memory adds, lists, searches, counts and forgets the caller's memories", async () => {
  await using app = await anApp();
  const send = app.as(ada);
  const added = await send("POST", "/api/memory", { content: "I am allergic to peanuts", type: "fact" });
  expect(added).toMatchObject({ status: 200, body: { status: "added", memory: { user: "ada" } } });
  await send("POST", "/api/memory", { content: "Answer in bullet points", type: "preference" });
  const { body: listed } = await send("GET", "/api/memory?limit=1");
  expect(listed).toMatchObject([{ text: "Answer in bullet points" }]);
  const [{ id }] = listed as [{ id: string }];
  expect((await send("GET", `/api/memory?cursor=${id}`)).body).toMatchObject([
    { text: "I am allergic to peanuts" },
  ]);
  expect((await send("GET", "/api/memory?type=preference")).body).toMatchObject([{ id }]);
  const found = await send("GET", "/api/memory/search?query=a%20peanut%20snack");
  expect(found.body).toMatchObject([{ text: "I am allergic to peanuts", score: expect.any(Number) }]);
  expect((await send("GET", "/api/memory/statistics")).body).toMatchObject({ total: 2 });
  expect((await send("DELETE", `/api/memory/${id}`)).body).toEqual({ forgotten: [id] });
  expect((await send("DELETE", `/api/memory/${id}`)).status).toBe(404);
});

test("nobody but an admin reaches what belongs to another", async () => {
  await using app = await anApp();
  const { body: kept } = await app.as(ada)("POST", "/api/memory", { content: "I am allergic to peanuts" });
  await app.as(ada)("PATCH", "/api/profile", { name: "Ada" });
  const bob = app.as({ name: "bob", role: "approver" });
  for (const path of ["/api/memory", "/api/profile"]) {
    expect(await bob("GET", `${path}?user=ada`)).toMatchObject({
      status: 403,
      body: { code: "tool_not_allowed" },
    });
    expect(
      (await bob("DELETE", path === "/api/memory" ? "/api/memory/x?user=ada" : `${path}?user=ada`)).status,
    ).toBe(403);
  }
  const { memory } = kept as { memory: { id: string } };
  expect((await bob("DELETE", `/api/memory/${memory.id}`)).status).toBe(404);
  expect((await bob("GET", "/api/memory")).body).toEqual([]);
  expect((await bob("GET", "/api/profile")).body).toMatchObject({ values: {} });
  expect((await app.send("GET", "/api/memory?user=ada")).body).toHaveLength(1);
  expect(
    (await app.as({ name: "eve", role: "viewer" })("POST", "/api/memory", { content: "x" })).status,
  ).toBe(403);
});

test("wrong requests are problems that name the field", async () => {
  await using app = await anApp();
  for (const [method, path, body] of [
    ["POST", "/api/memory", { content: "" }],
    ["POST", "/api/memory", { content: "x", type: "feeling" }],
    ["POST", "/api/memory", { content: "x", kind: "fact" }],
    ["GET", "/api/memory?limit=0", undefined],
    ["GET", "/api/memory/search", undefined],
    ["PATCH", "/api/profile", { shoe: "42" }],
    ["PATCH", "/api/profile", { timezone: "Mars/Olympus" }],
  ] as const)
    expect(await app.send(method, path, body)).toMatchObject({
      status: 400,
      body: { code: "invalid_input" },
    });
});

test("/api/profile is shown, changed line by line, and erased", async () => {
  await using app = await anApp();
  const changed = await app.send("PATCH", "/api/profile", { name: "Ada", timezone: "Europe/Zurich" });
  expect(changed.body).toMatchObject({ values: { name: "Ada", timezone: "Europe/Zurich" } });
  expect((await app.send("PATCH", "/api/profile", { timezone: null })).body).toMatchObject({
    values: { name: "Ada" },
  });
  expect((await app.send("DELETE", "/api/profile")).body).toEqual({ erased: ["name"] });
  expect((await app.send("GET", "/api/profile")).body).toMatchObject({ values: {}, skipped: [] });
});
