// A model on loopback that speaks the wires of four vendors and asks for the calls that a test wants.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A call that the model asks for, by the end of the tool's name: each client puts its own words before it. */
interface WantedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A reply: a call, or text that ends the conversation. `heard` is everything that the client has sent with the request. */
export type Step = (heard: string) => Promise<WantedCall | string> | WantedCall | string;

interface ScriptedModel extends AsyncDisposable {
  readonly url: string;
  /** The requests of the conversation, as the client sent them. */
  readonly heard: readonly string[];
  /** How many other requests were told "ok". */
  readonly dismissed: number;
}

/** One listed tool, in the client's spelling, with the namespace that some wires have beside the name. */
interface Listed {
  readonly name: string;
  readonly namespace?: string;
}

/** A reply in the client's spelling. */
type Reply = { readonly say: string } | { readonly call: Listed; readonly input: object };

type Wire = (response: ServerResponse, reply: Reply, id: string) => void;

/** Gives the replies in turn, to requests that list tools. Others, such as those for a title, are told "ok". */
export async function aScriptedModel(steps: readonly Step[]): Promise<ScriptedModel> {
  const heard: string[] = [];
  let dismissed = 0;
  let failure: Error | undefined;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const wire = WIRES.find(([path]) => path.test(request.url ?? ""))?.[1];
    if (wire === undefined || request.method !== "POST") return void response.writeHead(404).end("{}");
    const tools = listedIn(JSON.parse(body));
    const step = tools.some(({ name }) => name.endsWith("resume_call")) ? steps[heard.length] : undefined;
    if (step === undefined) {
      dismissed++;
      return wire(response, { say: "ok" }, "end");
    }
    heard.push(body);
    try {
      const wanted = await step(body);
      wire(response, typeof wanted === "string" ? { say: wanted } : named(wanted, tools), `c${heard.length}`);
    } catch (error) {
      failure ??= error as Error; // told when the test asks for what was heard
      wire(response, { say: String(error) }, "failed");
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get heard() {
      if (failure !== undefined) throw failure;
      return heard;
    },
    get dismissed() {
      return dismissed;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function named({ tool, input }: WantedCall, tools: readonly Listed[]): Reply {
  // Some clients list names without hyphens.
  const call = tools.find(({ name }) => name.replaceAll("-", "_").endsWith(tool.replaceAll("-", "_")));
  if (call === undefined)
    throw new Error(`The client lists no tool ${tool}: ${tools.map(({ name }) => name).join(", ")}`);
  return { call, input };
}

interface ToolEntry {
  readonly name?: string;
  readonly type?: string;
  readonly function?: Listed;
  readonly tools?: readonly Listed[];
  readonly functionDeclarations?: readonly Listed[];
}

function listedIn({ tools = [] }: { readonly tools?: readonly ToolEntry[] }): Listed[] {
  return tools.flatMap((tool) => {
    if (tool.functionDeclarations !== undefined) return tool.functionDeclarations;
    if (tool.type === "namespace" && tool.tools !== undefined)
      return tool.tools.map(({ name }) => ({ name, namespace: tool.name ?? "" }));
    if (tool.function !== undefined) return [tool.function];
    return tool.name === undefined ? [] : [{ name: tool.name }];
  });
}

function stream(response: ServerResponse, events: readonly object[], end = ""): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    if ("type" in event) response.write(`event: ${event.type}\n`);
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(end);
}

const anthropic: Wire = (response, reply, id) => {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const about = { role: "assistant", content: [], model: "m", stop_reason: null, stop_sequence: null };
  const isCall = "call" in reply;
  const block = isCall
    ? { type: "tool_use", id: `toolu_${id}`, name: reply.call.name, input: {} }
    : { type: "text", text: "" };
  const delta = isCall
    ? { type: "input_json_delta", partial_json: JSON.stringify(reply.input) }
    : { type: "text_delta", text: reply.say };
  stream(response, [
    { type: "message_start", message: { id: `msg_${id}`, type: "message", ...about, usage } },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: isCall ? "tool_use" : "end_turn", stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: "message_stop" },
  ]);
};

const responses: Wire = (response, reply, id) => {
  const item =
    "call" in reply
      ? {
          type: "function_call",
          id: `fc_${id}`,
          call_id: `call_${id}`,
          ...reply.call,
          arguments: JSON.stringify(reply.input),
        }
      : {
          type: "message",
          id: `msg_${id}`,
          role: "assistant",
          content: [{ type: "output_text", text: reply.say }],
        };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  stream(response, [
    { type: "response.created", response: { id: `resp_${id}` } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id: `resp_${id}`, usage } },
  ]);
};

const completions: Wire = (response, reply, id) => {
  const isCall = "call" in reply;
  const called = isCall && { name: reply.call.name, arguments: JSON.stringify(reply.input) };
  const delta = isCall
    ? { role: "assistant", tool_calls: [{ index: 0, id, type: "function", function: called }] }
    : { role: "assistant", content: reply.say };
  const reason = isCall ? "tool_calls" : "stop";
  const chunk = { id, object: "chat.completion.chunk", created: 1, model: "m" };
  stream(
    response,
    [
      { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    ],
    "data: [DONE]\n\n",
  );
};

const gemini: Wire = (response, reply) => {
  const part =
    "call" in reply ? { functionCall: { name: reply.call.name, args: reply.input } } : { text: reply.say };
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  const candidate = { index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" };
  stream(response, [{ candidates: [candidate], usageMetadata }]);
};

const WIRES: readonly (readonly [RegExp, Wire])[] = [
  [/\/messages(?:\?|$)/, anthropic],
  [/\/responses$/, responses],
  [/\/chat\/completions$/, completions],
  [/:streamGenerateContent/, gemini],
];
