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
