import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { LanguageModel, ModelCall, ModelPart, ModelRequest } from "./language-model.ts";
import {
  ANSWER,
  type ChatItem,
  callGrammar,
  fittingTools,
  type Llama,
  type LlamaChat,
  loadLlama,
  localHistory,
} from "./local-history.ts";

const MAX_CONTEXT = 8_192;
const MAX_CALL_TOKENS = 512;
const MAX_ANSWER_TOKENS = 1_024;
const MAX_THREADS = 8;

interface Opened {
  readonly llama: Llama;
  readonly chat: LlamaChat;
  readonly contextSize: number;
  count(text: string): number;
}

/**
 * A model in a GGUF file that runs in this process through `node-llama-cpp`. A grammar constrains its tool
 * calls to their schemas.
 */
export function createLocalModel(file: string, load?: Parameters<typeof loadLlama>[1]): LanguageModel {
  if (!existsSync(file))
    throw new DejimaError("invalid_input", `Cannot use the local model "${file}": no such file`, {
      model: file,
    });
  let opening: Promise<Opened> | undefined;
  let calls = 0;
  return {
    id: `local:${basename(file)}`,
    thinks: false,
    reflects: false,
    async *stream(request, { signal }): AsyncGenerator<ModelPart> {
      opening ??= open(file, load);
      const opened = await opening.catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      const { tools, toolChoice } = request;
      const offered = toolChoice === "none" ? [] : fittingTools(tools, opened.contextSize);
      const history = localHistory(request, { tools: offered, contextSize: opened.contextSize });
      const inputTokens = opened.count(JSON.stringify(history));
      const usage = (outputTokens: number): ModelPart => ({
        type: "usage",
        usage: { inputTokens, outputTokens, cachedTokens: 0 },
      });
      const call =
        offered.length === 0 ? undefined : await chosenCall(history, { ...opened, offered, signal });
      if (call !== undefined) {
        yield { type: "tool-call", call: { ...call, id: `local-${++calls}-${Date.now().toString(36)}` } };
        yield usage(opened.count(call.input));
        yield { type: "end", reason: "tool-calls" };
        return;
      }
      let streamed = 0;
      for await (const text of streamText(history, opened.chat, {
        signal,
        maxTokens: request.maxTokens ?? MAX_ANSWER_TOKENS,
      })) {
        streamed += opened.count(text);
        yield { type: "text-delta", text };
      }
      yield usage(streamed);
      yield { type: "end", reason: "stop" };
    },
  };
}

async function open(file: string, load: Parameters<typeof loadLlama>[1]): Promise<Opened> {
  const { getLlama, LlamaChat: Chat, LlamaLogLevel } = await loadLlama(file, load);
  // More threads than cores make it a hundred times slower.
  const threads = Math.min(availableParallelism(), MAX_THREADS);
  const llama = await getLlama({
    build: "never",
    maxThreads: threads,
    logLevel: LlamaLogLevel.error,
    progressLogs: false,
  });
  const model = await llama.loadModel({ modelPath: file });
  const contextSize = Math.min(model.trainContextSize, MAX_CONTEXT);
  const context = await model.createContext({ contextSize, threads });
  const chat = new Chat({ contextSequence: context.getSequence() });
  return { llama, chat, contextSize, count: (text) => model.tokenize(text).length };
}

/** The tool that the model calls. `undefined` if it answers. */
async function chosenCall(
  history: readonly ChatItem[],
  { llama, chat, offered, signal }: Opened & { offered: ModelRequest["tools"]; signal: AbortSignal },
): Promise<Omit<ModelCall, "id"> | undefined> {
  const grammar = await llama.createGrammarForJsonSchema(callGrammar(offered));
  const options = { grammar, signal, maxTokens: MAX_CALL_TOKENS, temperature: 0 };
  const { response } = await stoppable(chat.generateResponse(history, options), signal);
  const { tool = "", input = {} } = intentIn(response);
  return tool === ANSWER || tool === "" ? undefined : { tool, input: JSON.stringify(input) };
}

// The grammar makes it JSON, but the length limit may cut it.
function intentIn(text: string): { tool?: string; input?: unknown } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

async function* streamText(
  history: readonly ChatItem[],
  chat: LlamaChat,
  { signal, maxTokens }: { signal: AbortSignal; maxTokens: number },
): AsyncGenerator<string> {
  const waiting: string[] = [];
  let wake = () => {};
  let ended = false;
  const onTextChunk = (text: string) => {
    waiting.push(text);
    wake();
  };
  const done = stoppable(
    chat.generateResponse(history, { signal, maxTokens, temperature: 0.3, onTextChunk }),
    signal,
  );
  const end = () => {
    ended = true;
    wake();
  };
  done.then(end, end);
  while (!ended || waiting.length > 0) {
    const text = waiting.shift();
    if (text !== undefined) yield text;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  await done;
}

function stoppable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return work.catch((cause: unknown) => {
    if (signal.aborted) throw new DejimaError("cancelled", "Cancelled while the model was answering");
    const why = thrownText(cause);
    throw new DejimaError(
      "server_unavailable",
      `Cannot get an answer from the local model: ${why}`,
      { retry: false },
      { cause },
    );
  });
}
