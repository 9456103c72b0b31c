import type { EventOf } from "../contract/event.ts";

/** Our provider names that the GenAI conventions spell differently. */
const PROVIDERS: Readonly<Record<string, string>> = { google: "gcp.gemini" };

/** The conventions' names for why a reply ended. */
const FINISH_REASONS: Readonly<Record<NonNullable<EventOf<"model-end">["end"]>, string>> = {
  stop: "stop",
  "tool-calls": "tool_call",
  length: "length",
  refused: "content_filter",
  other: "other",
};

/** Splits `provider:model` into the two attributes of a model's spans and metrics. */
export function modelAttributes(id: string): {
  "gen_ai.provider.name": string;
  "gen_ai.request.model": string;
} {
  const [provider = "", ...name] = id.split(":");
  return {
    "gen_ai.provider.name": PROVIDERS[provider] ?? provider,
    "gen_ai.request.model": name.join(":"),
  };
}

/** Why a reply ended. Older logs do not record it, so it is derived from the reply's calls. */
export function finishReason({ end, calls }: EventOf<"model-end">): string {
  if (calls.length > 0) return "tool_call";
  return end === undefined ? "stop" : FINISH_REASONS[end];
}

/** The tool type by the conventions: tools of MCP servers and HTTP APIs reach external systems. */
export function toolAttributes({ tool, source }: Pick<EventOf<"call-start">, "tool" | "source">) {
  return {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool,
    "gen_ai.tool.type": source === "mcp" || source === "http" ? "extension" : "function",
    ...(source === "mcp" ? { "mcp.method.name": "tools/call" } : {}),
  };
}

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

/** Attributes cannot contain arrays of objects, so messages are JSON. */
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
