// The overhead of a call: an empty tool through Dejima's whole path (validated, judged, announced, hash-chained) and through
// peers that neither judge nor record.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { createRuntime, defineTool, type Runtime } from "../src/index.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { type Contender, interleave } from "./interleave.ts";
import { peer } from "./peers.ts";

const input = { text: "hello", count: 3 };
const schema = z.object({ text: z.string(), count: z.int() });

const run: Benchmark = async ({ json }) => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-bench-"));
  const buffered = ourRuntime(join(folder, "buffered"), "buffered");
  const written = ourRuntime(join(folder, "written"), "written");
  const contenders: Contender[] = [
    { name: "parse + async call", once: async () => schema.parse(input) },
    { name: "ours, buffered", once: () => buffered.execute("noop", input) },
    { name: "ours, written", once: () => written.execute("noop", input) },
    ...(await langchain()),
    ...(await openaiAgents()),
    ...(await mastra()),
  ];
  const times = await interleave(contenders, { rounds: 30, batch: 500 });
  await buffered.close();
  await written.close();
  await rm(folder, { recursive: true });
  if (!json)
    for (const [name, microseconds] of times)
      console.log(`  ${name.padEnd(24)} ${microseconds.toFixed(2)} µs`);
  const figure = (name: string) => times.get(name) ?? Number.NaN;
  report(
    {
      name: "call-overhead buffered vs tool.invoke",
      ours: figure("ours, buffered"),
      peer: figure("LangChain tool.invoke"),
      unit: "µs",
      aim: 1,
    },
    json,
  );
  report(
    {
      name: "call-overhead written vs ToolNode",
      ours: figure("ours, written"),
      peer: figure("LangGraph ToolNode"),
      unit: "µs",
      aim: 1,
    },
    json,
  );
};

export default run;

function ourRuntime(workspace: string, durability: "buffered" | "written"): Runtime {
  const noop = defineTool({
    name: "noop",
    summary: "Do nothing at all, for measuring the path",
    description: "Returns ok.",
    category: "custom",
    risk: "low",
    input: schema,
    run: async () => "ok",
  });
  return createRuntime({ workspace, tools: [noop], config: { log: { durability } } });
}

// The peers are loaded by name from a separate folder, so their types are unknown here.
type Callable = (...given: unknown[]) => Promise<unknown>;

async function langchain(): Promise<Contender[]> {
  const { tool } = (await peer("@langchain/core/tools")) as {
    tool: (run: Callable, fields: object) => { invoke: Callable };
  };
  const { AIMessage } = (await peer("@langchain/core/messages")) as {
    AIMessage: new (fields: object) => object;
  };
  const { ToolNode } = (await peer("@langchain/langgraph/prebuilt")) as {
    ToolNode: new (tools: object[]) => { invoke: Callable };
  };
  const noop = tool(async () => "ok", { name: "noop", description: "Returns ok.", schema });
  const node = new ToolNode([noop]);
  const message = new AIMessage({
    content: "",
    tool_calls: [{ id: "1", name: "noop", args: input, type: "tool_call" }],
  });
  return [
    { name: "LangChain tool.invoke", once: () => noop.invoke(input) },
    { name: "LangGraph ToolNode", once: () => node.invoke({ messages: [message] }) },
  ];
}

async function openaiAgents(): Promise<Contender[]> {
  const { tool, RunContext } = (await peer("@openai/agents")) as {
    tool: (fields: object) => { invoke: Callable };
    RunContext: new () => object;
  };
  const noop = tool({
    name: "noop",
    description: "Returns ok.",
    parameters: schema,
    execute: async () => "ok",
  });
  const text = JSON.stringify(input);
  const context = new RunContext();
  return [{ name: "OpenAI agents SDK", once: () => noop.invoke(context, text) }];
}

async function mastra(): Promise<Contender[]> {
  const { createTool } = (await peer("@mastra/core/tools")) as {
    createTool: (fields: object) => { execute: Callable };
  };
  const noop = createTool({
    id: "noop",
    description: "Returns ok.",
    inputSchema: schema,
    execute: async () => "ok",
  });
  return [{ name: "Mastra", once: () => noop.execute(input, {}) }];
}
