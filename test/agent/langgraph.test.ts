import { Command, MemorySaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { z } from "zod";
import { agentRun } from "../../src/agent/agent-run.ts";
import { createCatalogue } from "../../src/agent/context/tool-catalogue.ts";
import { personaSchema } from "../../src/agent/persona.ts";
import { initialState } from "../../src/agent/workflow/state.ts";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import type { CallResult, KeyedCall } from "../../src/execution/run/keyed-call.ts";
import { agentGraph, createInterruptingAsk } from "../../src/langgraph.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";

test("agentGraph() interrupts for each approval and resumes with the answer; LangGraph's restarts repeat no call", async () => {
  const done: string[] = [];
  const act = aTool({
    name: "act",
    risk: "medium",
    input: z.object({ what: z.string() }),
    run: ({ what }) => done.push(what),
  });
  const asking = createInterruptingAsk();
  await using world = await aRuntime({ tools: [act], ask: asking.ask });
  const run = await world.runtime.openRun({ title: "graph" });
  const model = new ScriptedModel([
    {
      calls: [
        { tool: "act", input: { what: "a" } },
        { tool: "act", input: { what: "b" } },
      ],
    },
    { text: "Both." },
  ]);
  const elsewhere = {
    findTools: async () => [],
    skills: async () => [],
    openSkill: async () => ({ instructions: "" }),
  };
  const held = agentRun(run, { activate: async () => {}, callSignal: undefined });
  const made: (readonly KeyedCall[])[] = [];
  const graph = agentGraph({
    start: initialState({ runId: run.id, conversationId: "c", message: "do both", language: "en" }),
    asking,
    checkpointer: new MemorySaver(),
    world: {
      model,
      persona: personaSchema.parse({ name: "p", identity: { en: "x", zh: "x" } }),
      catalogue: createCatalogue(world.runtime.registry, elsewhere),
      settings: {
        maxIterations: 3,
        toolTokens: 50_000,
        historyTokens: 1_000,
        judgement: "rules" as const,
        maxOutput: 1_000,
      },
      environment: { platform: "x", workspace: "x", asking: "now" },
      run: {
        ...held,
        execute(calls, signal): Promise<CallResult[]> {
          made.push(calls);
          return held.execute(calls, signal);
        },
      },
      history: async () => ({ messages: [], sources: [], said: [], seen: [] }),
      memories: async () => [],
      today: () => "2026-11-15",
      random: () => "0".repeat(32),
      emit: () => {},
      signal: new AbortController().signal,
    },
  });
  const config = { configurable: { thread_id: "t" } };
  let state = await graph.invoke({ agent: {} }, config);
  for (let count = 0; count < 2; count++) {
    const [held] = (state as unknown as { __interrupt__?: { value: ApprovalRequest }[] }).__interrupt__ ?? [];
    if (held === undefined) throw new Error("the graph was not interrupted");
    const resume = { hash: held.value.hash, answer: "approve", by: "a person" };
    state = await graph.invoke(new Command({ resume }), config);
  }
  expect(state.agent.answer).toBe("Both.");
  // The node was started three times, the calls were made once.
  expect(made.length).toBeGreaterThan(1);
  expect(done.toSorted()).toEqual(["a", "b"]);
});
