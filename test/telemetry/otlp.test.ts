import { expect, test } from "vitest";
import { anAgent } from "../agent/an-agent.ts";
import { aTool } from "../support/a-runtime.ts";
import { anOtlpReceiver, type OtlpReceiver } from "./an-otlp-receiver.ts";

const script = [
  {
    calls: [
      { tool: "look", input: { at: "the tide" } },
      { tool: "break", input: {} },
    ],
  },
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

async function traced(receiver: OtlpReceiver, telemetry: object) {
  const world = await anAgent(script, {
    tools,
    config: { telemetry, permissions: { safe: ["look", "break"] } },
  });
  const told = await world.tell("is the tide high? my word is Tidewater");
  await world[Symbol.asyncDispose]();
  const one = (name: string) => receiver.spans.find((span) => span.name === name) ?? expect.unreachable(name);
  return { told, one };
}

test("one setting sends the traces of a run: run, then steps, then calls, named by the conventions", async () => {
  await using receiver = await anOtlpReceiver();
  const { told, one } = await traced(receiver, { endpoint: receiver.endpoint, headers: { "x-key": "k" } });
  const run = one("invoke_agent dejima");
  expect(run.parentSpanId ?? "").toBe("");
  expect(run.attributes).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "dejima",
    "dejima.run.id": told.runId,
    "dejima.run.status": "done",
    "gen_ai.conversation.id": expect.stringMatching(/^c-/),
  });
  const [generate, act] = [one("step generate"), one("step tool_call")];
  expect([generate.parentSpanId, act.parentSpanId]).toEqual([run.spanId, run.spanId]);
  const model = one("chat script");
  expect(model.parentSpanId).toBe(generate.spanId);
  expect(model.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "scripted",
    "gen_ai.request.model": "script",
    "gen_ai.usage.input_tokens": 1,
    "gen_ai.usage.output_tokens": 1,
  });
  const [look, broken] = [one("execute_tool look"), one("execute_tool break")];
  expect([look.parentSpanId, broken.parentSpanId]).toEqual([act.spanId, act.spanId]);
  expect(look.attributes).toMatchObject({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "look",
    "gen_ai.tool.call.id": expect.any(String),
    "dejima.call.id": `${told.runId}.1`,
    "dejima.verdict": "allow",
  });
  expect(broken.status).toMatchObject({ code: 2 });
  expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1);
  for (const { startTimeUnixNano, endTimeUnixNano } of receiver.spans)
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
  expect(receiver.resources[0]).toMatchObject({ "service.name": "dejima" });
  expect(receiver.headers[0]).toMatchObject({ "x-key": "k" });
  expect(JSON.stringify(receiver.spans)).not.toMatch(/Tidewater|the tide/);
});

test("what was said and given stands in the traces only where the setting says so", async () => {
  await using receiver = await anOtlpReceiver();
  const { one } = await traced(receiver, { endpoint: receiver.endpoint, content: true });
  expect(one("invoke_agent dejima").attributes["gen_ai.input.messages"]).toContain("Tidewater");
  expect(one("execute_tool look").attributes).toMatchObject({
    "gen_ai.tool.call.arguments": '{"at":"the tide"}',
    "gen_ai.tool.call.result": '"done"',
  });
});

test("without the setting nothing is sent, and a collector that is away harms nothing", async () => {
  await using receiver = await anOtlpReceiver();
  await traced(receiver, {});
  expect(receiver.spans).toEqual([]);
  const { told } = await traced(receiver, { endpoint: "http://127.0.0.1:9/v1/traces" });
  expect(told.end).toMatchObject({ status: "done", answer: "The tide is high." });
});
