import type { Meter } from "@opentelemetry/api";
import type { EventOf, HarbourEvent } from "../contract/event.ts";
import { modelAttributes, toolAttributes } from "./conventions.ts";

/** Bucket boundaries of the conventions: powers of four for tokens, doublings of 10 ms for a model. */
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);
const SECONDS = Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power);
const MCP_SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/**
 * Turns events into the metrics of the GenAI and MCP conventions. They contain no names of people, runs or
 * conversations.
 */
export function meterRuns(meter: Meter): (event: HarbourEvent) => void {
  const tokens = histogram("gen_ai.client.token.usage", "{token}", TOKENS);
  const model = histogram("gen_ai.client.operation.duration", "s", SECONDS);
  const tool = histogram("gen_ai.execute_tool.duration", "s", SECONDS);
  const agent = histogram("gen_ai.invoke_agent.duration", "s", SECONDS);
  const mcp = histogram("mcp.client.operation.duration", "s", MCP_SECONDS);
  const started = new Map<string, number>();
  const sources = new Map<string, string | undefined>();

  function histogram(name: string, unit: string, explicitBucketBoundaries: number[]) {
    return meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries } });
  }

  function modelEnd({ model: id, usage, durationMs }: EventOf<"model-end">): void {
    const attributes = { "gen_ai.operation.name": "chat", ...modelAttributes(id) };
    tokens.record(usage.inputTokens, { ...attributes, "gen_ai.token.type": "input" });
    tokens.record(usage.outputTokens, { ...attributes, "gen_ai.token.type": "output" });
    model.record(durationMs / 1_000, attributes);
  }

  function callEnd({ callId, tool: name, result, durationMs }: EventOf<"call-end">): void {
    const source = sources.get(callId);
    sources.delete(callId);
    const error = result.ok ? {} : { "error.type": result.error?.code ?? "internal" };
    const attributes = { ...toolAttributes({ tool: name, source }), ...error };
    tool.record(durationMs / 1_000, attributes);
    if (source === "mcp") mcp.record(durationMs / 1_000, attributes);
  }

  return (event) => {
    if (event.type === "turn-start") started.set(event.runId, Date.parse(event.at));
    else if (event.type === "model-end") modelEnd(event);
    else if (event.type === "call-start") sources.set(event.callId, event.source);
    else if (event.type === "call-end") callEnd(event);
    else if (event.type === "run-end") {
      const from = started.get(event.runId);
      started.delete(event.runId);
      if (from === undefined) return;
      agent.record((Date.parse(event.at) - from) / 1_000, {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "dejima",
        ...(event.status === "failed" ? { "error.type": "run_failed" } : {}),
      });
    }
  };
}
