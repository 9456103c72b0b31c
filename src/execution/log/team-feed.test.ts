import { expect, test } from "vitest";
import type { LogNews, SharedStore } from "../../store/shared-store.ts";
import { createTeamFeed } from "./team-feed.ts";

/** Logs of runs whose notifications the test sends, or loses. */
function aFeed() {
  const lines = new Map<string, string[]>();
  const faults: unknown[] = [];
  const heard: string[] = [];
  const over = new AbortController();
  const listening = Promise.withResolvers<(runId: string | undefined) => void>();
  const state = { isAway: false };
  const shared = {
    leases: { held: async () => [] },
    lag: { note: () => {} },
    logs: {
      watchAll(listener: (runId: string | undefined) => void) {
        listening.resolve(listener);
        return () => {};
      },
      async readAll(positions: readonly { readonly runId: string; readonly seq: number }[]) {
        if (state.isAway) throw new Error("away");
        return new Map(
          positions.map(({ runId, seq }): [string, LogNews] => [
            runId,
            {
              rows: (lines.get(runId) ?? []).slice(seq).map((line, at) => ({ seq: seq + at, line })),
              pieces: [],
            },
          ]),
        );
      },
    },
  };
  // The feed reads only these parts.
  const feed = createTeamFeed({
    shared: async () => shared as unknown as SharedStore,
    onFault: (fault) => void faults.push(fault),
  });
  void (async () => {
    for await (const { runId, type } of feed.events({ signal: over.signal })) heard.push(`${runId} ${type}`);
  })();
  return {
    heard,
    faults,
    state,
    notify: async (runId: string | undefined) => (await listening.promise)(runId),
    /** Adds a record, by a machine whose clock differs from ours by so many milliseconds. */
    add(runId: string, fields: object, clockMs = 60_000) {
      const own = lines.get(runId) ?? [];
      const at = new Date(Date.now() + clockMs).toISOString();
      lines.set(runId, [
        ...own,
        JSON.stringify({ runId, at, seq: own.length, prev: "", hash: "", ...fields }),
      ]);
    },
    [Symbol.dispose]: () => over.abort(),
  };
}

const WORKING = { type: "notice", situation: "media", text: "working" };
const ENDED = { type: "run-end", status: "done", answer: "" };

test("the feed tells of an end whose notification was lost, although no process has the run any more", async () => {
  using feed = aFeed();
  feed.add("run-1", WORKING);
  await feed.notify("run-1");
  await expect.poll(() => feed.heard).toEqual(["run-1 notice"]);
  feed.add("run-1", ENDED);
  await feed.notify(undefined);
  await expect.poll(() => feed.heard).toEqual(["run-1 notice", "run-1 run-end"]);
});

test("the feed reads again what it could not read while the store was away", async () => {
  using feed = aFeed();
  feed.state.isAway = true;
  feed.add("run-1", WORKING);
  await feed.notify("run-1");
  await expect.poll(() => feed.faults).toHaveLength(1);
  feed.state.isAway = false;
  await feed.notify(undefined);
  await expect.poll(() => feed.heard).toEqual(["run-1 notice"]);
});

test.each([-600_000, 600_000])(
  "the feed tells of what a machine whose clock is %d ms off writes, and not of what it wrote before",
  async (clockMs) => {
    using feed = aFeed();
    feed.add("run-1", { ...WORKING, text: "long ago" }, clockMs - 60_000);
    feed.add("run-1", WORKING, clockMs);
    await feed.notify("run-1");
    await expect.poll(() => feed.heard).toEqual(["run-1 notice"]);
    feed.add("run-1", ENDED, clockMs);
    await feed.notify("run-1");
    await expect.poll(() => feed.heard).toEqual(["run-1 notice", "run-1 run-end"]);
  },
);
