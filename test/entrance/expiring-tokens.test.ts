import { expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";

test("a token stops working when it expires, is no longer listed, and makes way for a new one", async () => {
  await using world = await aRuntime();
  let now = 1_000;
  const tokens = openTokens(world.runtime.store.documents, () => now);
  const token = await tokens.create("ci", "user", { expiresAt: 2_000 });
  expect(await tokens.callerOf(token)).toEqual({ name: "ci", role: "user" });
  expect(await tokens.list()).toEqual([{ name: "ci", role: "user", createdAt: 1_000, expiresAt: 2_000 }]);
  await expect(tokens.create("ci", "user")).rejects.toThrow("revoke it first");
  now = 2_000;
  expect(await tokens.callerOf(token)).toBeUndefined();
  expect(await tokens.list()).toEqual([]);
  expect(await tokens.isEmpty()).toBe(true);
  const next = await tokens.create("ci", "viewer");
  expect(await tokens.callerOf(next)).toEqual({ name: "ci", role: "viewer" });
  expect(await tokens.callerOf(token)).toBeUndefined();
});

test("`token create --expires` prints the expiry, and refuses an invalid time", async () => {
  await using cli = await aCliFolder();
  const made = await cli.run(["token", "create", "ci", "--expires", "12h", "--json"]);
  const { expiresAt } = made.json<{ expiresAt: number }>();
  expect(Math.abs(expiresAt - Date.now() - 12 * 3_600_000)).toBeLessThan(3_600_000);
  const wrong = await cli.run(["token", "create", "other", "--expires", "soon"]);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("30s")]);
});

test("`token revoke` pauses what that user has scheduled, nobody else's, and says so", async () => {
  await using cli = await aCliFolder();
  await cli.run(["token", "create", "alice", "--json"]);
  const plan = async (...more: string[]) =>
    (
      await cli.run(["schedule", "add", "look", "at", "the", "quay", "--every", "1 day", ...more, "--json"])
    ).json<{ id: string }>().id;
  const [hers, mine] = [await plan("--user", "alice"), await plan()];
  const revoked = await cli.run(["token", "revoke", "alice", "--json"]);
  expect(revoked.json()).toEqual({ revoked: "alice", paused: [hers] });
  const statusOf = async (id: string, ...more: string[]) =>
    (await cli.run(["schedule", "show", id, ...more, "--json"])).json<{ status: string }>().status;
  expect([await statusOf(hers, "--user", "alice"), await statusOf(mine)]).toEqual(["paused", "active"]);
});
