import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Run } from "../../src/contract/run.ts";
import type { Store } from "../../src/store/store.ts";
import { aConversation, aTurn, conversationConformance } from "./conversations.ts";
import { anExecution, ledgerConformance } from "./ledgers.ts";
import { markConformance } from "./marks.ts";
import { memoryConformance } from "./memories.ts";
import { secretConformance } from "./secrets.ts";
import { aSpend, spendConformance } from "./spends.ts";
import { vectorConformance } from "./vectors.ts";

/** What every driver of the store promises. `open` gives an empty store. */
export function storeConformance(driver: string, open: () => Promise<Store>): void {
  describe(driver, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    describe("runs", () => {
      test("unchained() lists runs whose records are not all noted as chained, oldest first, also after a new opening", async () => {
        for (const id of ["a", "b", "c"]) await store.runs.create({ ...aRun(id), records: 3 });
        await store.runs.noteChained([
          { runId: "a", records: 3 },
          { runId: "b", records: 2 },
          { runId: "missing", records: 1 },
        ]);
        const ids = async (page: { limit: number; after?: string }) =>
          (await store.runs.unchained(page)).map(({ id }) => id);
        expect(await ids({ limit: 10 })).toEqual(["b", "c"]);
        expect(await ids({ limit: 1 })).toEqual(["b"]);
        expect(await ids({ limit: 10, after: "b" })).toEqual(["c"]);
        await store.runs.update("a", { status: "open" });
        expect(await ids({ limit: 10 })).toEqual(["a", "b", "c"]);
      });

      test("create() keeps every field, with and without an end", async () => {
        const ended: Run = { ...aRun("b"), status: "done", endedAt: 7, calls: 3, records: 9, head: "ff" };
        await store.runs.create(aRun("a"));
        await store.runs.create(ended);
        expect(await store.runs.get("a")).toEqual(aRun("a"));
        expect(await store.runs.get("b")).toEqual(ended);
        expect(await store.runs.get("c")).toBeUndefined();
      });

      test("create() refuses an id that is taken and leaves the first run as it was", async () => {
        await store.runs.create(aRun("a"));
        const second = store.runs.create({ ...aRun("a"), title: "other" });
        await expect(second).rejects.toMatchObject({
          code: "conflict",
          message: expect.stringContaining('"a"'),
        });
        expect((await store.runs.get("a"))?.title).toBe("a title");
      });

      test("create() adds a run together with its turn and conversation, and a taken id leaves all three as they were", async () => {
        const begun = { conversation: aConversation("c", 1), turn: aTurn("a", "c") };
        await store.runs.create(aRun("a"), begun);
        expect(await store.runs.get("a")).toEqual(aRun("a"));
        expect(await store.conversations.get("c")).toEqual(begun.conversation);
        expect(await store.conversations.turn("a")).toEqual(begun.turn);
        const other = {
          conversation: { ...aConversation("c", 2), title: "other" },
          turn: { ...aTurn("a", "c"), message: "other" },
        };
        await expect(store.runs.create(aRun("a"), other)).rejects.toMatchObject({ code: "conflict" });
        expect(await store.conversations.get("c")).toEqual(begun.conversation);
        expect(await store.conversations.turn("a")).toEqual(begun.turn);
        await store.runs.create(aRun("b"), { ...other, turn: aTurn("b", "c") });
        expect((await store.conversations.get("c"))?.title).toBe("other");
        expect((await store.conversations.turns("c", { limit: 9 })).map(({ runId }) => runId)).toEqual([
          "a",
          "b",
        ]);
      });

      test("update() changes only the given fields", async () => {
        await store.runs.create(aRun("a"));
        await store.runs.update("a", { status: "done", endedAt: 5 });
        expect(await store.runs.get("a")).toEqual({ ...aRun("a"), status: "done", endedAt: 5 });
      });

      test("update() of an unknown run says so", async () => {
        const update = store.runs.update("missing", { calls: 1 });
        await expect(update).rejects.toMatchObject({ code: "not_found" });
      });

      test("list() gives the newest first and pages without gaps, also within one millisecond", async () => {
        const starts = [5, 9, 9, 9, 1];
        for (const [index, startedAt] of starts.entries()) {
          await store.runs.create({ ...aRun(`run${index}`), startedAt });
        }
        const newestFirst = ["run3", "run2", "run1", "run0", "run4"];
        const ids = async (page: { limit: number; before?: string }) =>
          (await store.runs.list(page)).map((run) => run.id);
        expect(await ids({ limit: 10 })).toEqual(newestFirst);
        expect(await ids({ limit: 2 })).toEqual(newestFirst.slice(0, 2));
        expect(await ids({ limit: 2, before: "run2" })).toEqual(newestFirst.slice(2, 4));
        expect(await ids({ limit: 2, before: "run4" })).toEqual([]);
        await expect(ids({ limit: 2, before: "missing" })).rejects.toMatchObject({ code: "not_found" });
      });

      test("list() keeps to the runs of one user; a run of nobody in particular is local's", async () => {
        await store.runs.create({ ...aRun("a"), user: "ann" });
        await store.runs.create(aRun("b"));
        await store.runs.create({ ...aRun("c"), user: "ann" });
        const ids = async (page: { user: string; before?: string }) =>
          (await store.runs.list({ limit: 9, ...page })).map((run) => run.id);
        expect(await ids({ user: "ann" })).toEqual(["c", "a"]);
        expect(await ids({ user: "ann", before: "c" })).toEqual(["a"]);
        expect(await ids({ user: "local" })).toEqual(["b"]);
        expect(await store.runs.get("a")).toEqual({ ...aRun("a"), user: "ann" });
      });

      test("list() finds runs by status, tool, model, time and text, each alone and together, page by page", async () => {
        const all: [string, Partial<Run>][] = [
          ["a", { status: "done", tools: ["read_file", "shell"], models: ["m:1"], startedAt: 10 }],
          ["b", { status: "failed", tools: ["shell"], startedAt: 20, title: "Look at the Quay 100%" }],
          ["c", { status: "done", models: ["m:1", "m:2"], tokens: { input: 3, output: 4 }, startedAt: 30 }],
          ["d", { status: "open", startedAt: 40, user: "ann" }],
        ];
        for (const [id, fields] of all) await store.runs.create({ ...aRun(id), ...fields });
        await store.conversations.putTurn({
          runId: "c",
          conversationId: "x",
          message: "Count the ships",
          status: "done",
          answer: "Seven QUAYS",
          startedAt: 30,
          context: {},
        });
        const ids = async (page: Omit<Parameters<typeof store.runs.list>[0], "limit">, limit = 9) =>
          (await store.runs.list({ limit, ...page })).map((run) => run.id);
        expect(await ids({ statuses: ["done"] })).toEqual(["c", "a"]);
        expect(await ids({ statuses: ["done", "open"] })).toEqual(["d", "c", "a"]);
        expect(await ids({ tool: "shell" })).toEqual(["b", "a"]);
        expect(await ids({ tool: "shel" })).toEqual([]);
        expect(await ids({ model: "m:1" })).toEqual(["c", "a"]);
        expect(await ids({ from: 20, to: 40 })).toEqual(["c", "b"]);
        expect(await ids({ text: "quay" })).toEqual(["c", "b"]);
        expect(await ids({ text: "100%" })).toEqual(["b"]);
        expect(await ids({ text: "1%" })).toEqual([]);
        expect(await ids({ text: "ships", model: "m:2", statuses: ["done"] })).toEqual(["c"]);
        expect(await ids({ model: "m:1", before: "c" })).toEqual(["a"]);
        expect(await ids({ model: "m:1" }, 1)).toEqual(["c"]);
        expect(await ids({ user: "ann", statuses: ["open"] })).toEqual(["d"]);
        expect((await store.runs.get("c"))?.tokens).toEqual({ input: 3, output: 4 });
        await store.runs.update("d", { tools: ["x"], tokens: { input: 1, output: 2 } });
        expect(await store.runs.get("d")).toMatchObject({ tools: ["x"], tokens: { input: 1, output: 2 } });
      });

      test("get() returns a copy: changing it does not change the store", async () => {
        await store.runs.create(aRun("a"));
        const run = await store.runs.get("a");
        if (run !== undefined) run.title = "changed";
        expect((await store.runs.get("a"))?.title).toBe("a title");
      });
    });

    describe("statistics", () => {
      test("record() merges batches into counts, failures, average and p95", async () => {
        const slow = { tool: "grep", ok: false, durationMs: 100 };
        await store.statistics.record([...Array(90).fill({ tool: "grep", ok: true, durationMs: 2 }), slow]);
        await store.statistics.record([
          ...Array(9).fill(slow),
          { tool: "__proto__", ok: true, durationMs: 0 },
        ]);
        const [first, grep, ...rest] = await store.statistics.all();
        expect(rest).toEqual([]);
        expect(first).toEqual({ tool: "__proto__", count: 1, failures: 0, averageMs: 0, p95Ms: 0 });
        expect(grep).toMatchObject({ tool: "grep", count: 100, failures: 10 });
        expect(grep?.averageMs).toBeCloseTo(11.8);
        expect(Math.abs((grep?.p95Ms ?? 0) - 100)).toBeLessThan(5);
      });

      test("count() adds to the counters of days, and days() gives them from a day on", async () => {
        const { statistics } = store;
        await statistics.count([
          { day: "2026-11-14", name: "calls", value: 2 },
          { day: "2026-11-15", name: "calls", value: 1 },
        ]);
        await statistics.count([{ day: "2026-11-15", name: "calls", value: 4 }]);
        await statistics.count([]);
        expect(await statistics.days("2026-11-15")).toEqual([{ day: "2026-11-15", name: "calls", value: 5 }]);
        expect(await statistics.days("2026-01-01")).toHaveLength(2);
      });

      test("all() is empty at first, and record() of nothing changes nothing", async () => {
        await store.statistics.record([]);
        expect(await store.statistics.all()).toEqual([]);
      });
    });

    describe("documents", () => {
      test("put() keeps JSON values, replaces them, and tells shelves apart", async () => {
        const value = { text: "naïve 出島 \u0000", list: [1, null, true], nested: { a: [] } };
        await store.documents.put("skills", "a", 1);
        await store.documents.put("skills", "a", value);
        await store.documents.put("pins", "a", null);
        expect(await store.documents.get("skills", "a")).toEqual(value);
        expect(await store.documents.get("pins", "a")).toBeNull();
        expect(await store.documents.get("pins", "b")).toBeUndefined();
      });

      test("put() refuses what is not JSON", async () => {
        const cyclic: { self?: unknown } = {};
        cyclic.self = cyclic;
        for (const value of [undefined, () => 1, 1n, cyclic]) {
          const put = store.documents.put("s", "k", value);
          await expect(put).rejects.toMatchObject({ code: "invalid_input" });
        }
        expect(await store.documents.get("s", "k")).toBeUndefined();
      });

      test("delete() says whether there was one", async () => {
        await store.documents.put("s", "k", 1);
        expect(await store.documents.delete("s", "k")).toBe(true);
        expect(await store.documents.delete("s", "k")).toBe(false);
        expect(await store.documents.get("s", "k")).toBeUndefined();
      });

      test("list() filters by an exact prefix, in the order of the bytes, up to the limit", async () => {
        const keys = ["a", "a%", "a%b", "a_b", "ab", "A", "é", "a\u0000b", "出", "😀", "\uffee"];
        for (const key of keys) await store.documents.put("s", key, key);
        await store.documents.put("other", "a", "other");
        const list = async (options?: { prefix?: string; limit?: number }) =>
          (await store.documents.list("s", options)).map(({ key, value }) => (value === key ? key : "wrong"));
        const sorted = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(await list()).toEqual(sorted);
        expect(await list({ prefix: "a%" })).toEqual(["a%", "a%b"]);
        expect(await list({ prefix: "a\u0000" })).toEqual(["a\u0000b"]);
        expect(await list({ prefix: "a", limit: 2 })).toEqual(["a", "a\u0000b"]);
        expect(await list({ limit: 0 })).toEqual([]);
        expect(await list({ prefix: "zz" })).toEqual([]);
      });
    });

    conversationConformance(() => store);
    vectorConformance(() => store);
    memoryConformance(() => store);
    markConformance(() => store);
    spendConformance(() => store);
    secretConformance(() => store);
    ledgerConformance(() => store);

    test("close() can be repeated, and every later call rejects", async () => {
      await store.close();
      await store.close();
      const calls = [
        store.runs.create(aRun("a")),
        store.runs.list({ limit: 1 }),
        store.statistics.record([{ tool: "t", ok: true, durationMs: 1 }]),
        store.statistics.all(),
        store.documents.put("s", "k", 1),
        store.documents.list("s"),
        store.conversations.list({ limit: 1 }),
        store.steps.list("r"),
        store.vectors.read({ collection: "s", embedder: "e" }, ["h"]),
        store.vectors.prune({ collection: "s", embedder: "e" }, []),
        store.approvals.get("a"),
        store.grants.list({ limit: 1 }),
        store.executions.create(anExecution("a")),
        store.spends.totals(aSpend({ id: "a" })),
      ];
      for (const call of calls) {
        await expect(call).rejects.toMatchObject({
          code: "io_error",
          message: expect.stringContaining("closed"),
        });
      }
    });
  });
}

function aRun(id: string): Run {
  return {
    id,
    title: "a title",
    mode: "interactive",
    status: "open",
    startedAt: 1,
    calls: 0,
    records: 0,
    head: "",
  };
}
