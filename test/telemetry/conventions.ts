import { z } from "zod";

/**
 * What the GenAI conventions of OpenTelemetry say of the spans that we make (open-telemetry/semantic-conventions-genai, model/gen-ai/spans.yaml
 * and model/mcp/spans.yaml, August 2026), written down here so that a change of ours is noticed.
 */
export interface SpanConvention {
  readonly operation: string;
  /** INTERNAL is 1, CLIENT is 3. */
  readonly kind: 1 | 3;
  readonly name: (attributes: Readonly<Record<string, unknown>>) => string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** What people said, and what went in and out: opt-in. */
  readonly content: readonly string[];
}

const COMMON = ["error.type", "gen_ai.conversation.id"];
const MESSAGES = ["gen_ai.input.messages", "gen_ai.output.messages"];

export const SPANS: readonly SpanConvention[] = [
  {
    operation: "invoke_agent",
    kind: 1,
    name: (held) => `invoke_agent ${held["gen_ai.agent.name"]}`,
    required: ["gen_ai.operation.name", "gen_ai.provider.name"],
    optional: [...COMMON, "gen_ai.request.model", "gen_ai.agent.name", "gen_ai.agent.version"],
    content: MESSAGES,
  },
  {
    operation: "chat",
    kind: 3,
    name: (held) => `chat ${held["gen_ai.request.model"]}`,
    required: ["gen_ai.operation.name", "gen_ai.provider.name", "gen_ai.request.model"],
    optional: [
      ...COMMON,
      "gen_ai.request.stream",
      "gen_ai.response.finish_reasons",
      "gen_ai.response.time_to_first_chunk",
      "gen_ai.usage.input_tokens",
      "gen_ai.usage.output_tokens",
      "gen_ai.usage.cache_read.input_tokens",
    ],
    content: MESSAGES,
  },
  {
    operation: "execute_tool",
    kind: 1,
    name: (held) => `execute_tool ${held["gen_ai.tool.name"]}`,
    required: ["gen_ai.operation.name", "gen_ai.tool.name"],
    optional: [...COMMON, "gen_ai.tool.call.id", "gen_ai.tool.type", "mcp.method.name"],
    content: ["gen_ai.tool.call.arguments", "gen_ai.tool.call.result"],
  },
];

/** The type of each attribute on the wire; a string where nothing is said. */
export const TYPES: Readonly<Record<string, readonly string[]>> = {
  "gen_ai.request.stream": ["boolValue"],
  "gen_ai.response.finish_reasons": ["arrayValue"],
  // A whole number of seconds is written as an integer.
  "gen_ai.response.time_to_first_chunk": ["doubleValue", "intValue"],
  "gen_ai.usage.input_tokens": ["intValue"],
  "gen_ai.usage.output_tokens": ["intValue"],
  "gen_ai.usage.cache_read.input_tokens": ["intValue"],
};

/** Values of closed lists. */
export const VALUES: Readonly<Record<string, readonly string[]>> = {
  "gen_ai.tool.type": ["function", "extension", "datastore"],
  "mcp.method.name": ["tools/call"],
};

const part = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), content: z.string() }),
  z.strictObject({ type: z.literal("reasoning"), content: z.string() }),
  z.strictObject({
    type: z.literal("tool_call"),
    id: z.string(),
    name: z.string(),
    arguments: z.unknown(),
  }),
  z.strictObject({ type: z.literal("tool_call_response"), id: z.string(), response: z.unknown() }),
]);

/** gen-ai-input-messages.json and gen-ai-output-messages.json, without the parts that we never write. */
export const MESSAGES_SCHEMA = z.array(
  z.strictObject({
    role: z.enum(["system", "user", "assistant", "tool"]),
    parts: z.array(part),
    finish_reason: z.string().optional(),
  }),
);

/** Metrics with their unit, boundaries and required attributes (model/gen-ai/metrics.yaml, model/mcp/metrics.yaml). */
export const METRICS: Readonly<
  Record<string, { unit: string; first: number; last: number; required: readonly string[] }>
> = {
  "gen_ai.client.token.usage": {
    unit: "{token}",
    first: 1,
    last: 67_108_864,
    required: ["gen_ai.operation.name", "gen_ai.provider.name", "gen_ai.token.type"],
  },
  "gen_ai.client.operation.duration": {
    unit: "s",
    first: 0.01,
    last: 81.92,
    required: ["gen_ai.operation.name", "gen_ai.provider.name"],
  },
  "gen_ai.execute_tool.duration": {
    unit: "s",
    first: 0.01,
    last: 81.92,
    required: ["gen_ai.operation.name", "gen_ai.tool.name"],
  },
  "gen_ai.invoke_agent.duration": {
    unit: "s",
    first: 0.01,
    last: 81.92,
    required: ["gen_ai.operation.name", "gen_ai.agent.name"],
  },
  "mcp.client.operation.duration": {
    unit: "s",
    first: 0.01,
    last: 300,
    required: ["mcp.method.name"],
  },
};
