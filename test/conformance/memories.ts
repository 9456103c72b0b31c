import { beforeEach, describe, expect, test } from "vitest";
import type { Memory } from "../../src/contract/user/memory.ts";
import type { Store } from "../../src/store/store.ts";

/** What every driver promises of memories. */
export function memoryConformance(current: () => Store): void {
  describe("memories", () => {
    let store: Store;
    const tell = (memory: Memory, fingerprint = memory.id) =>
      store.memories.tell({ user: memory.user, fingerprint }, () => memory);
    beforeEach(() => {
      store = current();
    });

    test("tell() keeps every field, and gives what is there to whoever says the same again", async () => {
      const whole: Memory = {
        ...aMemory("a"),
        source: { door: "cli", conversation: "c", run: "r", call: "r.1", untrusted: ["fetch"] },
      };
      expect(await tell(whole, "same")).toEqual(whole);
      const again = await store.memories.tell({ user: "ada", fingerprint: "same" }, (held) => ({
        ...(held ?? aMemory("other")),
        mentions: 2,
      }));
      expect(again).toEqual({ ...whole, mentions: 2 });
      expect(await store.memories.get("ada", "a")).toEqual(again);
      expect(await store.memories.ids("ada")).toEqual(["a"]);
    });

    test("tell() leaves everything as it was when the work throws", async () => {
      await tell(aMemory("a"), "same");
      const failing = store.memories.tell({ user: "ada", fingerprint: "same" }, () => {
        throw new Error("not so");
      });
      await expect(failing).rejects.toThrow("not so");
      expect(await store.memories.get("ada", "a")).toEqual(aMemory("a"));
    });

    test("nobody sees the memories of another user, and equal fingerprints of two do not meet", async () => {
      await tell(aMemory("a"), "same");
      await tell({ ...aMemory("b"), user: "bob" }, "same");
      expect(await store.memories.ids("ada")).toEqual(["a"]);
      expect(await store.memories.get("bob", "a")).toBeUndefined();
      expect(await store.memories.delete("bob", ["a"])).toEqual([]);
      expect((await store.memories.list("ada", { limit: 9 })).map(({ id }) => id)).toEqual(["a"]);
    });

    test("list() gives the newest first, by type, and pages without gaps", async () => {
      for (const [id, createdAt] of [
        ["a", 5],
        ["c", 9],
        ["b", 9],
        ["d", 1],
      ] as const)
        await tell({ ...aMemory(id), createdAt, type: id === "c" ? "lesson" : "fact" });
      const ids = async (page: Parameters<typeof store.memories.list>[1]) =>
        (await store.memories.list("ada", page)).map(({ id }) => id);
      expect(await ids({ limit: 9 })).toEqual(["b", "c", "a", "d"]);
      await store.memories.change("ada", ["c"], (held) => ({ ...held, recalls: 1 }));
      expect(await ids({ limit: 2, before: "b" })).toEqual(["c", "a"]);
      expect(await ids({ limit: 9, type: "fact", before: "c" })).toEqual(["a", "d"]);
      expect(await ids({ limit: 9, before: "missing" })).toEqual([]);
    });

    test("changes() grows with each change of the user's own memories, and with nothing else", async () => {
      expect(await store.memories.changes("ada")).toBe(0);
      await tell(aMemory("a"));
      const told = await store.memories.changes("ada");
      await tell({ ...aMemory("b"), user: "bob" });
      await store.memories.delete("ada", ["missing"]);
      await store.memories.list("ada", { limit: 9 });
      expect(await store.memories.changes("ada")).toBe(told);
      await store.memories.change("ada", ["a"], (held) => ({ ...held, recalls: 1 }));
      const changed = await store.memories.changes("ada");
      await store.memories.delete("ada", ["a"]);
      expect([told > 0, changed > told, (await store.memories.changes("ada")) > changed]).toEqual([
        true,
        true,
        true,
      ]);
    });

    test("changedSince() tells what changed, each once and in order, and by the count what is gone", async () => {
      await tell(aMemory("a"));
      const first = await store.memories.changedSince("ada", 0);
      expect(first).toMatchObject({ count: 1, memories: [{ id: "a" }] });
      await tell(aMemory("b"));
      await store.memories.change("ada", ["a", "missing"], (held) => ({ ...held, recalls: 1 }));
      const second = await store.memories.changedSince("ada", first.revision);
      expect(second.memories.map(({ id, recalls }) => [id, recalls])).toEqual([
        ["b", 0],
        ["a", 1],
      ]);
      expect(await store.memories.delete("ada", ["a", "missing"])).toEqual(["a"]);
      await tell(aMemory("c"));
      const third = await store.memories.changedSince("ada", second.revision);
      expect([third.count, third.memories.map(({ id }) => id)]).toEqual([2, ["c"]]);
      expect(await store.memories.changedSince("ada", third.revision)).toEqual({ ...third, memories: [] });
    });
  });
}

/** A memory of Ada's. */
export function aMemory(id: string): Memory {
  return {
    id,
    user: "ada",
    type: "fact",
    text: `the thing called ${id}`,
    importance: 0.5,
    source: {},
    createdAt: 1,
    usedAt: 1,
    mentions: 1,
    recalls: 0,
  };
}
