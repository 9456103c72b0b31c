import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

/** One reply of a server that does what it should not. */
export interface OddReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The bytes of the body, piece by piece as they are sent. */
  readonly pieces?: readonly (string | Uint8Array)[];
  /** After the pieces, sends this again and again, as long as anybody listens. */
  readonly forEver?: string;
  /** Cuts the connection after the pieces. */
  readonly breaks?: boolean;
}

/** A server that gives these replies, one per request, and keeps what it was asked. */
export async function anOddServer(replies: readonly OddReply[]) {
  const asked: { readonly messages: readonly Record<string, unknown>[] }[] = [];
  const server = createServer(async (request, response) => {
    asked.push((await json(request)) as (typeof asked)[number]);
    const {
      status = 200,
      headers = {},
      pieces = [],
      breaks = false,
      forEver,
    } = replies[asked.length - 1] ?? { status: 500 };
    response.writeHead(status, { "content-type": "text/event-stream", ...headers });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise(setImmediate);
    }
    while (forEver !== undefined && !response.destroyed) {
      response.write(forEver);
      await delay(5);
    }
    if (breaks) response.destroy();
    else response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A call as a model writes it; each piece of its input comes by itself. */
export interface OddCall {
  readonly id?: string;
  readonly name: string;
  readonly input: readonly string[];
}

const line = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;

/** A streamed reply on the wire of OpenAI. */
export function openAiReply({
  text = "",
  calls = [],
}: {
  text?: string;
  calls?: readonly OddCall[];
}): string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    line({ id: "x", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] });
  return [
    chunk({ role: "assistant", content: text }),
    ...calls.flatMap(({ id = "c", name, input: [first = "", ...rest] }, index) => [
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: first } }] }),
      ...rest.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
    "data: [DONE]\n\n",
  ];
}

/** The same on the wire of Anthropic. */
export function anthropicReply({
  text = "",
  calls = [],
}: {
  text?: string;
  calls?: readonly OddCall[];
}): string[] {
  const event = (data: { type: string }) => `event: ${data.type}\n${line(data)}`;
  const block = (index: number, content: object, deltas: readonly object[]) => [
    event({ type: "content_block_start", index, content_block: content } as never),
    ...deltas.map((delta) => event({ type: "content_block_delta", index, delta } as never)),
    event({ type: "content_block_stop", index } as never),
  ];
  return [
    event({
      type: "message_start",
      message: {
        id: "m",
        type: "message",
        role: "assistant",
        model: "x",
        content: [],
        stop_reason: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    } as never),
    ...(text === "" ? [] : block(0, { type: "text", text: "" }, [{ type: "text_delta", text }])),
    ...calls.flatMap(({ id = "c", name, input }, at) =>
      block(
        at + 1,
        { type: "tool_use", id, name, input: {} },
        input.map((piece) => ({ type: "input_json_delta", partial_json: piece })),
      ),
    ),
    event({
      type: "message_delta",
      delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn" },
      usage: { output_tokens: 2 },
    } as never),
    event({ type: "message_stop" }),
  ];
}
