import type { EventOf } from "../contract/event.ts";

/** Our provider names that the GenAI conventions spell in another way. */
const PROVIDERS: Readonly<Record<string, string>> = { google: "gcp.gemini" };

/** Our reasons for the end of a reply, as the conventions name them. */
const FINISH_REASONS: Readonly<Record<NonNullable<EventOf<"model-end">["end"]>, string>> = {
  stop: "stop",
  "tool-calls": "tool_call",
  length: "length",
  refused: "content_filter",
  other: "other",
};

/** Splits `provider:model` into the two attributes that spans and metrics of a model carry. */
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

/** Why a reply ended. Older logs do not say, so that only its calls tell. */
export function finishReason({ end, calls }: EventOf<"model-end">): string {
  if (calls.length > 0) return "tool_call";
  return end === undefined ? "stop" : FINISH_REASONS[end];
}

/** What a call is by the conventions: tools of MCP servers and HTTP APIs reach systems outside. */
export function toolAttributes({ tool, source }: Pick<EventOf<"call-start">, "tool" | "source">) {
  return {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool,
    "gen_ai.tool.type": source === "mcp" || source === "http" ? "extension" : "function",
    ...(source === "mcp" ? { "mcp.method.name": "tools/call" } : {}),
  };
}
