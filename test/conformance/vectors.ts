import { describe, expect, test } from "vitest";
import type { Store } from "../../src/store/store.ts";

const SPACE = { collection: "tools", embedder: "small@1/4" };

/** What every driver promises of vectors. */
export function vectorConformance(store: () => Store): void {
  describe("vectors", () => {
    test("read() gives back the bytes of the hashes that are known, and only those", async () => {
      const { vectors } = store();
      await vectors.write(SPACE, aBatch("a", "b"));
      const found = await vectors.read(SPACE, ["b", "missing", "a"]);
      expect([...found.keys()].sort()).toEqual(["a", "b"]);
      expect([...(found.get("a") ?? [])]).toEqual([97, 0, 255]);
      expect((await vectors.read(SPACE, [])).size).toBe(0);
    });

    test("write() replaces, and tells shelves and embedders apart", async () => {
      const { vectors } = store();
      const other = { ...SPACE, embedder: "large@1/8" };
      const skills = { ...SPACE, collection: "skills" };
      await vectors.write(SPACE, aBatch("a"));
      await vectors.write(other, new Map([["a", Uint8Array.of(1)]]));
      await vectors.write(skills, new Map([["a", Uint8Array.of(2)]]));
      await vectors.write(SPACE, new Map([["a", Uint8Array.of(3)]]));
      const firstByte = async (space: typeof SPACE) => (await vectors.read(space, ["a"])).get("a")?.[0];
      expect([await firstByte(SPACE), await firstByte(other), await firstByte(skills)]).toEqual([3, 1, 2]);
      expect(await vectors.embedders("tools")).toEqual([
        { embedder: "large@1/8", count: 1 },
        { embedder: "small@1/4", count: 1 },
      ]);
    });

    test("write() keeps a copy: changing the bytes does not change the store", async () => {
      const { vectors } = store();
      const bytes = Uint8Array.of(1, 2);
      await vectors.write(SPACE, new Map([["a", bytes]]));
      bytes[0] = 9;
      const held = (await vectors.read(SPACE, ["a"])).get("a");
      expect(held?.[0]).toBe(1);
      held?.fill(9);
      expect((await vectors.read(SPACE, ["a"])).get("a")?.[1]).toBe(2);
    });

    test("prune() deletes what is not kept, in its own space alone, and says how many", async () => {
      const { vectors } = store();
      const skills = { ...SPACE, collection: "skills" };
      await vectors.write(SPACE, aBatch("a", "b", "c"));
      await vectors.write(skills, aBatch("a", "b"));
      expect(await vectors.prune(SPACE, ["b", "missing"])).toBe(2);
      expect([...(await vectors.read(SPACE, ["a", "b", "c"])).keys()]).toEqual(["b"]);
      expect((await vectors.read(skills, ["a", "b"])).size).toBe(2);
      expect(await vectors.prune(SPACE, [])).toBe(1);
      expect(await vectors.embedders("tools")).toEqual([]);
    });

    test("many vectors are written and read at once", async () => {
      const { vectors } = store();
      const names = Array.from({ length: 5_000 }, (_, index) => `hash${index}`);
      await vectors.write(SPACE, aBatch(...names));
      expect((await vectors.read(SPACE, names)).size).toBe(5_000);
    });
  });
}

function aBatch(...hashes: readonly string[]): Map<string, Uint8Array> {
  return new Map(hashes.map((hash) => [hash, Uint8Array.of(hash.charCodeAt(0), 0, 255)]));
}
