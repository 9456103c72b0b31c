import { expect, test } from "vitest";
import { createMemoryStore } from "../store/in-memory/memory-store.ts";
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

test("callerOf() reads one token for one that was used before, not all", async () => {
  const { documents } = createMemoryStore();
  const looks: string[] = [];
  const list: typeof documents.list = (shelf, page) => {
    looks.push(shelf);
    return documents.list(shelf, page);
  };
  const tokens = openTokens({ ...documents, list });
  const ann = await tokens.create("ann", "user");
  await tokens.callerOf(ann);
  await tokens.callerOf(ann);
  expect(looks).toHaveLength(1);
});
