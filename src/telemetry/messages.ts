import type { EventOf } from "../contract/event.ts";
import { finishReason } from "./conventions.ts";

/** A piece of a message, as the GenAI conventions write it. */
type Part =
  | { readonly type: "text" | "reasoning"; readonly content: string }
  | { readonly type: "tool_call"; readonly id: string; readonly name: string; readonly arguments: unknown }
  | { readonly type: "tool_call_response"; readonly id: string; readonly response: unknown };

/** A message: who said it, and its parts. */
export interface Message {
  readonly role: "user" | "assistant" | "tool";
  readonly parts: readonly Part[];
  /** Deprecated by the conventions of 2026, and required by readers of the ones before. */
  readonly finish_reason?: string;
}

/** Attributes hold no arrays of objects, so that messages travel as JSON. */
export function messagesAttribute(messages: readonly Message[]): string {
  return JSON.stringify(messages);
}

/** What a person said. */
export function userMessage(text: string): Message {
  return { role: "user", parts: [{ type: "text", content: text }] };
}

/** What an agent answered in the end. */
export function answerMessage(text: string): Message {
  return { role: "assistant", parts: [{ type: "text", content: text }], finish_reason: "stop" };
}

/** What a model said: thoughts, text and the calls that it asks for. */
export function replyMessage(event: EventOf<"model-end">): Message {
  const { text, thinking = "", calls } = event;
  const parts: Part[] = [];
  if (thinking !== "") parts.push({ type: "reasoning", content: thinking });
  if (text !== "") parts.push({ type: "text", content: text });
  for (const { id, tool, input } of calls)
    parts.push({ type: "tool_call", id, name: tool, arguments: parsed(input) });
  return { role: "assistant", parts, finish_reason: finishReason(event) };
}

/** What a call gave back to the model that asked for it. */
export function resultMessage(id: string, { result }: EventOf<"call-end">): Message {
  const response = result.ok ? (result.output ?? null) : (result.error?.message ?? "failed");
  return { role: "tool", parts: [{ type: "tool_call_response", id, response }] };
}

// A model may write arguments that are no JSON.
function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
