import { beforeEach, describe, expect, test } from "vitest";
import type { Execution } from "../../src/contract/execution.ts";
import type { Store } from "../../src/store/store.ts";

/** What every driver promises of its ledgers; they differ only in what their entries hold. */
export function ledgerConformance(current: () => Store): void {
  describe("ledgers", () => {
    let store: Store;
    beforeEach(() => {
      store = current();
    });

    test("create() keeps every field and refuses an id that is taken", async () => {
      await store.executions.create(anExecution("a"));
      const second = store.executions.create({ ...anExecution("a"), tool: "other" });
      await expect(second).rejects.toMatchObject({ code: "conflict" });
      expect(await store.executions.get("a")).toEqual(anExecution("a"));
      expect(await store.executions.get("b")).toBeUndefined();
    });

    test("list() gives the newest first, by status and by run", async () => {
      for (const id of ["a", "b", "c", "d"]) {
        const status = id === "b" ? "done" : "started";
        await store.executions.create({ ...anExecution(id), status, runId: id === "d" ? "other" : "run" });
      }
      const ids = async (page: Parameters<typeof store.executions.list>[0]) =>
        (await store.executions.list(page)).map(({ id }) => id);
      expect(await ids({ limit: 10 })).toEqual(["d", "c", "b", "a"]);
      expect(await ids({ limit: 2, status: "started" })).toEqual(["d", "c"]);
      expect(await ids({ limit: 2, status: "started", before: "d" })).toEqual(["c", "a"]);
      expect(await ids({ limit: 10, status: "started", runId: "run" })).toEqual(["c", "a"]);
    });

    test("change() replaces an entry, leaves it when there is nothing to change, and says when there is none", async () => {
      await store.executions.create(anExecution("a"));
      const done = await store.executions.change("a", (held) => ({
        ...held,
        status: "done",
        result: { ok: true },
      }));
      expect(done).toMatchObject({ status: "done", result: { ok: true } });
      expect(await store.executions.change("a", () => undefined)).toEqual(done);
      const failing = store.executions.change("a", () => {
        throw new Error("not so");
      });
      await expect(failing).rejects.toThrow("not so");
      expect(await store.executions.get("a")).toEqual(done);
      const missing = store.executions.change("missing", (held) => held);
      await expect(missing).rejects.toMatchObject({ code: "not_found" });
    });

    test("changedSince() gives what changed after a revision, each once, in order", async () => {
      await store.executions.create(anExecution("a"));
      const { revision, entries } = await store.executions.changedSince();
      expect(entries).toEqual([]);
      await store.executions.create(anExecution("b"));
      await store.executions.create(anExecution("c"));
      await store.executions.change("a", (held) => ({ ...held, status: "done" }));
      await store.executions.change("b", () => undefined);
      const later = await store.executions.changedSince(revision);
      expect(later.entries.map(({ id, status }) => [id, status])).toEqual([
        ["b", "started"],
        ["c", "started"],
        ["a", "done"],
      ]);
      expect((await store.executions.changedSince(later.revision)).entries).toEqual([]);
    });

    test("watch() tells of changes until it is stopped", async () => {
      let heard = () => {};
      const told = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const stop = store.executions.watch(() => heard());
      await store.executions.create(anExecution("a"));
      await told;
      stop();
    });
  });
}

/** An execution that has begun. */
export function anExecution(id: string): Execution {
  return { id, runId: "run", callId: "run.1", tool: "write_file", status: "started", startedAt: 1 };
}
