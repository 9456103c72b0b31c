import type { EventOf } from "../contract/event.ts";
import { finishReason } from "./conventions.ts";

/** A part of a message in the GenAI conventions. */
type Part =
  | { readonly type: "text" | "reasoning"; readonly content: string }
  | { readonly type: "tool_call"; readonly id: string; readonly name: string; readonly arguments: unknown }
  | { readonly type: "tool_call_response"; readonly id: string; readonly response: unknown };

/** A message: its role, and its parts. */
export interface Message {
  readonly role: "user" | "assistant" | "tool";
  readonly parts: readonly Part[];
  /** Deprecated by the 2026 conventions, required by readers of earlier ones. */
  readonly finish_reason?: string;
}

/** Attributes cannot hold arrays of objects, so messages are JSON. */
export function messagesAttribute(messages: readonly Message[]): string {
  return JSON.stringify(messages);
}

/** A person's message. */
export function userMessage(text: string): Message {
  return { role: "user", parts: [{ type: "text", content: text }] };
}

/** An agent's final answer. */
export function answerMessage(text: string): Message {
  return { role: "assistant", parts: [{ type: "text", content: text }], finish_reason: "stop" };
}

/** A model's message: thoughts, text and requested calls. */
export function replyMessage(event: EventOf<"model-end">): Message {
  const { text, thinking = "", calls } = event;
  const parts: Part[] = [];
  if (thinking !== "") parts.push({ type: "reasoning", content: thinking });
  if (text !== "") parts.push({ type: "text", content: text });
  for (const { id, tool, input } of calls)
    parts.push({ type: "tool_call", id, name: tool, arguments: parsed(input) });
  return { role: "assistant", parts, finish_reason: finishReason(event) };
}

/** The result of a call, for the model that requested it. */
export function resultMessage(id: string, { result }: EventOf<"call-end">): Message {
  const response = result.ok ? (result.output ?? null) : (result.error?.message ?? "failed");
  return { role: "tool", parts: [{ type: "tool_call_response", id, response }] };
}

// A model may write arguments that are not JSON.
function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
