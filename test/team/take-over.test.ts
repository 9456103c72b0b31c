import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createAgentRuns } from "../../src/agent/agent-run.ts";
import { NODE_NAMES } from "../../src/agent/workflow/edges.ts";
import { DejimaError } from "../../src/contract/error.ts";
import type { HarbourEvent } from "../../src/contract/event.ts";
import { newRunId } from "../../src/execution/run/run-id.ts";
import type { LanguageModel } from "../../src/model/language/language-model.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { RunJob } from "../../src/store/shared-store.ts";
import type { Store } from "../../src/store/store.ts";
import { storeAway } from "../../src/store/store-errors.ts";
import { defined } from "../../src/support/defined.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { aTool } from "../support/a-runtime.ts";

let postgres: Awaited<ReturnType<typeof aPostgres>>;
let folder: string;
let address: string;
let store: Store;
const jobs: RunJob[] = [];
/** The keys of the calls that were made, by whichever process. */
const acted: string[] = [];

beforeAll(async () => {
  if (!hasPostgres) return;
  postgres = await aPostgres();
  folder = await mkdtemp(join(tmpdir(), "dejima-take-over-"));
  address = await postgres.newDatabase();
  store = await openPostgresStore({ address, addJob: async (job) => void jobs.push(job) });
});
afterAll(async () => {
  await store?.close();
  await postgres?.[Symbol.asyncDispose]();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const act = aTool({
  name: "act",
  input: z.object({ what: z.string() }),
  run({ what }) {
    acted.push(what);
    return what;
  },
});

/** A process of the team, in this one: a runtime with a store of its own, in which a test changes what it is about. */
async function aNode(change: (store: Store) => Partial<Store> = () => ({}), model?: LanguageModel) {
  const own = await openPostgresStore({ address });
  const faults: unknown[] = [];
  const runtime = createRuntime({
    workspace: folder,
    home: join(folder, "home"),
    variables: {},
    store: { ...own, ...change(own) },
    tools: [act, aTool({ name: "ask", risk: "medium" })],
    ...defined({ model }),
    config: { runs: "workers", permissions: { safe: ["act"] } },
    onFault: (fault) => faults.push(fault),
  });
  onTestFinished(async () => {
    await runtime.close();
    await own.close();
  });
  // It has looked for runs that it could note the end of.
  const settled = () => runtime.history.missing();
  return { runtime, faults, settled };
}

type OpenRun = Awaited<ReturnType<Node["openRun"]>>;
type Node = Awaited<ReturnType<typeof aNode>>["runtime"];

/** A run that was parked, opened again, and left without another record. */
async function aLeftRun(node: Node): Promise<string> {
  const run = await node.openRun();
  await run.end("parked");
  // Its end is chained: what is noted later is about the reopened run.
  await node.history.missing();
  (await node.reopenRun(run.id)).leave();
  await untilFree(run.id);
  return run.id;
}

/** Settles when no process has the run. */
async function untilFree(runId: string): Promise<void> {
  const holders = async () => (await store.shared?.leases.holders([runId]))?.size;
  await expect.poll(holders).toBe(0);
}

/** Makes a call in an open run, and leaves the run for others. */
async function makeCall(run: OpenRun, what: string): Promise<string> {
  await run.execute("act", { what });
  run.leave();
  await untilFree(run.id);
  return run.id;
}

/** Goes on with a run to its end; `false` if another process has it. */
async function endRun(node: Node, runId: string): Promise<boolean> {
  try {
    await (await node.reopenRun(runId)).end("done");
    return true;
  } catch (error) {
    if (error instanceof DejimaError && error.details.held === true) return false;
    throw error;
  }
}

test.runIf(hasPostgres)(
  "a process that starts never notes an old end of a run over the end that another writes meanwhile",
  async () => {
    const { runtime: other } = await aNode();
    const runId = await aLeftRun(other);
    const tries: boolean[] = [];
    const { settled, faults } = await aNode(({ runs }) => ({
      runs: {
        ...runs,
        async update(...given) {
          // It has read the end of the log, and has not noted it yet.
          if (given[0] === runId) tries.push(await endRun(other, runId));
          return runs.update(...given);
        },
      },
    }));
    await settled();
    expect(tries).toEqual([false]);
    expect(await endRun(other, runId)).toBe(true);
    expect(await other.history.get(runId)).toMatchObject({ status: "done" });
    expect((await other.history.verify(runId)).checks).toMatchObject([{ result: "passed" }, {}, {}]);
    expect(faults).toEqual([]);
  },
);

test.runIf(hasPostgres)(
  "a process that starts leaves a run alone whose process is gone: a worker is still told to go on with it",
  async () => {
    const { runtime: other } = await aNode();
    const runId = await aLeftRun(other);
    await store.shared?.leases.claim(runId, { holder: "gone", forMs: 0 });
    await (await aNode()).settled();
    await store.shared?.resumeLost();
    expect(jobs).toContainEqual({ runId, lost: true });
  },
);

test.runIf(hasPostgres)(
  "reopenRun() refuses a run that another process has worked on since its log was read, and gives it back",
  async () => {
    const { runtime: other } = await aNode();
    const runId = await makeCall(await other.openRun(), "first");
    const between: (() => Promise<unknown>)[] = [];
    const { runtime: late, settled } = await aNode(({ shared }) => {
      if (shared === undefined) return {};
      const claim: typeof shared.leases.claim = async (...given) => {
        // It has read the log, and does not have the run yet.
        await between.pop()?.();
        return shared.leases.claim(...given);
      };
      return { shared: { ...shared, leases: { ...shared.leases, claim } } };
    });
    await settled();
    between.push(async () => makeCall(await other.reopenRun(runId), "second"));
    await expect(late.reopenRun(runId)).rejects.toMatchObject({ code: "conflict", details: { held: true } });
    await untilFree(runId);
    await makeCall(await late.reopenRun(runId), "third");
    const records = await Array.fromAsync(late.history.read(runId));
    const calls = records.flatMap((record) => (record.type === "call-start" ? record.callId : []));
    expect(calls).toEqual([`${runId}.1`, `${runId}.2`, `${runId}.3`]);
  },
);

test.runIf(hasPostgres)(
  "an agent that takes a run over makes no call again that another process made while it waited for the run",
  async () => {
    const { runtime: other } = await aNode();
    const { runtime: late, settled } = await aNode();
    await settled();
    const run = await other.openRun();
    run.leave();
    await untilFree(run.id);
    const call = { key: "once", tool: "act", input: { what: "once" } };
    const parts = (node: Node) => ({
      openRun: node.openRun,
      reopenRun: node.reopenRun,
      activate: async () => {},
      approvals: node.approvals,
      history: async () => node.history,
      subscribe: node.subscribe,
      maxOutputCharacters: 1_000,
    });
    const before = async () => {
      const taken = await createAgentRuns(parts(other)).reopen(run.id, {});
      await taken.execute([call], { signal: new AbortController().signal });
      taken.leave();
      await untilFree(run.id);
    };
    const reopenRun: Node["reopenRun"] = async (...given) => {
      await before();
      return late.reopenRun(...given);
    };
    const taken = await createAgentRuns({ ...parts(late), reopenRun }).reopen(run.id, {});
    const [result] = await taken.execute([call], { signal: new AbortController().signal });
    expect(result?.outcome).toMatchObject({ type: "success", output: "once" });
    expect(acted.filter((what) => what === "once")).toEqual(["once"]);
    await taken.end("done");
  },
);

test.runIf(hasPostgres)("a run that cannot be opened because the store is away is given back", async () => {
  const { runtime: other } = await aNode();
  const runId = await makeCall(await other.openRun(), "opened");
  let isAway = false;
  const { runtime: failing, settled } = await aNode(({ documents }) => ({
    documents: {
      ...documents,
      list: async (...given) => (isAway ? Promise.reject(away()) : documents.list(...given)),
      get: async (...given) => (isAway ? Promise.reject(away()) : documents.get(...given)),
    },
  }));
  await settled();
  isAway = true;
  await expect(failing.reopenRun(runId, { mode: "interactive" })).rejects.toMatchObject({
    code: "server_unavailable",
  });
  await untilFree(runId);
  await (await other.reopenRun(runId)).end("done");
});

const away = () => storeAway("Cannot use PostgreSQL: it is starting", "here", new Error("57P03"));

test.runIf(hasPostgres).each(["steps.append", "conversations.turns"] as const)(
  "a turn whose %s fails because the store is away is left as it is, and another process ends it",
  async (part) => {
    const replies = () =>
      new ScriptedModel(({ messages }) =>
        messages.at(-1)?.role === "tool"
          ? { text: "Done." }
          : { calls: [{ tool: "act", input: { what: part }, id: part }] },
      );
    const { runtime: other } = await aNode(undefined, replies());
    const { runtime: failing } = await aNode(({ steps, conversations }) => {
      const rejectAfter =
        (acts: number) =>
        <Given extends unknown[], Result>(name: string, work: (...given: Given) => Promise<Result>) =>
        async (...given: Given): Promise<Result> => {
          if (name === part && acted.filter((what) => what === part).length >= acts) throw away();
          return work(...given);
        };
      return {
        steps: { ...steps, append: rejectAfter(2)("steps.append", steps.append) },
        conversations: {
          ...conversations,
          turns: rejectAfter(0)("conversations.turns", conversations.turns),
        },
      };
    }, replies());
    const seen: HarbourEvent[] = [];
    const conversation = `away-${part}`;
    await Array.fromAsync(other.agent.run("first", { conversation }));
    const turn = async () => {
      for await (const event of failing.agent.run("second", { conversation })) seen.push(event);
    };
    await expect(turn()).rejects.toMatchObject({ code: "server_unavailable" });
    expect(seen.map(({ type }) => type)).not.toContain("run-end");
    const runId = seen[0]?.runId ?? "";
    await untilFree(runId);
    expect(await store.conversations.turn(runId)).toMatchObject({ status: "open" });
    const end = (await Array.fromAsync(other.agent.resume(runId))).at(-1);
    expect(end).toMatchObject({ type: "run-end", status: "done", answer: "Done." });
  },
);

test.runIf(hasPostgres)(
  "a worker that is killed between the stored answer and the end of its run leaves an end for another one to write, once",
  async () => {
    const { runtime } = await aNode();
    const run = await runtime.openRun();
    const conversation = {
      id: "answered",
      user: "local",
      door: "http",
      title: "t",
      createdAt: 1,
      updatedAt: 1,
    };
    await store.conversations.put(conversation);
    const turn = { runId: run.id, conversationId: "answered", message: "Hello", startedAt: 1, context: [] };
    await store.conversations.putTurn({ ...turn, status: "done", answer: "Good day." });
    run.leave();
    await untilFree(run.id);
    const handOver = new AbortController().signal;
    const records = () => Array.fromAsync(runtime.history.read(run.id));
    expect(await runtime.conversations.perform({ runId: run.id }, { handOver })).toBe("done");
    const ended = await records();
    expect(ended.at(-1)).toMatchObject({ type: "run-end", status: "done", answer: "Good day." });
    expect(await runtime.history.get(run.id)).toMatchObject({ status: "done" });
    expect(await runtime.history.verify(run.id)).toMatchObject({ ok: true });
    // The job comes twice: once because its worker is gone, once because the lease is over.
    expect(await runtime.conversations.perform({ runId: run.id }, { handOver })).toBe("done");
    // The row of the run may lag behind its log.
    await store.runs.update(run.id, { status: "open" });
    expect(await runtime.conversations.perform({ runId: run.id }, { handOver })).toBe("done");
    expect(await records()).toEqual(ended);
  },
);

test.runIf(hasPostgres)(
  "a process that lost its run can store no step of it, and a turn that was never announced goes on after its stored steps",
  async () => {
    const { runtime } = await aNode(undefined, new ScriptedModel([{ text: "Good day." }]));
    const run = await runtime.openRun();
    const stale = run.lease;
    run.leave();
    await untilFree(run.id);
    const step = { runId: run.id, number: 0, node: NODE_NAMES[0], patch: {}, at: 1 };
    await expect(store.steps.append([step], { lease: stale })).rejects.toMatchObject({
      code: "conflict",
      details: { lost: true },
    });
    expect(await store.steps.list(run.id)).toEqual([]);
    // The record of the message was lost with its process, and the steps before it were not.
    await store.steps.append([step]);
    const conversation = { id: "steps", user: "local", door: "http", title: "t", createdAt: 1, updatedAt: 1 };
    await store.conversations.put(conversation);
    const turn = { runId: run.id, conversationId: "steps", message: "Hello", startedAt: 1, context: [] };
    await store.conversations.putTurn({ ...turn, status: "open", answer: "" });
    const begin = { user: "local", door: "http", begins: true };
    const handOver = new AbortController().signal;
    expect(await runtime.conversations.perform({ runId: run.id, begin }, { handOver })).toBe("done");
    expect(await runtime.history.get(run.id)).toMatchObject({ status: "done" });
  },
);

test.runIf(hasPostgres)(
  "a run whose first record cannot be stored leaves no row: its job begins it again",
  async () => {
    let isAway = false;
    const { runtime: failing } = await aNode(({ shared }) => {
      if (shared === undefined) return {};
      const { logs } = shared;
      const append: typeof logs.append = async (...given) =>
        isAway ? Promise.reject(away()) : logs.append(...given);
      return { shared: { ...shared, logs: { ...logs, append } } };
    });
    const { runtime: other } = await aNode(undefined, new ScriptedModel([{ text: "Good day." }]));
    const runId = newRunId(Date.now());
    isAway = true;
    await expect(failing.openRun({ runId })).rejects.toMatchObject({ code: "server_unavailable" });
    await untilFree(runId);
    expect(await store.runs.get(runId)).toBeUndefined();
    const conversation = { id: "again", user: "local", door: "http", title: "t", createdAt: 1, updatedAt: 1 };
    await store.conversations.put(conversation);
    const turn = { runId, conversationId: "again", message: "Hello", startedAt: 1, context: [] };
    await store.conversations.putTurn({ ...turn, status: "open", answer: "" });
    const begin = { user: "local", door: "http", begins: true };
    const handOver = new AbortController().signal;
    expect(await other.conversations.perform({ runId, begin }, { handOver })).toBe("done");
    expect(await other.history.get(runId)).toMatchObject({ status: "done" });
  },
);

test.runIf(hasPostgres)(
  "a process that asks after it has lost its run leaves no question behind",
  async () => {
    const asked: string[] = [];
    const { runtime } = await aNode(({ approvals }) => ({
      approvals: {
        ...approvals,
        async create(entry) {
          // It was stopped here for so long that another process has the run.
          await takeAway(entry.runId);
          asked.push(entry.id);
          return approvals.create(entry);
        },
      },
    }));
    const run = await runtime.openRun({ mode: "unattended", park: "leave" });
    const outcome = await run.execute("ask", {});
    expect(outcome).toMatchObject({ type: "failure", error: { details: { lost: true } } });
    expect(asked).toHaveLength(1);
    expect(await store.approvals.get(asked[0] ?? "")).toMatchObject({ status: "withdrawn" });
  },
);

/** Gives a run to another process, as if the time of its lease were over. */
async function takeAway(runId: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query("UPDATE dejima.run_leases SET token = token + 1, holder = 'another' WHERE run_id = $1", [
    runId,
  ]);
  await client.end();
}
