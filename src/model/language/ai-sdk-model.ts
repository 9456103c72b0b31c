import type {
  LanguageModelV4,
  LanguageModelV4FilePart,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { jsonrepair } from "jsonrepair";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { trimEndOf } from "../../text/text-end.ts";
import { boundedReply, REPLY_TIMEOUTS, type ReplyTimeouts, startReplyClock } from "./bounded-reply.ts";
import type {
  EndReason,
  LanguageModel,
  ModelMessage,
  ModelPart,
  ModelRequest,
  OfferedTool,
} from "./language-model.ts";
import { type Medium, type ModelFile, mediumOf } from "./media.ts";

type FinishReason = Extract<LanguageModelV4StreamPart, { type: "finish" }>["finishReason"]["unified"];

const REASONS: Readonly<Record<FinishReason, EndReason | undefined>> = {
  stop: "stop",
  "tool-calls": "tool-calls",
  length: "length",
  "content-filter": "refused",
  // Neither is an end: the reply was cut, and a retry may help.
  error: undefined,
  interrupted: undefined,
  other: "other",
};

/** A model of one of the provider packages, which is loaded with the first request. */
export function aiSdkModel(
  id: string,
  load: () => Promise<LanguageModelV4>,
  takes: readonly Medium[],
  patience: ReplyTimeouts = REPLY_TIMEOUTS,
): LanguageModel {
  let loading: Promise<LanguageModelV4> | undefined;
  return {
    id,
    thinks: true,
    takes,
    reflects: true,
    async *stream(request, { signal }) {
      loading ??= load();
      const model = await loading;
      using clock = startReplyClock(patience);
      try {
        const until = AbortSignal.any([signal, clock.signal]);
        yield* translate(await open(model, request, { signal: until, takes }), { id, heard: clock.received });
      } catch (error) {
        throw clock.signal.aborted ? clock.signal.reason : modelError(id, error, signal);
      }
    },
  };
}

async function open(
  model: LanguageModelV4,
  request: ModelRequest,
  { signal, takes }: { readonly signal: AbortSignal; readonly takes: readonly Medium[] },
): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  const { system, messages, tools, toolChoice, thinking, maxTokens } = request;
  const { stream } = await model.doStream({
    prompt: toPrompt(system, messages, takes),
    abortSignal: signal,
    ...(tools.length === 0 ? {} : { tools: toFunctionTools(tools), toolChoice: { type: toolChoice } }),
    ...(thinking === undefined ? {} : { reasoning: thinking ? "medium" : "none" }),
    ...defined({ maxOutputTokens: maxTokens }),
  });
  return stream;
}

async function* translate(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { id, heard: onContent }: { readonly id: string; heard(): void },
): AsyncGenerator<ModelPart> {
  for await (const part of boundedReply(stream, onContent)) {
    if (part.type === "text-delta") yield { type: "text-delta", text: part.delta };
    else if (part.type === "reasoning-delta") yield { type: "thinking-delta", text: part.delta };
    else if (part.type === "tool-call") {
      yield { type: "tool-call", call: { id: part.toolCallId, tool: part.toolName, input: part.input } };
    } else if (part.type === "error") throw part.error;
    else if (part.type === "finish") {
      const { inputTokens, outputTokens } = part.usage;
      const usage = {
        inputTokens: inputTokens.total ?? 0,
        outputTokens: outputTokens.total ?? 0,
        cachedTokens: inputTokens.cacheRead ?? 0,
        ...(inputTokens.cacheWrite ? { writtenTokens: inputTokens.cacheWrite } : {}),
      };
      yield { type: "usage", usage };
      const reason = REASONS[part.finishReason.unified];
      if (reason === undefined) throw cut(id);
      yield { type: "end", reason };
    }
  }
}

function cut(id: string): DejimaError {
  return new DejimaError("server_unavailable", `Cannot get an answer from ${id}: the reply broke off`, {
    retry: true,
  });
}

const RETRY_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

// The packages' errors carry a status, headers and their own idea of whether a retry may help.
function modelError(id: string, error: unknown, signal: AbortSignal): DejimaError {
  // Our own error inside an error of the package: the reply was cut while it was read.
  if (error instanceof Error && error.cause instanceof DejimaError) return error.cause;
  if (error instanceof DejimaError) return error;
  if (signal.aborted) return new DejimaError("cancelled", "Cancelled while the model was answering");
  const { statusCode, responseHeaders, responseBody, message } = (
    typeof error === "object" && error !== null ? error : { message: String(error) }
  ) as {
    // looked at as unknown
    statusCode?: unknown;
    responseHeaders?: Record<string, string>;
    responseBody?: unknown;
    message?: unknown;
  };
  // A success status with a truncated body is a reply that broke off.
  if (typeof statusCode === "number" && statusCode < 400) return cut(id);
  const status = typeof statusCode === "number" ? statusCode : undefined;
  // An account without credit answers 429 like a busy server, but waiting does not help.
  const isEmpty = typeof responseBody === "string" && responseBody.includes("insufficient_quota");
  const retry = !isEmpty && (status === undefined || RETRY_STATUSES.has(status));
  const seconds = Number(responseHeaders?.["retry-after"]);
  const why = `${status === undefined ? "" : `status ${status}, `}${trimEndOf(String(message ?? "no reason given").slice(0, 500), /[.\s]/)}`;
  return new DejimaError(
    "server_unavailable",
    `Cannot get an answer from ${id}: ${why}${advice(status)}`,
    {
      model: id,
      retry,
      ...defined({ status }),
      ...(seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}),
    },
    { cause: error },
  );
}

function advice(status: number | undefined): string {
  if (status === 401 || status === 403) return ". Check the key of this provider";
  if (status === 404) return ". Check the model's name and the address of the provider";
  return "";
}

/**
 * Our messages in the provider packages' shape. Results of one turn are in one message, as providers require.
 */
function toPrompt(
  system: string,
  messages: readonly ModelMessage[],
  takes: readonly Medium[],
): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = system === "" ? [] : [{ role: "system", content: system }];
  for (const message of messages) {
    if (message.role === "user" || message.role === "note") {
      const text =
        message.role === "note" ? `[Note of the workflow, not of the user] ${message.text}` : message.text;
      // A fallback model may accept fewer media.
      const files = (message.role === "user" ? (message.files ?? []) : []).filter(({ mediaType }) => {
        const medium = mediumOf(mediaType);
        return medium !== undefined && takes.includes(medium);
      });
      prompt.push({ role: "user", content: [{ type: "text", text }, ...files.map(filePart)] });
    } else if (message.role === "assistant") {
      prompt.push({
        role: "assistant",
        content: [
          ...(message.text === "" ? [] : [{ type: "text" as const, text: message.text }]),
          ...message.calls.map(({ id, tool, input }) => ({
            type: "tool-call" as const,
            toolCallId: id,
            toolName: tool,
            input: readInput(input),
          })),
        ],
      });
    } else {
      const result = {
        type: "tool-result" as const,
        toolCallId: message.callId,
        toolName: message.tool,
        output: message.failed
          ? { type: "error-text" as const, value: message.text }
          : { type: "text" as const, value: message.text },
      };
      const last = prompt.at(-1);
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
    }
  }
  return withCaching(prompt);
}

/** Anthropic caches only up to marks. The others cache by themselves and do not read these. */
const CACHED = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;

/** Marks the prompt and its end, so that the next round of a run reads both from the cache of the provider. */
function withCaching(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map((message, at) =>
    message.role === "system" || at === prompt.length - 1 ? { ...message, providerOptions: CACHED } : message,
  );
}

function filePart({ name, mediaType, content }: ModelFile): LanguageModelV4FilePart {
  return { type: "file", filename: name, mediaType, data: { type: "data", data: content } };
}

/** Our tools in the provider packages' shape. */
function toFunctionTools(tools: readonly OfferedTool[]): LanguageModelV4FunctionTool[] {
  return tools.map(({ name, description, inputSchema }) => {
    const { $schema: _dialect, ...schema } = inputSchema;
    // JSON Schema keywords are not typed here; providers accept any.
    const typed = { type: "object", ...schema } as LanguageModelV4FunctionTool["inputSchema"];
    return { type: "function", name, description, inputSchema: typed };
  });
}

// A malformed call of the model must still be shown to it as a JSON object: providers refuse anything else.
function readInput(text: string): object {
  try {
    const value: unknown = JSON.parse(jsonrepair(text === "" ? "{}" : text));
    return typeof value === "object" && value !== null ? value : { text };
  } catch {
    return { text };
  }
}
