// The agent's workflow as a LangGraph graph of yours: your checkpointer, your loop, approvals as interrupts. The gate stays the same.
// In your project: npm install dejima @langchain/langgraph. In this repository: npm run -s example -- 08
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, INTERRUPT, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { type ApprovalRequest, createRuntime, defineTool, ScriptedModel } from "dejima";
import { agentGraph, createInterruptingAsk, type Driver } from "dejima/langgraph";
import { z } from "zod";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));
const posted: string[] = [];
const post = defineTool({
  name: "post_note",
  summary: "Post a note on the team's board, seen by everyone",
  description: "Puts one note on the board.",
  category: "custom",
  risk: "medium",
  input: z.object({ text: z.string() }),
  run: ({ text }) => posted.push(text),
});

// region: langgraph
const asking = createInterruptingAsk();
const questions: string[] = [];

/** Runs one message through a graph: what waits for a person interrupts it, the answer resumes it. */
const driver: Driver = async (start, world) => {
  const graph = agentGraph({ start, world, asking, checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: start.runId }, recursionLimit: 1_000 };
  let state = await graph.invoke({ agent: {} }, config);
  while (isInterrupted<ApprovalRequest>(state)) {
    const question = state[INTERRUPT][0]?.value;
    if (question === undefined) break;
    questions.push(question.title?.en ?? question.tool);
    // Here your application would ask its user; the answer is bound to exactly this question.
    const resume = { hash: question.hash, answer: "approve", by: "the example" };
    state = await graph.invoke(new Command({ resume }), config);
  }
  return state.agent;
};

const runtime = createRuntime({
  workspace,
  driver,
  ask: asking.ask,
  tools: [post],
  // Leave `model` out to use the key in the environment, a local Ollama, or the offline model.
  model: new ScriptedModel([
    { calls: [{ tool: "post_note", input: { text: "buy milk" } }] },
    { text: "It is on the board." },
  ]),
});
const answer = await runtime.agent.ask("put a note on the board: buy milk");
// endregion

console.log(answer);
assert.equal(answer, "It is on the board.");
assert.deepEqual(posted, ["buy milk"]);
assert.deepEqual(questions, ["Run post_note?"]);
await runtime.close();
await rm(workspace, { recursive: true });
