import { expect, test } from "vitest";
import { z } from "zod";
import type { AgentParts } from "../../src/agent/agent-parts.ts";
import { type AgentRuns, agentRun } from "../../src/agent/agent-run.ts";
import { createCatalogue } from "../../src/agent/context/tool-catalogue.ts";
import { createAgent } from "../../src/agent/create-agent.ts";
import { personaSchema } from "../../src/agent/persona.ts";
import { drive } from "../../src/agent/workflow/drive.ts";
import type { HarbourEvent } from "../../src/contract/event.ts";
import { cacheZoneFormatters } from "../../src/contract/words/local-time.ts";
import type { OpenRun } from "../../src/execution/run/run-surface.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { ToolRegistry } from "../../src/tool/tool-registry.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";
import { hear } from "./an-agent.ts";
import { anyReply, random } from "./random-model.ts";

const BATCHES = 20;
const RUNS_PER_BATCH = 500;
const MOST_ROUNDS = 4;

const persona = personaSchema.parse({
  name: "strict",
  identity: { en: "x", zh: "x" },
  forbidden: [{ pattern: "as an ai model,?", reason: "that" }],
});

const parts: Omit<AgentParts, "runs" | "catalogue" | "model" | "store"> = {
  drive,
  settings: {
    maxIterations: MOST_ROUNDS,
    toolTokens: 1_000,
    historyTokens: 1_000,
    judgement: "rules" as const,
    maxOutput: 1_000,
  },
  environment: { platform: "test", workspace: "w", asking: "now" },
  persona: async () => persona,
  now: Date.now,
  formatterOf: cacheZoneFormatters(),
  recording: () => expect.unreachable("nothing is replayed"),
};

/** Many runs in one log of the real gate, so that ten thousand take seconds; each call takes the real path. */
function sharedRuns(shared: OpenRun): AgentRuns {
  const listeners = new Set<(event: HarbourEvent) => void>();
  let opened = 0;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reopen: () => expect.unreachable("nothing is resumed"),
    async open() {
      const id = `r${++opened}`;
      const tell = (event: HarbourEvent) => {
        for (const listener of listeners) listener({ ...event, runId: id });
      };
      return {
        ...agentRun(shared, { activate: async () => {}, callSignal: undefined }),
        id,
        sources: [],
        mark: () => {},
        flow: { said: "", seen: [], recall: () => {} },
        record(event) {
          shared.record({ ...event, runId: shared.id });
          tell(event);
        },
        announce: tell,
        left: false,
        end: async (status, answer) => tell({ type: "run-end", runId: id, at: "", status, calls: 0, answer }),
      };
    },
  };
}

async function oneBatch(next: () => number): Promise<number> {
  const input = z.object({ n: z.int() });
  let approved = 0;
  let acted = 0;
  const tools = [
    aTool({ name: "look", input, run: ({ n }) => n }),
    aTool({ name: "act", risk: "medium", input, run: () => ++acted }),
    aTool({ name: "forbidden", risk: "high", input, run: () => expect.unreachable("a denied tool ran") }),
  ];
  await using world = await aRuntime({
    tools,
    store: createMemoryStore(),
    config: { log: { durability: "buffered" } },
    ask: async ({ off }) => {
      // A plain yes turns nothing on that is off.
      if (off !== undefined) return { answer: "approve", by: "a person" };
      const answer = next() < 0.5 ? "approve" : "deny";
      if (answer === "approve") approved++;
      return { answer, by: "a person" };
    },
  });
  const run = await world.runtime.openRun({ title: "many" });
  const runs = sharedRuns(run);
  const elsewhere = {
    findTools: async () => [],
    skills: async () => [],
    openSkill: async () => ({ instructions: "" }),
  };
  const known = new ToolRegistry();
  known.registerMany(tools);
  const catalogue = createCatalogue(known, elsewhere);
  const store = createMemoryStore();
  for (let count = 0; count < RUNS_PER_BATCH; count++) {
    const model = new ScriptedModel(() => anyReply(next));
    const agent = createAgent({
      ...parts,
      runs,
      catalogue,
      model: async () => model,
      store: async () => store,
    });
    const told = await hear(agent.run("anything"));
    // A model that never answers makes a run fail; it still ends, and says so.
    expect(["done", "failed"]).toContain(told.end.status);
    expect(told.end.answer).not.toBe("");
    expect(told.of("node-end").filter(({ node }) => node === "tool_call").length).toBeLessThanOrEqual(
      MOST_ROUNDS,
    );
    // Each round, the answer, and one more try of it.
    expect(model.requests.length).toBeLessThanOrEqual(MOST_ROUNDS + 2);
    expect(acted).toBe(approved);
  }
  await run.end("done");
  expect(await world.runtime.history.verify(run.id)).toMatchObject({ ok: true });
  return approved;
}

test("10,000 runs with a model that says anything: each ends, keeps its limits, makes no call that nobody approved; the logs verify", async () => {
  const next = random(20261115);
  let approved = 0;
  for (let batch = 0; batch < BATCHES; batch++) approved += await oneBatch(next);
  expect(approved).toBeGreaterThan(500);
}, 600_000);
