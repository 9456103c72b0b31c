import { expect, test } from "vitest";
import { openTokens } from "../../src/access/tokens.ts";
import { aServer } from "../http/a-server.ts";

test("a stream ends when its token is revoked, also when a new one of that name is made; others go on", async () => {
  await using world = await aServer();
  const tokens = openTokens(world.runtime.store.documents);
  const open = async (name: string) => {
    const token = await tokens.create(name, "viewer");
    const answer = await world.get("/api/events", { authorization: `Bearer ${token}` });
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("event: open");
    return reader;
  };
  const [alice, bob] = [await open("alice"), await open("bob")];
  let bobEnded = false;
  const bobReads = bob?.read().then(
    () => {
      bobEnded = true;
    },
    () => undefined,
  );
  await tokens.revoke("alice");
  await tokens.create("alice", "admin");
  // A connection that is cut reads as an end or as a fault; more events would be neither.
  const end = await alice?.read().catch(() => ({ done: true, value: undefined }));
  expect(end?.done).toBe(true);
  expect(bobEnded).toBe(false);
  await bob?.cancel().catch(() => {});
  await bobReads;
}, 30_000);
