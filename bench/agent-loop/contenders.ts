// The same task for every agent: twenty rounds of one tool call each, then an answer, with an instant model.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { peer } from "../peers.ts";

export const STEPS = 20;

/** Runs the task once and checks that all of it was done. */
export type Task = () => Promise<void>;

export interface AgentContender {
  readonly task: Task;
  close(): Promise<void>;
}

const schema = z.object({ n: z.int() });

/** How each contender is made; only the one that is measured is loaded. */
export const AGENT_CONTENDERS: Readonly<Record<string, () => Promise<AgentContender>>> = {
  dejima: () => ours("written"),
  "dejima, buffered log": () => ours("buffered"),
  "LangGraph prebuilt agent": langgraph,
  "AI SDK ToolLoopAgent": () => aiSdk("generate"),
  "AI SDK ToolLoopAgent, streamed": () => aiSdk("stream"),
  "OpenAI agents SDK": openaiAgents,
};

// Judging, the hash-chained log and the steps in SQLite are on, as they always are.
async function ours(durability: "written" | "buffered"): Promise<AgentContender> {
  const { createRuntime, defineTool, ScriptedModel } = await import("../../src/index.ts");
  const workspace = await mkdtemp(join(tmpdir(), "dejima-bench-"));
  const noop = defineTool({
    name: "noop",
    summary: "Do nothing at all, for measuring the loop",
    description: "Returns ok.",
    category: "custom",
    risk: "low",
    input: schema,
    run: async () => "ok",
  });
  let turn = 0;
  const model = new ScriptedModel(() =>
    ++turn % (STEPS + 1) === 0 ? { text: "done" } : { calls: [{ tool: "noop", input: { n: turn } }] },
  );
  const runtime = createRuntime({
    workspace,
    tools: [noop],
    model,
    config: { agent: { maxIterations: STEPS }, log: { durability } },
  });
  const { agent } = runtime;
  return {
    async task() {
      let calls = 0;
      for await (const event of agent.run("go")) if (event.type === "call-end" && event.result.ok) calls++;
      model.requests.length = 0;
      check(calls);
    },
    async close() {
      await runtime.close();
      await rm(workspace, { recursive: true });
    },
  };
}

// The peers are loaded by name from a separate folder, so their types are unknown here.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Loose = any;

async function langgraph(): Promise<AgentContender> {
  const { createReactAgent } = (await peer("@langchain/langgraph/prebuilt")) as Loose;
  const { tool } = (await peer("@langchain/core/tools")) as Loose;
  const { BaseChatModel } = (await peer("@langchain/core/language_models/chat_models")) as Loose;
  const { AIMessage } = (await peer("@langchain/core/messages")) as Loose;
  let turn = 0;
  let calls = 0;
  class Instant extends BaseChatModel {
    _llmType() {
      return "instant";
    }
    bindTools() {
      return this;
    }
    async _generate() {
      const last = ++turn % (STEPS + 1) === 0;
      const message = last
        ? new AIMessage("done")
        : new AIMessage({
            content: "",
            tool_calls: [{ id: `${turn}`, name: "noop", args: { n: turn }, type: "tool_call" }],
          });
      return { generations: [{ text: "", message }] };
    }
  }
  const noop = tool(async () => `ok ${++calls}`, { name: "noop", description: "Returns ok.", schema });
  const agent = createReactAgent({ llm: new (Instant as Loose)({}), tools: [noop] });
  return {
    async task() {
      calls = 0;
      await agent.invoke({ messages: [{ role: "user", content: "go" }] }, { recursionLimit: 100 });
      check(calls);
    },
    async close() {},
  };
}

// Ours always streams what happens; theirs is asked both ways.
async function aiSdk(way: "generate" | "stream"): Promise<AgentContender> {
  const { ToolLoopAgent, tool, stepCountIs, isStepCount } = (await peer("ai")) as Loose;
  const { MockLanguageModelV4, convertArrayToReadableStream } = (await peer("ai/test")) as Loose;
  let turn = 0;
  let calls = 0;
  const reply = () => {
    const last = ++turn % (STEPS + 1) === 0;
    const unified = last ? "stop" : "tool-calls";
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const input = JSON.stringify({ n: turn });
    const call = { type: "tool-call", toolCallId: `${turn}`, toolName: "noop", input };
    return { last, call, end: { finishReason: { unified, raw: unified }, usage } };
  };
  const model = new MockLanguageModelV4({
    async doGenerate() {
      const { last, call, end } = reply();
      return { content: [last ? { type: "text", text: "done" } : call], ...end, warnings: [] };
    },
    async doStream() {
      const { last, call, end } = reply();
      const text = [
        { type: "text-start", id: "0" },
        { type: "text-delta", id: "0", delta: "done" },
        { type: "text-end", id: "0" },
      ];
      const parts = [
        { type: "stream-start", warnings: [] },
        ...(last ? text : [call]),
        { type: "finish", ...end },
      ];
      return { stream: convertArrayToReadableStream(parts) };
    },
  });
  const noop = tool({
    description: "Returns ok.",
    inputSchema: schema,
    execute: async () => `ok ${++calls}`,
  });
  const agent = new ToolLoopAgent({
    model,
    tools: { noop },
    stopWhen: (stepCountIs ?? isStepCount)(STEPS + 1),
  });
  return {
    async task() {
      calls = 0;
      if (way === "generate") await agent.generate({ prompt: "go" });
      else for await (const _part of (await agent.stream({ prompt: "go" })).fullStream);
      model.doGenerateCalls.length = 0;
      model.doStreamCalls.length = 0;
      check(calls);
    },
    async close() {},
  };
}

async function openaiAgents(): Promise<AgentContender> {
  const { Agent, Runner, tool, Usage, setTracingDisabled } = (await peer("@openai/agents")) as Loose;
  setTracingDisabled(true);
  let turn = 0;
  let calls = 0;
  const model = {
    async getResponse() {
      const last = ++turn % (STEPS + 1) === 0;
      const output = last
        ? [
            {
              type: "message",
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text: "done" }],
            },
          ]
        : [
            {
              type: "function_call",
              callId: `${turn}`,
              name: "noop",
              arguments: JSON.stringify({ n: turn }),
              status: "completed",
            },
          ];
      return { output, usage: new Usage() };
    },
  };
  const noop = tool({
    name: "noop",
    description: "Returns ok.",
    parameters: schema,
    execute: async () => `ok ${++calls}`,
  });
  const agent = new Agent({ name: "bench", instructions: "x", tools: [noop], model });
  const runner = new Runner({ tracingDisabled: true });
  return {
    async task() {
      calls = 0;
      await runner.run(agent, "go", { maxTurns: STEPS + 5 });
      check(calls);
    },
    async close() {},
  };
}

function check(calls: number): void {
  if (calls !== STEPS) throw new Error(`${calls} calls were made, not ${STEPS}`);
}
