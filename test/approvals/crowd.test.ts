import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { aTool } from "../support/a-runtime.ts";

const [CONVERSATIONS, CALLS] = [20, 25];
const DOORS = ["cli", "rest", "chat"] as const;

let workspace: string;
beforeAll(async () => {
  // Every answer is synced to the disk; one in memory keeps the test from measuring that.
  workspace = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "dejima-crowd-"));
});
afterAll(() => rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const echo = aTool({
  name: "echo_key",
  risk: "medium",
  input: z.object({ key: z.string() }),
  run: ({ key }) => key,
});

test("500 calls of 20 conversations, answered in random order from three doors at once, each get their own answer", async () => {
  const asking = createRuntime({ workspace, tools: [echo], park: "wait" });
  const doors = DOORS.map((door) => ({ door, runtime: createRuntime({ workspace, tools: [echo] }) }));
  const runs = await Promise.all(Array.from({ length: CONVERSATIONS }, () => asking.openRun()));
  const outcomes = runs.flatMap((run) =>
    Array.from({ length: CALLS }, async (_none, number) => {
      const key = `${run.id}/${number}`;
      return { key, outcome: await run.execute({ tool: "echo_key", input: { key } }) };
    }),
  );
  await untilAsked(asking, CONVERSATIONS * CALLS);
  const answered = await Promise.all(doors.map(({ door, runtime }) => answerAll(runtime, door)));
  const accepted = answered.flat().filter((answer) => answer.accepted);
  expect(accepted).toHaveLength(CONVERSATIONS * CALLS);
  expect(answered.flat().length).toBeGreaterThan(accepted.length);

  const decided = new Map(accepted.map(({ key, answer, by }) => [key, { answer, by }]));
  for (const { key, outcome } of await Promise.all(outcomes)) {
    const { answer, by } = decided.get(key) ?? {};
    if (answer === "approve") expect(outcome).toMatchObject({ type: "success", output: key });
    else expect(outcome).toMatchObject({ error: { code: "approval_denied", details: { by } } });
  }
  for (const runtime of [asking, ...doors.map((held) => held.runtime)]) await runtime.close();
});

async function untilAsked(runtime: Runtime, count: number): Promise<void> {
  const pending = () => runtime.approvals.list({ status: "pending", limit: 1_000 });
  await expect.poll(async () => (await pending()).length, { timeout: 120_000 }).toBe(count);
}

/** Answers everything that waits, in an order and a way of its own. */
async function answerAll(runtime: Runtime, door: (typeof DOORS)[number]) {
  const pending = await runtime.approvals.list({ status: "pending", limit: 1000 });
  const shuffled = pending.map((approval) => ({ approval, at: Math.random() })).sort((a, b) => a.at - b.at);
  const given = [];
  for (const { approval } of shuffled) {
    const answer = Math.random() < 0.5 ? "approve" : "deny";
    const by = `${door} person`;
    const { accepted } = await runtime.approvals.answer(approval.id, { answer, by, door });
    given.push({ key: (approval.input as { key: string }).key, answer, by, accepted });
    await new Promise(setImmediate);
  }
  return given;
}
