import { DejimaError } from "../../contract/error.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Medium, ModelFile } from "./media.ts";

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/** A tool call that the model asks for. `input` is the text it wrote, which may not be JSON. */
export interface ModelCall {
  readonly id: string;
  readonly tool: string;
  readonly input: string;
}

/** One entry of what a model is shown. */
export type ModelMessage =
  | {
      readonly role: "user";
      readonly text: string;
      /** Pictures and recordings that came with it, for a model that takes them. */
      readonly files?: readonly ModelFile[];
    }
  /** From the workflow to the model, never from a person. */
  | { readonly role: "note"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ModelCall[] }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly tool: string;
      /** The result as a model over a wire reads it, wrapped where it comes from outside. */
      readonly text: string;
      readonly failed: boolean;
      /** The same as data, for models that run in this process. */
      readonly data?: unknown;
    };

/** A tool as a model is offered it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly OfferedTool[];
  /** `none`: it must answer with what it has. */
  readonly toolChoice: "auto" | "none";
  /** Whether it may think before it answers; left to the model when absent. */
  readonly thinking?: boolean;
  /** What it is asked for beside the next step of a run: to judge how it goes, or to sum up what was said. */
  readonly purpose?: "reflection" | "summary";
  readonly maxTokens?: number;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input, what the provider had kept from before. */
  readonly cachedTokens: number;
  /** Millionths of a US dollar; absent where the price is not known. */
  readonly cost?: number | undefined;
}

export type EndReason = "stop" | "tool-calls" | "length" | "refused" | "other";

/** A piece of a reply as it comes in. `end` is the last one; a stream without it was cut. */
export type ModelPart =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "thinking-delta"; readonly text: string }
  | { readonly type: "tool-call"; readonly call: ModelCall }
  | { readonly type: "usage"; readonly usage: Usage }
  /** What came before counts for nothing: the model of this name is asked, again or instead of one that could not answer. */
  | { readonly type: "retry"; readonly model: string; readonly instead: boolean; readonly why: string }
  | { readonly type: "end"; readonly reason: EndReason };

/**
 * A language model. Streaming is the only primitive. It throws a DejimaError: `server_unavailable` when asking again or
 * elsewhere may help (`details.retry`), `cancelled` when the signal was the reason.
 */
export interface LanguageModel {
  /** `provider:name`, as the config and the log spell it. */
  readonly id: string;
  /** What a person should know before the first answer, in both languages. */
  readonly introduction?: { readonly en: string; readonly zh: string };
  /** Whether it can think before it answers; not known when left out. */
  readonly thinks?: boolean;
  /** What it takes besides text. Default: nothing. */
  readonly takes?: readonly Medium[];
  /** Whether it can judge a run and sum up a conversation; fixed rules do that otherwise. */
  readonly reflects?: boolean;
  /** Why it cannot be used as things stand, such as a key that is missing; what would help with it. */
  readonly missing?: string;
  /** Writes down what is said in a recording, at the same provider; absent where it has no way to. */
  transcribe?(file: ModelFile, options: { readonly signal: AbortSignal }): Promise<string>;
  stream(request: ModelRequest, options: { readonly signal: AbortSignal }): AsyncIterable<ModelPart>;
}

/** A whole reply. */
interface ModelReply {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly usage: Usage;
  readonly reason: EndReason;
}

/** Gathers a stream into a reply; `onPart` hears each part as it comes. A stream that was cut is an error. */
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

/** Adds up what two replies have used. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
  };
}
