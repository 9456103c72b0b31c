import type { JsonSchema } from "../../contract/data/json-schema.ts";
import { DejimaError } from "../../contract/error.ts";
import type { ModelProblem } from "../../contract/model-names.ts";
import type { Medium, ModelFile } from "./media.ts";

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/** A tool call that the model requests. `input` is the text it wrote, which may not be JSON. */
export interface ModelCall {
  readonly id: string;
  readonly tool: string;
  readonly input: string;
}

/** One message for a model. */
export type ModelMessage =
  | {
      readonly role: "user";
      readonly text: string;
      /** Pictures and recordings of the message, for a model that accepts them. */
      readonly files?: readonly ModelFile[];
    }
  /** From the workflow to the model, never from a person. */
  | { readonly role: "note"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ModelCall[] }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly tool: string;
      /** The result as a remote model reads it, wrapped if it comes from outside. */
      readonly text: string;
      readonly failed: boolean;
      /** The same as data, for models in this process. */
      readonly data?: unknown;
    };

/** A tool as offered to a model. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly OfferedTool[];
  /** `none`: it must answer without further calls. */
  readonly toolChoice: "auto" | "none";
  /** Whether it may think before it answers. Default: the model decides. */
  readonly thinking?: boolean;
  /** The purpose, if it is not the next step of a run: to judge the run, or to summarize the conversation. */
  readonly purpose?: "reflection" | "summary";
  readonly maxTokens?: number;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The part of the input that the provider had cached. */
  readonly cachedTokens: number;
  /** The part of the input that the provider has cached for later requests, if it charges for that. */
  readonly writtenTokens?: number | undefined;
  /** Millionths of a US dollar. `undefined` if the price is unknown. */
  readonly cost?: number | undefined;
  /** The most that the call could cost, as it was reserved before it, in the same unit. */
  readonly reserved?: number | undefined;
}

export type EndReason = "stop" | "tool-calls" | "length" | "refused" | "other";

/** A part of a streamed reply. `end` is the last one; a stream without it was cut. */
export type ModelPart =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "thinking-delta"; readonly text: string }
  | { readonly type: "tool-call"; readonly call: ModelCall }
  | { readonly type: "usage"; readonly usage: Usage }
  /**
   * Discard everything before: the model of this name is asked, again or instead of one that could not
   * answer.
   */
  | {
      readonly type: "retry";
      readonly model: string;
      readonly instead: boolean;
      readonly why: string;
      readonly problem?: ModelProblem;
    }
  | { readonly type: "end"; readonly reason: EndReason };

/**
 * A language model. Streaming is the only primitive. It throws a DejimaError: `server_unavailable` if a retry
 * or another model may help (`details.retry`), `cancelled` if the signal was the reason.
 */
export interface LanguageModel {
  /** `provider:name`, as in the config and the log. */
  readonly id: string;
  /** An introduction for the user before the first answer, in both languages. */
  readonly introduction?: { readonly en: string; readonly zh: string };
  /** Whether it can think before it answers. `undefined` if unknown. */
  readonly thinks?: boolean;
  /** The media it accepts besides text. Default: none. */
  readonly takes?: readonly Medium[];
  /** Whether it can judge a run and summarize a conversation. Otherwise fixed rules do. */
  readonly reflects?: boolean;
  /** Why it cannot be used now, such as a missing key, and how to fix that. */
  readonly missing?: string;
  /** Transcribes a recording, at the same provider. `undefined` if it cannot. */
  transcribe?(file: ModelFile, options: { readonly signal: AbortSignal }): Promise<string>;
  stream(request: ModelRequest, options: { readonly signal: AbortSignal }): AsyncIterable<ModelPart>;
}

/** A complete reply. */
interface ModelReply {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly usage: Usage;
  readonly reason: EndReason;
}

/** Collects a stream into a reply. `onPart` receives each part as it comes. A cut stream is an error. */
export async function collectReply(
  parts: AsyncIterable<ModelPart>,
  onPart: (part: ModelPart) => void = () => {},
): Promise<ModelReply> {
  let text = "";
  let usage = NO_USAGE;
  let reason: EndReason | undefined;
  const calls: ModelCall[] = [];
  for await (const part of parts) {
    if (part.type === "text-delta") text += part.text;
    else if (part.type === "tool-call") calls.push(part.call);
    else if (part.type === "usage") usage = part.usage;
    else if (part.type === "end") reason = part.reason;
    else if (part.type === "retry") {
      text = "";
      calls.length = 0;
    }
    onPart(part);
  }
  if (reason === undefined) {
    throw new DejimaError("server_unavailable", "Cannot use the model's reply: it broke off before its end", {
      retry: true,
    });
  }
  return { text, calls, usage, reason };
}

/** Adds the usage of two replies. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
  };
}

interface Question {
  readonly system: string;
  readonly text: string;
  readonly maxTokens: number;
}

/** The text that a model answers to one message, without tools and thinking. */
export async function askForText(
  model: Pick<LanguageModel, "stream">,
  { system, text, maxTokens }: Question,
  signal: AbortSignal,
): Promise<string> {
  const request: ModelRequest = {
    system,
    messages: [{ role: "user", text }],
    tools: [],
    toolChoice: "none",
    thinking: false,
    maxTokens,
  };
  return (await collectReply(model.stream(request, { signal }))).text;
}
