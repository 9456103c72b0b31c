import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Driver, drive } from "../../src/agent/workflow/drive.ts";
import { NODE_NAMES, type NodeName } from "../../src/agent/workflow/edges.ts";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import { langGraphDriver } from "../../src/langgraph.ts";
import type { ScriptedReply } from "../../src/model/language/scripted-model.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";
import { hear } from "./an-agent.ts";

class Crash extends Error {}

interface Life {
  readonly done: string[];
  readonly asked: ApprovalRequest[];
}

/** The script of every life: a reading call and two that need an approval, then an answer with what a claim check dislikes once. */
const SCRIPT: readonly ScriptedReply[] = [
  {
    text: "First.",
    calls: [{ tool: "broken" }, { tool: "act", input: { what: "a" } }, { tool: "act", input: { what: "b" } }],
  },
  { text: "I have sent the mail." },
  { text: "Both were done." },
];

function tools(life: Life) {
  return [
    aTool({
      name: "act",
      risk: "medium",
      input: z.object({ what: z.string() }),
      run({ what }) {
        life.done.push(what);
        return what;
      },
    }),
    aTool({
      name: "broken",
      run() {
        throw new Error("always");
      },
    }),
  ];
}

/** A process that dies at some point: a runtime whose store refuses everything from then on, without any end being written. */
async function live(
  world: { workspace: string; home: string },
  life: Life,
  {
    crashBefore,
    resume,
    replies,
    driver,
  }: { crashBefore?: { node: NodeName; time: number }; resume?: string; replies: number; driver: Driver },
) {
  const store = await openStore({ file: join(world.home, "dejima.db") });
  let seen = 0;
  const { steps } = store;
  const failing = {
    ...store,
    steps: {
      list: steps.list,
      async append(...[batch, how]: Parameters<typeof steps.append>) {
        for (const { node } of batch)
          if (crashBefore !== undefined && node === crashBefore.node && ++seen === crashBefore.time)
            throw new Crash();
        // The batch with the end of the turn stands for all nodes since the one before it.
        if (crashBefore !== undefined && how?.turn !== undefined) throw new Crash();
        return steps.append(batch, how);
      },
    },
  };
  const model = new ScriptedModel((_request, turn) => SCRIPT[turn + replies] ?? { text: "Nothing more." });
  const runtime = createRuntime({
    ...world,
    store: failing,
    driver,
    model,
    tools: tools(life),
    ask: async (request) => {
      life.asked.push(request);
      return { answer: "approve", by: "a person" };
    },
  });
  const { agent } = runtime;
  const runIds: string[] = [];
  runtime.subscribe((event) => void runIds.push(event.runId));
  try {
    return {
      told: await hear(resume === undefined ? agent.run("do both") : agent.resume(resume)),
      runId: "",
      replies,
    };
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return { told: undefined, runId: runIds[0] ?? "", replies: replies + model.requests.length };
  } finally {
    await runtime.close();
    await store.close();
  }
}

const POINTS: { node: NodeName; time: number }[] = [
  ...NODE_NAMES.map((node) => ({ node, time: 1 })),
  { node: "generate", time: 2 },
  { node: "generate", time: 3 },
  { node: "enforce", time: 2 },
];

const DRIVERS: [name: string, driver: Driver, other: Driver][] = [
  ["drive", drive, langGraphDriver()],
  ["langGraphDriver()", langGraphDriver(), drive],
];

describe.each(DRIVERS)("%s", (_name, driver, other) => {
  test.each(POINTS)(
    "continues a run that died after $node (time $time), before it was recorded, without repeating an effect",
    (point) => dieAndGoOn(point, driver, driver),
  );
  test("continues a run that another driver has begun", () =>
    dieAndGoOn({ node: "tool_call", time: 1 }, other, driver));
});

async function dieAndGoOn(point: { node: NodeName; time: number }, driver: Driver, then: Driver) {
  await using world = await aRuntime();
  const life: Life = { done: [], asked: [] };
  const first = await live(world, life, { crashBefore: point, replies: 0, driver });
  expect(first.told).toBeUndefined();
  // A reply that was not recorded is asked for again; the script goes on where the record does.
  const recorded = await countReplies(world.home, first.runId);
  const second = await live(world, life, { resume: first.runId, replies: recorded, driver: then });
  expect(second.told?.end).toMatchObject({ status: "done", answer: "Both were done." });
  expect(life.done.toSorted()).toEqual(["a", "b"]);
  expect(life.asked).toHaveLength(2);
  const runtime = createRuntime(world);
  expect(await runtime.history.verify(first.runId)).toMatchObject({ ok: true });
  await runtime.close();
}

test("a run that died before the beginning of its turn was written announces it when it continues", async () => {
  await using world = await aRuntime();
  const life: Life = { done: [], asked: [] };
  const { runId } = await live(world, life, {
    crashBefore: { node: "context_build", time: 1 },
    replies: 0,
    driver: drive,
  });
  const file = join(world.home, "runs", runId, "events.jsonl");
  const [first] = (await readFile(file, "utf8")).split("\n");
  await writeFile(file, `${first}\n`);
  const { told } = await live(world, { done: [], asked: [] }, { resume: runId, replies: 0, driver: drive });
  expect(told?.end).toMatchObject({ status: "done" });
  expect(told?.events.filter(({ type }) => type === "turn-start")).toMatchObject([{ message: "do both" }]);
  const runtime = createRuntime({ ...world, tools: tools(life), model: new ScriptedModel([]) });
  expect(await runtime.agent.replay(runId)).toMatchObject({ same: true });
  await runtime.close();
});

test("a step is stored only after the log has its node, so that a crash between them loses no reply", async () => {
  const store = createMemoryStore();
  const written: { readonly stored: number; readonly logged: number }[] = [];
  await using world = await aRuntime({
    store: {
      ...store,
      steps: {
        ...store.steps,
        async append(batch, how) {
          const [{ runId } = { runId: "" }] = batch;
          const log = await readFile(join(world.home, "runs", runId, "events.jsonl"), "utf8");
          const logged = log.split('"type":"node-end"').length - 1;
          written.push({ stored: (batch.at(-1)?.number ?? 0) + 1, logged });
          await store.steps.append(batch, how);
        },
      },
    },
    model: new ScriptedModel(SCRIPT),
    tools: tools({ done: [], asked: [] }),
    ask: async () => ({ answer: "approve", by: "a person" }),
  });
  await hear(world.runtime.agent.run("do both"));
  expect(written.length).toBeGreaterThan(1);
  expect(written.filter(({ stored, logged }) => stored !== logged)).toEqual([]);
});

test("a run that died after its answer was stored ends when somebody follows it", async () => {
  await using world = await aRuntime({ model: new ScriptedModel([{ text: "Done." }]) });
  const { runId } = await hear(world.runtime.agent.run("hello"));
  await world.runtime.close();
  const file = join(world.home, "runs", runId, "events.jsonl");
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  expect(lines.pop()).toContain('"type":"run-end"');
  await writeFile(file, `${lines.join("\n")}\n`);
  const store = await openStore({ file: join(world.home, "dejima.db") });
  await store.runs.update(runId, { status: "open" });
  await store.close();
  const runtime = createRuntime({ ...world, model: new ScriptedModel([]) });
  const { signal } = new AbortController();
  const from = { user: "local", door: "test", mayApprove: false };
  const numbered = await Array.fromAsync(runtime.conversations.follow(runId, from, { signal }));
  expect(numbered.at(-1)?.event).toMatchObject({ type: "run-end", status: "done", answer: "Done." });
  expect(await runtime.history.get(runId)).toMatchObject({ status: "done" });
  await runtime.close();
});

async function countReplies(home: string, runId: string): Promise<number> {
  const store = await openStore({ file: join(home, "dejima.db") });
  const steps = await store.steps.list(runId);
  await store.close();
  return steps.filter(({ node }) => node === "generate").length;
}
