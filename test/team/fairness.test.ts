import { expect, onTestFinished, test } from "vitest";
import { newConversation, newTurn } from "../../src/agent/new-turn.ts";
import { openRunQueue, type RunQueue } from "../../src/queue/run-queue.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { RunJob, SharedStore } from "../../src/store/shared-store.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";

/** The queue of a team on a real PostgreSQL, without workers. */
async function aQueue() {
  const postgres = await aPostgres();
  const address = await postgres.newDatabase();
  const opened: { queue?: RunQueue } = {};
  const store = await openPostgresStore({
    address,
    addJob: async (job, send) => opened.queue?.add(job, send),
  });
  const shared = store.shared ?? expect.unreachable();
  const queue = await openRunQueue(shared.sql, { onFault: () => {} });
  opened.queue = queue;
  onTestFinished(async () => {
    await queue.close();
    await store.close();
    await postgres[Symbol.asyncDispose]();
  });
  return { queue, shared, say: (user: string, runId: string) => accept(shared, user, runId) };
}

/** Stores a message of a person, with its job. */
function accept(shared: SharedStore, user: string, runId: string): Promise<void> {
  const at = 1_000;
  const conversation = newConversation("hello", { conversation: `of-${runId}`, user, door: "web" }, at);
  return shared.accept({
    conversation,
    turn: newTurn("hello", { runId, conversationId: conversation.id, at }),
    job: { runId, begin: { user, door: "web", begins: true } },
  });
}

/** Works on jobs one at a time until there have been so many; returns their runs in order. */
async function worked(queue: RunQueue, count: number, during?: (job: RunJob, done: number) => Promise<void>) {
  const runs: string[] = [];
  const all = Promise.withResolvers<void>();
  await queue.work(
    async (job) => {
      runs.push(job.runId);
      await during?.(job, runs.length);
      if (runs.length === count) all.resolve();
    },
    { concurrency: 1 },
  );
  await all.promise;
  return runs;
}

test.runIf(hasPostgres)("a message of one person does not wait for the 500 of another", async () => {
  const { queue, say } = await aQueue();
  for (let index = 0; index < 500; index++) await say("ann", `ann-${index}`);
  for (let index = 0; index < 2; index++) await say("bob", `bob-${index}`);
  await say("cid", "cid-0");
  const runs = await worked(queue, 503);
  expect(runs.slice(0, 5)).toEqual(["ann-0", "bob-0", "cid-0", "ann-1", "bob-1"]);
  // The rest is in order, and nothing is left out.
  expect(runs.slice(5)).toEqual(Array.from({ length: 498 }, (_none, index) => `ann-${index + 2}`));
});

test.runIf(hasPostgres)(
  "a person who always has one more message does not starve another's backlog",
  async () => {
    const { queue, say } = await aQueue();
    for (let index = 0; index < 20; index++) await say("ann", `ann-${index}`);
    await say("bob", "bob-0");
    const runs = await worked(queue, 30, async ({ runId }, done) => {
      if (runId.startsWith("bob")) await say("bob", `bob-${done}`);
    });
    const anns = runs.filter((runId) => runId.startsWith("ann"));
    expect(anns.length).toBeGreaterThanOrEqual(14);
    expect(anns).toEqual(Array.from(anns, (_run, index) => `ann-${index}`));
  },
);

test.runIf(hasPostgres)("an answered run goes on before the new messages of the same person", async () => {
  const { queue, shared, say } = await aQueue();
  for (let index = 0; index < 30; index++) await say("ann", `ann-${index}`);
  await shared.addJob({ runId: "ann-0" });
  const runs = await worked(queue, 31);
  expect(runs.lastIndexOf("ann-0")).toBeLessThanOrEqual(2);
});
