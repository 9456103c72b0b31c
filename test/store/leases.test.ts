import { afterAll, beforeAll, expect, test } from "vitest";
import type { Turn } from "../../src/contract/user/conversation.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { RunJob, RunLease, SharedStore } from "../../src/store/shared-store.ts";
import type { Store } from "../../src/store/store.ts";
import { aPostgres, hasPostgres } from "./a-postgres.ts";

let postgres: Awaited<ReturnType<typeof aPostgres>>;
let store: Store;
let shared: SharedStore;
const jobs: RunJob[] = [];
const addJob = async (job: RunJob, send: (text: string) => Promise<unknown>) => {
  if (job.runId === "refused") throw new Error("no job");
  await send("SELECT 1");
  jobs.push(job);
};

beforeAll(async () => {
  if (!hasPostgres) return;
  postgres = await aPostgres();
  store = await openPostgresStore({ address: await postgres.newDatabase(), addJob });
  if (store.shared === undefined) throw new Error("PostgreSQL is shared");
  shared = store.shared;
});
afterAll(async () => {
  await store?.close();
  await postgres?.[Symbol.asyncDispose]();
});

const held = async (runId: string, forMs = 60_000): Promise<RunLease> => {
  const lease = await shared.leases.claim(runId, { holder: "a", forMs });
  if (lease === undefined) throw new Error(`${runId} is taken`);
  return lease;
};
const turn = (runId: string, status: Turn["status"] = "open"): Turn => ({
  runId,
  conversationId: "c",
  message: "m",
  answer: "",
  status,
  startedAt: 1,
  context: {},
});

test.runIf(hasPostgres)(
  "claim() gives a run to one process until its time is over or it is given back",
  async () => {
    const first = await held("run-1");
    expect(await shared.leases.claim("run-1", { holder: "b", forMs: 1_000 })).toBeUndefined();
    expect(await shared.leases.holders(["run-1", "run-0"])).toEqual(new Map([["run-1", "a"]]));
    await shared.leases.release(first);
    expect((await shared.leases.holders(["run-1"])).size).toBe(0);
    const second = await held("run-1", 0);
    expect(second.token).toBeGreaterThan(first.token);
    expect((await held("run-1")).token).toBeGreaterThan(second.token);
  },
);

test.runIf(hasPostgres)("of a hundred claims at once exactly one is given", async () => {
  const claims = Array.from({ length: 100 }, (_none, at) =>
    shared.leases.claim("run-many", { holder: `process ${at}`, forMs: 60_000 }),
  );
  expect((await Promise.all(claims)).filter((lease) => lease !== undefined)).toHaveLength(1);
});

test.runIf(hasPostgres)(
  "nothing of a run can be written with a lease that another claim has replaced",
  async () => {
    const late = await held("run-2", 0);
    await shared.logs.append(late, [{ seq: 0, line: "{}" }]);
    await store.conversations.putTurn(turn("run-2"), late);
    const now = await held("run-2");
    const lost = { code: "conflict", details: { lost: true } };
    await expect(shared.logs.append(late, [{ seq: 1, line: "late" }])).rejects.toMatchObject(lost);
    await expect(store.conversations.putTurn(turn("run-2", "failed"), late)).rejects.toMatchObject(lost);
    await expect(store.runs.update("run-2", { calls: 1 }, late)).rejects.toMatchObject(lost);
    const conversation = { id: "late", user: "a", door: "api", title: "", createdAt: 1, updatedAt: 1 };
    const begun = { conversation, turn: turn("run-2", "failed"), lease: late };
    const figures = { startedAt: 1, calls: 0, records: 0, head: "" };
    const row = { id: "run-2", title: "", mode: "interactive", status: "open", ...figures } as const;
    await expect(store.runs.create(row, begun)).rejects.toMatchObject(lost);
    expect(await store.conversations.get("late")).toBeUndefined();
    expect((await shared.leases.renew([late, now], 60_000)).held).toEqual(new Set(["run-2"]));
    expect((await shared.leases.renew([late], 60_000)).held.size).toBe(0);
    await shared.leases.release(late);
    await shared.logs.append(now, [{ seq: 1, line: "now" }]);
    expect(await shared.logs.read("run-2", { from: 1, limit: 10 })).toEqual([{ seq: 1, line: "now" }]);
    expect(await store.conversations.turn("run-2")).toMatchObject({ status: "open" });
  },
);

test.runIf(hasPostgres)("append() adds all lines or none, and a number is never given twice", async () => {
  const lease = await held("run-3");
  await shared.logs.append(lease, [
    { seq: 0, line: "a" },
    { seq: 1, line: "b \u2028 ü 港" },
  ]);
  const again = [
    { seq: 2, line: "c" },
    { seq: 1, line: "d" },
  ];
  await expect(shared.logs.append(lease, again)).rejects.toMatchObject({ code: "io_error" });
  expect(await shared.logs.last("run-3")).toEqual({ seq: 1, line: "b \u2028 ü 港" });
});

test.runIf(hasPostgres)(
  "whoever takes a run over writes on where its log ends, while the one before still writes",
  async () => {
    const writeOn = async (lease: RunLease): Promise<void> => {
      const last = await shared.logs.last("run-race");
      await shared.logs.append(lease, [{ seq: (last?.seq ?? -1) + 1, line: String(lease.token) }]);
    };
    let lease = await held("run-race", 0);
    let refused = 0;
    for (let round = 0; round < 40; round++) {
      const taking = held("run-race", 0);
      const late = Array.from({ length: 3 }, () => writeOn(lease).catch(() => void refused++));
      lease = await taking;
      await writeOn(lease);
      await Promise.all(late);
    }
    expect(refused).toBeGreaterThan(0);
    const rows = await shared.logs.read("run-race", { from: 0, limit: 1_000 });
    const tokens = rows.map(({ line }) => Number(line));
    expect(tokens).toEqual([...tokens].sort((a, b) => a - b));
    expect(new Set(tokens).size).toBeGreaterThanOrEqual(40);
  },
);

test.runIf(hasPostgres)("a message and its job are kept together or not at all", async () => {
  const conversation = { id: "c", user: "local", door: "http", title: "t", createdAt: 1, updatedAt: 1 };
  await shared.accept({ conversation, turn: turn("run-4"), job: { runId: "run-4" } });
  expect(jobs.at(-1)).toEqual({ runId: "run-4" });
  const refused = { conversation, turn: turn("refused"), job: { runId: "refused" } };
  await expect(shared.accept(refused)).rejects.toThrow("no job");
  expect(await store.conversations.turn("refused")).toBeUndefined();
});

test.runIf(hasPostgres)("one owner at a time, and the next one when it ends", async () => {
  const over = new AbortController();
  const owners: string[] = [];
  let most = 0;
  let owning = 0;
  const work = (name: string, rounds: PromiseWithResolvers<void>) => async () => {
    owners.push(name);
    most = Math.max(most, ++owning);
    await rounds.promise;
    owning--;
  };
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun = shared.oneOwner("work", work("first", first), { signal: over.signal });
  await expect.poll(() => owners).toEqual(["first"]);
  const other = shared.oneOwner("work", work("second", second), { signal: over.signal });
  first.resolve();
  await expect.poll(() => owners.includes("second"), { timeout: 10_000 }).toBe(true);
  second.resolve();
  over.abort();
  await Promise.all([begun, other]);
  expect(most).toBe(1);
});

test.runIf(hasPostgres)(
  "resumeLost() adds one job for each run whose lease ended without being given back",
  async () => {
    await shared.leases.release(await held("run-given-back"));
    await held("run-kept");
    const lost = await held("run-lost", 0);
    jobs.length = 0;
    const found = await Promise.all(Array.from({ length: 5 }, () => shared.resumeLost()));
    expect(jobs.filter(({ runId }) => runId === "run-lost")).toEqual([{ runId: "run-lost", lost: true }]);
    expect(found.reduce((sum, count) => sum + count, 0)).toBe(jobs.length);
    expect(jobs.map(({ runId }) => runId)).not.toContain("run-kept");
    expect(jobs.map(({ runId }) => runId)).not.toContain("run-given-back");
    await expect(shared.logs.append(lost, [{ seq: 0, line: "late" }])).rejects.toMatchObject({
      code: "conflict",
    });
  },
);

test.runIf(hasPostgres)(
  "readAll() gives the lines and pieces of several logs after their positions, each log in order and at most a page",
  async () => {
    const [one, other] = [await held("many-1"), await held("many-2")];
    const line = (seq: number) => ({ seq, line: `line ${seq}` });
    await shared.logs.append(one, [line(0), line(1), line(2)]);
    await shared.logs.append(other, [line(0)]);
    await shared.logs.say(other, [
      { seq: 0, part: 1, line: "a" },
      { seq: 0, part: 2, line: "b" },
    ]);
    const news = await shared.logs.readAll(
      [
        { runId: "many-1", seq: 1, part: 0 },
        { runId: "many-2", seq: 1, part: 1 },
        { runId: "many-3", seq: 0, part: 0 },
      ],
      2,
    );
    expect(Object.fromEntries(news)).toEqual({
      "many-1": { rows: [line(1), line(2)], pieces: [] },
      "many-2": { rows: [], pieces: [{ seq: 0, part: 2, line: "b" }] },
    });
    expect((await shared.logs.readAll([{ runId: "many-2", seq: 0, part: 0 }], 2)).get("many-2")).toEqual({
      rows: [line(0)],
      pieces: [
        { seq: 0, part: 1, line: "a" },
        { seq: 0, part: 2, line: "b" },
      ],
    });
    await Promise.all([shared.leases.release(one), shared.leases.release(other)]);
  },
);
