import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** The key that the model below lets in. No token shape: only what was entered can tell that it is a secret. */
export const KEY = "quiet-harbour-7431-lantern";

/** A model on loopback that lets in one key, lists its models, and answers in OpenAI's wire, in Anthropic's and in Google's. */
export async function aKeyedModel({
  models = ["little-model", "big-model"],
  reply = "Hello from the mock.",
} = {}) {
  /** The keys that requests came with, in order. */
  const keys: string[] = [];
  const server = createServer(async (request, response) => {
    await text(request);
    const key = keyOf(request);
    keys.push(key);
    if (key !== KEY) return fail(response, 401, `Incorrect API key provided: ${key}`);
    const path = request.url ?? "";
    if (path.endsWith("/models"))
      return send(response, { data: models.map((id) => ({ id })), models: models.map((name) => ({ name })) });
    if (path.endsWith("/chat/completions")) return stream(response, openai(reply));
    if (path.endsWith("/messages")) return stream(response, anthropic(reply));
    if (path.includes(":streamGenerateContent")) return stream(response, google(reply));
    return fail(response, 404, `Unknown request URL: ${path}`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    keys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function keyOf({ headers, url = "" }: IncomingMessage): string {
  const named =
    headers["x-api-key"] ?? headers["x-goog-api-key"] ?? new URL(url, "http://x").searchParams.get("key");
  return String(named ?? headers.authorization?.replace("Bearer ", "") ?? "");
}

function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function fail(response: ServerResponse, status: number, message: string): void {
  send(response, { error: { message, type: "invalid_request_error" } }, status);
}

function stream(response: ServerResponse, lines: readonly string[]): void {
  response
    .writeHead(200, { "content-type": "text/event-stream" })
    .end(lines.map((line) => `${line}\n\n`).join(""));
}

const data = (value: unknown) => `data: ${JSON.stringify(value)}`;

function openai(reply: string): string[] {
  return [
    data({ id: "1", choices: [{ index: 0, delta: { content: reply } }] }),
    data({ id: "1", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
    "data: [DONE]",
  ];
}

function anthropic(reply: string): string[] {
  const event = (type: string, rest: object) => `event: ${type}\n${data({ type, ...rest })}`;
  return [
    event("message_start", {
      message: {
        id: "m",
        type: "message",
        role: "assistant",
        content: [],
        model: "m",
        stop_reason: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }),
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    event("content_block_delta", { index: 0, delta: { type: "text_delta", text: reply } }),
    event("content_block_stop", { index: 0 }),
    event("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } }),
    event("message_stop", {}),
  ];
}

function google(reply: string): string[] {
  return [
    data({
      candidates: [{ content: { role: "model", parts: [{ text: reply }] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
    }),
  ];
}
