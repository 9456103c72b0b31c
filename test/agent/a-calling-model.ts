import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A tool call that a model asks for. */
export interface WantedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

type Reply = readonly WantedCall[] | string;

/**
 * A model on loopback that gives these replies in turn: calls to make at once, or text, or what a function makes of the request.
 * The last one is repeated.
 */
export async function aCallingModel(replies: readonly (Reply | ((request: string) => Reply))[]) {
  let asked = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const next = replies[Math.min(asked++, replies.length - 1)] ?? "";
    const reply = typeof next === "function" ? next(body) : next;
    const delta =
      typeof reply === "string"
        ? { content: reply }
        : {
            tool_calls: reply.map((call, index) => ({
              index,
              id: `c${asked}-${index}`,
              type: "function",
              function: { name: call.name, arguments: JSON.stringify(call.arguments) },
            })),
          };
    const reason = typeof reply === "string" ? "stop" : "tool_calls";
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify({ id: "1", choices: [{ index: 0, delta }] })}\n\n`);
    const end = { id: "1", choices: [{ index: 0, delta: {}, finish_reason: reason }] };
    response.end(`data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    env: `OPENAI_API_KEY=none OPENAI_BASE_URL=http://127.0.0.1:${port}/v1`,
    url: `http://127.0.0.1:${port}/v1`,
    get asked() {
      return asked;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
