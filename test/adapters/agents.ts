// Agents that others wrote, each with a model that follows a script: what they are handed, they show.
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { Agent, type Model, type ModelRequest, Runner, setTracingDisabled, Usage } from "@openai/agents-core";
import { isStepCount, ToolLoopAgent } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { aiSdkTools } from "../../src/adapters/ai-sdk.ts";
import type { AdapterOptions } from "../../src/adapters/governed-tools.ts";
import { langchainTools } from "../../src/adapters/langchain.ts";
import { openAiAgentsTools } from "../../src/adapters/openai-agents.ts";
import type { Runtime } from "../../src/runtime.ts";

/** A call that the scripted model makes. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: unknown;
}

/** Gives an agent the runtime's tools, lets its model make the calls one after another, and returns what it was told of each. */
export type OtherAgent = (
  runtime: Runtime,
  calls: readonly ScriptedCall[],
  options?: AdapterOptions & { readonly signal?: AbortSignal },
) => Promise<string[]>;

export const OTHER_AGENTS: Readonly<Record<string, OtherAgent>> = { aiSdk, langGraph, openAiAgents };

async function aiSdk(
  ...[runtime, calls, { signal, ...options } = {}]: Parameters<OtherAgent>
): Promise<string[]> {
  let turn = 0;
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      const call = calls[turn++];
      const unified = call === undefined ? "stop" : "tool-calls";
      return {
        content: [
          call === undefined
            ? { type: "text", text: "done" }
            : {
                type: "tool-call",
                toolCallId: `${turn}`,
                toolName: call.tool,
                input: JSON.stringify(call.input),
              },
        ],
        finishReason: { unified, raw: unified },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
  const agent = new ToolLoopAgent({
    model,
    tools: await aiSdkTools(runtime, options),
    stopWhen: isStepCount(20),
  });
  await agent.generate({ prompt: "go", ...(signal === undefined ? {} : { abortSignal: signal }) });
  return (model.doGenerateCalls.at(-1)?.prompt ?? []).flatMap(({ role, content }) =>
    role === "tool" ? content.map((part) => JSON.stringify(part)) : [],
  );
}

class ScriptedChatModel extends BaseChatModel {
  readonly calls: readonly ScriptedCall[];
  seen: BaseMessage[] = [];
  #turn = 0;

  constructor(calls: readonly ScriptedCall[]) {
    super({});
    this.calls = calls;
  }

  _llmType(): string {
    return "scripted";
  }

  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[]) {
    this.seen = messages;
    const call = this.calls[this.#turn++];
    const message =
      call === undefined
        ? new AIMessage("done")
        : new AIMessage({
            content: "",
            tool_calls: [
              {
                id: `${this.#turn}`,
                name: call.tool,
                args: call.input as Record<string, unknown>,
                type: "tool_call",
              },
            ],
          });
    return { generations: [{ text: "", message }] };
  }
}

async function langGraph(
  ...[runtime, calls, { signal, ...options } = {}]: Parameters<OtherAgent>
): Promise<string[]> {
  const llm = new ScriptedChatModel(calls);
  const agent = createReactAgent({ llm, tools: await langchainTools(runtime, options) });
  await agent.invoke(
    { messages: [{ role: "user", content: "go" }] },
    { recursionLimit: 50, ...(signal === undefined ? {} : { signal }) },
  );
  return llm.seen.filter((message) => message instanceof ToolMessage).map(({ text }) => text);
}

async function openAiAgents(
  ...[runtime, calls, { signal, ...options } = {}]: Parameters<OtherAgent>
): Promise<string[]> {
  setTracingDisabled(true);
  let turn = 0;
  let seen: ModelRequest["input"] = [];
  const model: Model = {
    async getResponse({ input }) {
      seen = input;
      const call = calls[turn++];
      return {
        usage: new Usage(),
        output: [
          call === undefined
            ? {
                type: "message",
                role: "assistant",
                status: "completed",
                content: [{ type: "output_text", text: "done" }],
              }
            : {
                type: "function_call",
                callId: `${turn}`,
                name: call.tool,
                arguments: JSON.stringify(call.input),
                status: "completed",
              },
        ],
      };
    },
    // biome-ignore lint/correctness/useYield: this model does not stream
    async *getStreamedResponse() {
      throw new Error("This model does not stream");
    },
  };
  const agent = new Agent({ name: "other", model, tools: await openAiAgentsTools(runtime, options) });
  await new Runner({ tracingDisabled: true }).run(agent, "go", {
    maxTurns: 20,
    ...(signal === undefined ? {} : { signal }),
  });
  return (typeof seen === "string" ? [] : seen)
    .filter((item) => item.type === "function_call_result")
    .map(({ output }) => JSON.stringify(output));
}
