import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import type { HarbourEvent } from "../../src/contract/event.ts";
import { openTelemetry } from "../../src/telemetry/open-telemetry.ts";
import { anAgent } from "../agent/an-agent.ts";
import { installPeers, peerModules } from "../mcp/peers.ts";
import { aTool } from "../support/a-runtime.ts";
import { anOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from "./an-otlp-receiver.ts";
import { MESSAGES_SCHEMA, METRICS, SPANS, TYPES, VALUES } from "./conventions.ts";

const script = [
  { text: "Let me look.", calls: [{ tool: "look", input: { at: "the tide" } }] },
  { calls: [{ tool: "break", input: {} }] },
  { calls: [{ tool: "break", input: {} }] },
  { text: "The tide is high." },
];
const tools = [
  aTool({ name: "look" }),
  aTool({
    name: "break",
    run() {
      throw new Error("broken");
    },
  }),
];

/** A run with a call, failures and what was thought of them, traced with and without content. */
async function traced(content: boolean): Promise<OtlpReceiver> {
  const receiver = await anOtlpReceiver();
  const { endpoint, metrics } = receiver;
  const world = await anAgent(script, {
    tools,
    config: { telemetry: { endpoint, metrics, content }, permissions: { safe: ["look", "break"] } },
  });
  await world.tell("is the tide high?");
  await world[Symbol.asyncDispose]();
  return receiver;
}

let open: OtlpReceiver;
let closed: OtlpReceiver;
beforeAll(async () => {
  installPeers();
  [open, closed] = await Promise.all([traced(true), traced(false)]);
  return async () => {
    await open[Symbol.asyncDispose]();
    await closed[Symbol.asyncDispose]();
  };
});

const operationOf = ({ attributes }: ReceivedSpan) => attributes["gen_ai.operation.name"];
const ofKind = (receiver: OtlpReceiver, operation: string) =>
  receiver.spans.filter((span) => operationOf(span) === operation);

/** What is wrong with a span by the conventions. */
function faults(span: ReceivedSpan, withContent: boolean): string[] {
  const convention = SPANS.find(({ operation }) => operation === operationOf(span));
  if (convention === undefined)
    return Object.keys(span.attributes).filter((key) => /^(gen_ai|mcp)\./.test(key));
  const { required, optional, content, kind, name } = convention;
  const known = new Set([...required, ...optional, ...(withContent ? content : [])]);
  return [
    ...required.filter((key) => !(key in span.attributes)).map((key) => `${key} is missing`),
    ...Object.entries(span.attributes)
      .filter(([key]) => !key.startsWith("dejima.") && !known.has(key))
      .map(([key]) => `${key} is unknown`),
    ...Object.entries(span.types)
      .filter(([key, type]) => !(TYPES[key] ?? ["stringValue"]).includes(type) && !key.startsWith("dejima."))
      .map(([key, type]) => `${key} is a ${type}`),
    ...Object.entries(span.attributes)
      .filter(([key, value]) => VALUES[key]?.includes(String(value)) === false)
      .map(([key, value]) => `${key} cannot be ${value}`),
    ...(span.kind === kind ? [] : [`kind ${span.kind}`]),
    ...(span.name === name(span.attributes) ? [] : [`name ${span.name}`]),
    ...((span.status?.code === 2) === "error.type" in span.attributes
      ? []
      : ["error.type and status differ"]),
  ];
}

test("every span has the names, types, kinds and required attributes of the conventions", () => {
  for (const [receiver, content] of [
    [open, true],
    [closed, false],
  ] as const) {
    for (const { operation } of SPANS) expect(ofKind(receiver, operation)).not.toEqual([]);
    for (const span of receiver.spans) expect(faults(span, content), span.name).toEqual([]);
  }
});

test("messages are arrays of role and parts: the request of a model holds the calls and results before it", () => {
  const chats = ofKind(open, "chat").filter((span) => span.attributes["dejima.purpose"] === undefined);
  const [first, second] = chats.map(({ attributes }) => ({
    input: MESSAGES_SCHEMA.parse(JSON.parse(String(attributes["gen_ai.input.messages"]))),
    output: MESSAGES_SCHEMA.parse(JSON.parse(String(attributes["gen_ai.output.messages"]))),
    reasons: attributes["gen_ai.response.finish_reasons"],
  }));
  expect(first?.input).toEqual([{ role: "user", parts: [{ type: "text", content: "is the tide high?" }] }]);
  const asked = {
    role: "assistant",
    parts: [
      { type: "text", content: "Let me look." },
      { type: "tool_call", id: expect.any(String), name: "look", arguments: { at: "the tide" } },
    ],
    finish_reason: "tool_call",
  };
  expect(first?.output).toEqual([asked]);
  expect(first?.reasons).toEqual(["tool_call"]);
  const id = first?.output[0]?.parts.find((part) => part.type === "tool_call")?.id;
  expect(second?.input).toEqual([
    ...(first?.input ?? []),
    asked,
    { role: "tool", parts: [{ type: "tool_call_response", id, response: "done" }] },
  ]);
  expect(ofKind(open, "execute_tool")[0]?.attributes["gen_ai.tool.call.id"]).toBe(id);
  const [run] = ofKind(open, "invoke_agent");
  expect(JSON.parse(String(run?.attributes["gen_ai.output.messages"]))).toMatchObject([
    { role: "assistant", parts: [{ type: "text", content: "The tide is high." }] },
  ]);
});

test("what was thought of failures is an evaluation; its words stay out where content does", () => {
  const found = (receiver: OtlpReceiver) =>
    ofKind(receiver, "invoke_agent")
      .flatMap(({ events }) => events)
      .filter(({ name }) => name === "gen_ai.evaluation.result");
  expect(found(open)[0]?.attributes).toEqual({
    "gen_ai.evaluation.name": "reflection",
    "gen_ai.evaluation.score.label": expect.stringMatching(/^(complete|continue|replan)$/),
    "gen_ai.evaluation.explanation": expect.any(String),
  });
  expect(found(closed)[0]?.attributes).not.toHaveProperty("gen_ai.evaluation.explanation");
  expect(JSON.stringify(closed.spans)).not.toMatch(/tide/);
});

test("tokens and durations are metrics with the units and boundaries of the conventions, and name nobody", () => {
  for (const { metric, unit, bounds, attributes } of open.points) {
    const convention = METRICS[metric] ?? expect.unreachable(metric);
    expect({ unit, first: bounds[0], last: bounds.at(-1) }).toEqual({
      unit: convention.unit,
      first: convention.first,
      last: convention.last,
    });
    for (const key of convention.required) expect(attributes).toHaveProperty([key]);
    expect(Object.keys(attributes).filter((key) => /\.id$|dejima|messages|arguments/.test(key))).toEqual([]);
  }
  const tokens = open.points.filter(({ metric }) => metric === "gen_ai.client.token.usage");
  const chats = ofKind(open, "chat");
  for (const type of ["input", "output"]) {
    const sum = tokens.find(({ attributes }) => attributes["gen_ai.token.type"] === type)?.sum;
    const spans = chats.map(({ attributes }) => Number(attributes[`gen_ai.usage.${type}_tokens`]));
    expect(sum).toBe(spans.reduce((a, b) => a + b, 0));
  }
  expect(open.points.map(({ metric }) => metric)).toContain("gen_ai.invoke_agent.duration");
});

test("calls of MCP servers carry the names of the MCP conventions", async () => {
  await using receiver = await anOtlpReceiver();
  let hear: (event: HarbourEvent) => void = () => {};
  const { endpoint, metrics } = receiver;
  const close = await openTelemetry(
    { endpoint, metrics, headers: {}, content: false, version: "1" },
    (listener) => {
      const before = hear;
      hear = (event) => {
        before(event);
        listener(event);
      };
      return () => {};
    },
  );
  const base = { runId: "r", callId: "r.1", tool: "files_read", at: "2026-11-16T00:00:00.000Z" };
  hear({ ...base, type: "call-start", source: "mcp", params: {}, effects: [], reasons: [] });
  hear({
    ...base,
    type: "call-end",
    ts_start: base.at,
    ts_end: base.at,
    durationMs: 1_500,
    params: {},
    result: { ok: false, error: { code: "timeout", message: "late", details: {} } },
    policy: { approved: false, approval_scope: "none" },
    hashes: {},
  });
  hear({ type: "run-end", runId: "r", at: base.at, status: "failed", calls: 1 });
  await close();
  expect(receiver.spans.flatMap((span) => faults(span, false))).toEqual([]);
  expect(ofKind(receiver, "execute_tool")[0]?.attributes).toMatchObject({
    "mcp.method.name": "tools/call",
    "gen_ai.tool.type": "extension",
    "error.type": "timeout",
  });
  const [point] = receiver.points.filter(({ metric }) => metric === "mcp.client.operation.duration");
  expect(point).toMatchObject({ sum: 1.5, unit: "s", attributes: { "error.type": "timeout" } });
  expect(point?.bounds).toEqual([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]);
});

test("Phoenix reads the spans: its own converter finds kinds, messages, calls and tokens", async () => {
  const entry = join(peerModules, "@arizeai/openinference-genai/dist/esm/index.js");
  const { convertGenAISpanAttributesToOpenInferenceSpanAttributes: convert } = (await import(
    pathToFileURL(entry).href
  )) as {
    convertGenAISpanAttributesToOpenInferenceSpanAttributes(
      attributes: Readonly<Record<string, unknown>>,
    ): Record<string, unknown>;
  };
  const chats = ofKind(open, "chat").filter((span) => span.attributes["dejima.purpose"] === undefined);
  expect(convert(chats[1]?.attributes ?? {})).toMatchObject({
    "openinference.span.kind": "LLM",
    "llm.model_name": "script",
    "llm.input_messages.0.message.role": "user",
    "llm.input_messages.1.message.tool_calls.0.tool_call.function.name": "look",
    "llm.input_messages.2.message.role": "tool",
    "llm.token_count.prompt": 1,
  });
  expect(convert(ofKind(open, "execute_tool")[0]?.attributes ?? {})).toMatchObject({
    "openinference.span.kind": "TOOL",
    "tool.name": "look",
  });
  expect(convert(ofKind(open, "invoke_agent")[0]?.attributes ?? {})).toMatchObject({
    "openinference.span.kind": "AGENT",
  });
});

/** What Langfuse takes from a span (packages/shared/src/server/otel of langfuse/langfuse, August 2026). */
function readByLangfuse({ attributes }: ReceivedSpan) {
  const types: Record<string, string> = { chat: "GENERATION", invoke_agent: "AGENT", execute_tool: "TOOL" };
  const has = (key: string) => attributes[key] !== undefined && attributes[key] !== "";
  const messages = has("gen_ai.input.messages") || has("gen_ai.output.messages");
  const usage = Object.entries(attributes).filter(([key]) => key.startsWith("gen_ai.usage."));
  return {
    type: types[String(attributes["gen_ai.operation.name"])] ?? "SPAN",
    session: attributes["gen_ai.conversation.id"],
    model: attributes["gen_ai.response.model"] ?? attributes["gen_ai.request.model"],
    input: attributes[messages ? "gen_ai.input.messages" : "gen_ai.tool.call.arguments"],
    output: attributes[messages ? "gen_ai.output.messages" : "gen_ai.tool.call.result"],
    usage: Object.fromEntries(
      usage.map(([key, value]) => [key.slice("gen_ai.usage.".length), Number(value)]),
    ),
  };
}

test("Langfuse reads the spans: generations with usage, tools with input and output, one session", () => {
  const read = open.spans.map(readByLangfuse);
  const session = read.find(({ type }) => type === "AGENT")?.session;
  expect(session).toMatch(/^c-/);
  for (const type of ["GENERATION", "TOOL", "AGENT"]) {
    const found = read.filter((each) => each.type === type);
    expect(new Set(found.map((each) => each.session))).toEqual(new Set([session]));
    expect(found[0]?.input, type).toBeTypeOf("string");
    expect(found[0]?.output, type).toBeTypeOf("string");
  }
  expect(read.find(({ type }) => type === "GENERATION")?.usage).toEqual({
    input_tokens: 1,
    output_tokens: 1,
    "cache_read.input_tokens": 0,
  });
  // Tokens of an agent beside those of its models would be counted twice.
  expect(read.find(({ type }) => type === "AGENT")?.usage).toEqual({});
});
