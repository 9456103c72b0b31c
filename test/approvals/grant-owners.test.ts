import { appendFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openGroups } from "../../src/access/groups.ts";
import { sealOf } from "../../src/approval/grant-seal.ts";
import type { ApprovalAnswer } from "../../src/contract/asking/approval.ts";
import { people } from "../http/a-server.ts";
import { aRuntime, outputOf } from "../support/a-runtime.ts";
import { nextQuestion } from "./next-question.ts";

const config = {
  permissions: { confirm: ["write_file"] },
  approvals: { people: { Alice: ["alice", "telegram:4711"] } },
};

/** A runtime whose person gives the wide grant with the first answer and says no to every other question. */
async function granting(more: Partial<ApprovalAnswer> = {}) {
  let asked = 0;
  const world = await aRuntime({
    config,
    ask: async () =>
      asked++ === 0
        ? { answer: "approve", by: "alice", grant: "wide", ...more }
        : { answer: "deny", by: "alice" },
  });
  const write = async (user: string | undefined, path: string) => {
    const run = await world.runtime.openRun(user === undefined ? {} : { user });
    return (await run.execute({ tool: "write_file", input: { path, content: "x" } })).type;
  };
  return { ...world, write, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test("a wide grant covers the runs of the person it was given for, by any of their names, and nobody else's", async () => {
  await using world = await granting();
  expect(await world.write("alice", "out/a.txt")).toBe("success");
  expect((await world.runtime.grants.list())[0]?.terms.users).toEqual(["alice"]);
  expect(await world.write("alice", "out/b.txt")).toBe("success");
  expect(await world.write("telegram:4711", "out/c.txt")).toBe("success");
  for (const user of ["bob", undefined, "Alice2", "telegram:4712", ""])
    expect(await world.write(user, "out/d.txt"), String(user)).toBe("failure");
});

test("an admin gives a grant to users by name, and the seal binds them", async () => {
  await using world = await granting({ users: ["bob"] });
  expect(await world.write("alice", "out/a.txt")).toBe("success");
  const [grant] = await world.runtime.grants.list();
  expect(grant?.terms.users).toEqual(["alice", "bob"]);
  expect(grant && sealOf(grant)).toBe(grant?.seal);
  expect(grant && sealOf({ ...grant, terms: { ...grant.terms, users: ["alice", "bob", "eve"] } })).not.toBe(
    grant?.seal,
  );
  expect(await world.write("bob", "out/b.txt")).toBe("success");
  expect(await world.write("eve", "out/c.txt")).toBe("failure");
});

test("a grant without users, of an older version, covers the runs of the local user alone", async () => {
  await using world = await granting();
  const run = await world.runtime.openRun({ user: "alice" });
  outputOf(await run.execute({ tool: "write_file", input: { path: "out/a.txt", content: "x" } }));
  const [grant] = await world.runtime.grants.list();
  if (grant === undefined) return expect.unreachable("no grant was given");
  const { users: _users, ...terms } = grant.terms;
  const old = { ...grant, id: "old-wide", terms };
  const sealed = { ...old, seal: sealOf(old) };
  await appendFile(`${world.home}/runs/${grant.runId}/grants.jsonl`, `${JSON.stringify(sealed)}\n`);
  await world.runtime.store.grants.create(sealed);
  await world.runtime.grants.revoke(grant.id, "alice");
  expect(await world.write("alice", "out/b.txt")).toBe("failure");
  expect(await world.write(undefined, "out/c.txt")).toBe("success");
});

test("over HTTP only an admin names other users, and an answer to another call than was shown is refused", async () => {
  await using world = await aRuntime({ config });
  const { as } = await people(world.runtime, { alice: "approver", bob: "user", root: "admin" });
  const call = (user: string, path: string) =>
    as(user, "POST", "/api/tools/write_file/call", { input: { path, content: "x" }, park: true });
  const waiting = nextQuestion(world.runtime);
  const done = call("alice", "out/a.txt");
  const { id, hash } = await waiting;
  const answer = (user: string, more: object) =>
    as(user, "POST", `/api/approvals/${id}/answer`, { answer: "approve", scope: "grant", ...more });
  expect((await answer("alice", { users: ["bob"] })).status).toBe(403);
  expect((await answer("alice", { callHash: "0".repeat(64) })).status).toBe(409);
  expect((await answer("root", { users: ["bob"], callHash: hash })).status).toBe(200);
  expect(await (await done).json()).toMatchObject({ type: "success" });
  expect(await (await call("bob", "out/b.txt")).json()).toMatchObject({ type: "success" });
  expect((await world.runtime.grants.list())[0]).toMatchObject({
    by: "root",
    terms: { users: ["alice", "bob"] },
  });
});

test("a grant to a group covers its members as long as they are members, and nobody else", async () => {
  await using world = await granting({ groups: ["editors"] });
  const groups = openGroups(world.runtime.store.documents);
  await groups.add("editors", "bob");
  await groups.add("others", "eve");
  expect(await world.write("alice", "out/a.txt")).toBe("success");
  const [grant] = await world.runtime.grants.list();
  expect(grant?.terms).toMatchObject({ users: ["alice"], groups: ["editors"] });
  expect(grant && sealOf({ ...grant, terms: { ...grant.terms, groups: ["others"] } })).not.toBe(grant?.seal);
  expect(await world.write("bob", "out/b.txt")).toBe("success");
  for (const user of ["eve", "editors", undefined])
    expect(await world.write(user, "out/c.txt"), user).toBe("failure");
  await groups.add("editors", "eve");
  expect(await world.write("eve", "out/d.txt")).toBe("success");
  expect(await groups.remove("editors", "bob")).toBe(true);
  expect(await world.write("bob", "out/e.txt")).toBe("failure");
  expect(await world.write("eve", "out/f.txt")).toBe("success");
});

test("over HTTP only an admin names groups and changes them, and a group that does not exist is refused", async () => {
  await using world = await aRuntime({ config });
  const { as } = await people(world.runtime, { alice: "approver", bob: "user", eve: "user", root: "admin" });
  const call = (user: string, path: string) =>
    as(user, "POST", "/api/tools/write_file/call", { input: { path, content: "x" }, park: false });
  const member = (user: string, method: string, name: string) =>
    as(user, method, `/api/groups/editors/members/${name}`).then(({ status }) => status);
  for (const user of ["alice", "bob"]) expect(await member(user, "PUT", user)).toBe(403);
  expect((await as("alice", "GET", "/api/groups")).status).toBe(403);
  const waiting = nextQuestion(world.runtime);
  const done = as("alice", "POST", "/api/tools/write_file/call", {
    input: { path: "out/a.txt", content: "x" },
    park: true,
  });
  const { id } = await waiting;
  const answer = (user: string) =>
    as(user, "POST", `/api/approvals/${id}/answer`, {
      answer: "approve",
      scope: "grant",
      groups: ["editors"],
    });
  expect((await answer("alice")).status).toBe(403);
  expect((await answer("root")).status).toBe(404);
  expect(await member("root", "PUT", "bob")).toBe(200);
  expect(await (await as("root", "GET", "/api/groups")).json()).toEqual([
    { name: "editors", members: ["bob"] },
  ]);
  expect((await answer("root")).status).toBe(200);
  expect(await (await done).json()).toMatchObject({ type: "success" });
  expect(await (await call("bob", "out/b.txt")).json()).toMatchObject({ type: "success" });
  expect(await (await call("eve", "out/c.txt")).json()).toMatchObject({
    error: { code: "approval_required" },
  });
  expect(await member("root", "DELETE", "bob")).toBe(200);
  expect(await member("root", "DELETE", "bob")).toBe(404);
  expect(await (await call("bob", "out/d.txt")).json()).toMatchObject({
    error: { code: "approval_required" },
  });
});
