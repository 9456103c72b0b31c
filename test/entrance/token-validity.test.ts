import { expect, test } from "vitest";
import { openTokenValidity } from "../../src/access/token-validity.ts";
import { openTokens } from "../../src/access/tokens.ts";
import { anAgent } from "../agent/an-agent.ts";
import { aRuntime, errorOf } from "../support/a-runtime.ts";

const config = { permissions: { confirm: ["write_file"] } };
const write = (path: string) => ({ tool: "write_file", input: { path, content: "x" } });

test("a token is valid from its creation until it is revoked, expires or is replaced; a user without tokens is always valid", async () => {
  await using world = await aRuntime();
  let now = 1_000;
  const { documents } = world.runtime.store;
  const tokens = openTokens(documents, () => now);
  const { holds } = openTokenValidity(documents, () => now);
  expect(await holds("alice", 0)).toBe(true);
  await tokens.create("alice", "approver", { expiresAt: 2_000 });
  expect(await holds("alice", 1_500)).toBe(true);
  now = 2_000;
  expect(await holds("alice", 1_500)).toBe(false);
  expect(await holds("alice", 2_500)).toBe(false);
  now = 3_000;
  await tokens.create("alice", "user");
  expect([await holds("alice", 1_500), await holds("alice", 3_001)]).toEqual([false, true]);
  now = 4_000;
  await tokens.revoke("alice");
  expect([await holds("alice", 3_001), await holds("alice", 5_000)]).toEqual([false, false]);
  expect(await holds("bob", 0)).toBe(true);
});

for (const { change, again } of [
  { change: "was revoked", again: undefined },
  { change: "has a lower role now", again: "user" },
] as const)
  test(`a grant covers nothing more when the token of who gave it ${change}, and is listed as revoked`, async () => {
    let asked = 0;
    await using world = await aRuntime({
      config,
      ask: async () => ({ answer: asked++ === 0 ? "approve" : "deny", by: "boss", grant: "wide" }),
    });
    const tokens = openTokens(world.runtime.store.documents);
    await tokens.create("boss", "approver");
    const run = await world.runtime.openRun({});
    const types = [
      (await run.execute(write("out/a.txt"))).type,
      (await run.execute(write("out/b.txt"))).type,
    ];
    expect([types, asked]).toEqual([["success", "success"], 1]);
    await tokens.revoke("boss");
    if (again !== undefined) await tokens.create("boss", again);
    expect((await run.execute(write("out/c.txt"))).type).toBe("failure");
    expect(asked).toBe(2);
    expect((await world.runtime.grants.list()).map(({ status }) => status)).toEqual(["revoked"]);
  });

test("a run under way stops at its next call when its user's token ends, and a new one begins with a new token alone", async () => {
  await using world = await aRuntime({ files: { "a.txt": "x" } });
  const tokens = openTokens(world.runtime.store.documents);
  await tokens.create("alice", "user");
  const read = { tool: "read_file", input: { path: "a.txt" } };
  const [run, others] = [await world.runtime.openRun({ user: "alice" }), await world.runtime.openRun({})];
  expect((await run.execute(read)).type).toBe("success");
  await tokens.revoke("alice");
  expect(errorOf(await run.execute(read))).toMatchObject({ code: "unauthenticated" });
  expect((await others.execute(read)).type).toBe("success");
  await expect(world.runtime.openRun({ user: "alice" })).rejects.toMatchObject({ code: "unauthenticated" });
  await tokens.create("alice", "viewer");
  expect(errorOf(await run.execute(read)).message).toContain("another role");
});

test("the agent of somebody whose token ends asks its model nothing more", async () => {
  const revoke: { now?: () => Promise<unknown> } = {};
  await using agent = await anAgent(
    [
      { calls: [write("out/a.txt")] },
      { calls: [{ tool: "current_time", input: {} }] },
      { text: "never said" },
    ],
    {
      config,
      async ask() {
        await revoke.now?.();
        return { answer: "approve", by: "boss" };
      },
    },
  );
  const tokens = openTokens(agent.runtime.store.documents);
  await tokens.create("alice", "user");
  revoke.now = () => tokens.revoke("alice");
  const { end, of } = await agent.tell("write it, then tell the time", { user: "alice" });
  const codes = of("call-end").map(({ result }) => result.error?.code);
  expect([end.status, codes, end.answer]).toEqual([
    "failed",
    [undefined, "unauthenticated"],
    expect.stringContaining("their token was revoked"),
  ]);
});
