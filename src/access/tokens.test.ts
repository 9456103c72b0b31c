import { expect, test } from "vitest";
import { createMemoryStore } from "../store/in-memory/memory-store.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { openTokens } from "./tokens.ts";

test("callerOf() knows a token until it is revoked, however often it was used before", async () => {
  const { documents } = createMemoryStore();
  const tokens = openTokens(documents);
  const [ann, bob] = [await tokens.create("ann", "user"), await tokens.create("bob", "approver")];
  for (let times = 0; times < 2; times++) {
    expect(await tokens.callerOf(ann)).toEqual({ name: "ann", role: "user" });
    expect(await tokens.callerOf(bob)).toEqual({ name: "bob", role: "approver" });
  }
  await tokens.revoke("ann");
  expect([await tokens.callerOf(ann), await tokens.callerOf(`${ann}x`)]).toEqual([undefined, undefined]);
  const again = await tokens.create("ann", "viewer");
  expect(await tokens.callerOf(ann)).toBeUndefined();
  expect(await tokens.callerOf(again)).toEqual({ name: "ann", role: "viewer" });
});

test("callerOf() makes one read, whether the token is right or wrong, however many there are", async () => {
  const { documents } = createMemoryStore();
  const reads: string[] = [];
  const tokens = openTokens({
    ...documents,
    get: (storage, key) => {
      reads.push(key);
      return documents.get(storage, key);
    },
  });
  const ann = await tokens.create("ann", "user");
  for (let at = 0; at < 20; at++) await tokens.create(`other-${at}`, "user");
  for (const token of [ann, `${ann}x`, "dj_", "", "ann", "constructor", "__proto__"]) {
    reads.length = 0;
    expect([token, (await tokens.callerOf(token))?.name]).toEqual([token, token === ann ? "ann" : undefined]);
    expect(reads).toHaveLength(1);
  }
});

test("openTokens() still knows tokens that an earlier version stored under their names", async () => {
  const { documents } = createMemoryStore();
  const hash = sha256("dj_old");
  await documents.put("http-tokens", "olga", { name: "olga", role: "approver", hash, createdAt: 1 });
  const tokens = openTokens(documents);
  await expect(tokens.create("olga", "user")).rejects.toThrow("revoke it first");
  expect(await tokens.callerOf("dj_old")).toEqual({ name: "olga", role: "approver" });
  expect(await tokens.list()).toHaveLength(1);
  expect([await tokens.revoke("olga"), await tokens.callerOf("dj_old")]).toEqual([true, undefined]);
});

test("create() gives no token the name of the person at this machine, at any door", async () => {
  const tokens = openTokens(createMemoryStore().documents);
  for (const name of ["local", "LOCAL", "local (stdio)", "", "a b", "a\nb", "x".repeat(65)])
    await expect(tokens.create(name, "admin"), name).rejects.toMatchObject({ code: "invalid_input" });
});
