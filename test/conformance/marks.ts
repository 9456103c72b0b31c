import { beforeEach, describe, expect, test } from "vitest";
import type { ListedMark, Mark } from "../../src/contract/mark.ts";
import type { Store } from "../../src/store/store.ts";

/** What every driver promises of marks. */
export function markConformance(current: () => Store): void {
  describe("marks", () => {
    let store: Store;
    beforeEach(() => {
      store = current();
    });

    test("put() keeps every field and replaces by kind and key, and list() gives the latest first", async () => {
      const [first, second] = [aMark("/a"), { ...aMark("/b"), sources: ["fetch: https://x.test", "页"] }];
      await store.marks.put([first, second, { ...aMark("/a"), kind: "folder" }]);
      await store.marks.put([{ ...first, sources: ["again"] }]);
      expect((await store.marks.list({ limit: 9 })).map(withoutRevision)).toEqual([
        { ...first, sources: ["again"] },
        { ...aMark("/a"), kind: "folder" },
        second,
      ]);
      expect(await store.marks.list({ limit: 1, kind: "folder" })).toMatchObject([{ kind: "folder" }]);
    });

    test("list() goes on from a revision, whatever was put, moved or cleared since", async () => {
      await store.marks.put(["/a", "/b", "/c", "/d", "/e"].map(aMark));
      const first = await store.marks.list({ limit: 2 });
      await store.marks.put([aMark("/new"), aMark("/d"), { ...aMark("/b"), sources: [] }]);
      const rest = await store.marks.list({ limit: 9, before: first.at(-1)?.revision });
      expect([...first, ...rest].map(({ key }) => key)).toEqual(["/e", "/d", "/c", "/a"]);
      expect(await store.marks.list({ limit: 9, before: rest.at(-1)?.revision })).toEqual([]);
    });

    test("a mark without sources is not listed, and changedSince() tells of it", async () => {
      await store.marks.put([aMark("/a"), aMark("/b")]);
      const { revision, marks } = await store.marks.changedSince(0);
      expect(marks).toEqual([aMark("/a"), aMark("/b")]);
      expect(await store.marks.changedSince(revision)).toEqual({ revision, marks: [] });
      await store.marks.put([{ ...aMark("/a"), sources: [] }]);
      expect((await store.marks.list({ limit: 9 })).map(withoutRevision)).toEqual([aMark("/b")]);
      const later = await store.marks.changedSince(revision);
      expect(later.marks).toEqual([{ ...aMark("/a"), sources: [] }]);
      expect(later.revision).toBeGreaterThan(revision);
    });
  });
}

function aMark(key: string): Mark {
  return { kind: "file", key, name: key, sources: ["a page"], runId: "r", at: 1 };
}

function withoutRevision({ revision: _, ...mark }: ListedMark): Mark {
  return mark;
}
