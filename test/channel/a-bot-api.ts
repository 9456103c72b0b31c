import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** One request of a bot, with the fields that it sent. */
export interface BotRequest {
  readonly method: string;
  readonly fields: Record<string, unknown>;
  /** The id that a message gets which it sends. */
  readonly id: number;
}

/** Telegram's Bot API on loopback, in its own wire format. */
export interface BotApi extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly requests: readonly BotRequest[];
  /** Messages that the bot has sent, oldest first. */
  sent(): BotRequest[];
  /** Somebody writes to the bot. */
  write(from: number, message: Record<string, unknown>, chat?: "private" | "group"): void;
  /** Somebody presses the button with this data, on the message that has it. */
  press(from: number, data: string): void;
  /** Repeats every update that came so far, as after a crash before they were confirmed. */
  repeat(): void;
  /** Answers such a method with an error from now on. */
  refuse(method: string, description: string): void;
  /** Closes the connection of the next such request without an answer. */
  breakOff(method: string): void;
  readonly files: Map<string, Buffer>;
}

/** Starts it. */
export async function aBotApi(): Promise<BotApi> {
  const token = "123456:TEST-token";
  const requests: BotRequest[] = [];
  const refused = new Map<string, string>();
  const broken = new Set<string>();
  const files = new Map<string, Buffer>();
  const updates: { update_id: number }[] = [];
  const parked = new Set<() => void>();
  let confirmed = 0;
  let messageId = 100;

  const server = createServer(async (request, response) => {
    const url = request.url ?? "";
    const file = files.get(url.replace(`/file/bot${token}/`, ""));
    if (file !== undefined) return void response.end(file);
    const method = url.replace(`/bot${token}/`, "");
    const fields = await fieldsOf(request);
    const answer = (body: object, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (broken.delete(method)) return void request.socket.destroy();
    if (method !== "getUpdates") requests.push({ method, fields, id: messageId + 1 });
    const why = refused.get(method);
    if (why !== undefined) return answer({ ok: false, error_code: 403, description: why }, 403);
    switch (method) {
      case "getMe":
        return answer({
          ok: true,
          result: { id: 123456, is_bot: true, first_name: "Dejima", username: "dejima_bot" },
        });
      case "getUpdates": {
        confirmed = Math.max(confirmed, Number(fields.offset ?? 0));
        const due = () => updates.filter(({ update_id }) => update_id >= confirmed);
        if (due().length === 0 && Number(fields.timeout ?? 0) > 0) {
          await new Promise<void>((resolve) => {
            parked.add(resolve);
            response.on("close", resolve);
          });
        }
        return answer({ ok: true, result: due() });
      }
      case "getFile":
        return answer({
          ok: true,
          result: { file_id: fields.file_id, file_unique_id: "u", file_path: String(fields.file_id) },
        });
      case "sendMessage":
      case "sendDocument":
        messageId++;
        return answer({
          ok: true,
          result: { message_id: messageId, date: 0, chat: { id: Number(fields.chat_id), type: "private" } },
        });
      default:
        return answer({ ok: true, result: true });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const wake = () => {
    for (const one of parked) one();
    parked.clear();
  };
  const push = (update: object) => {
    updates.push({ update_id: 1_000 + updates.length, ...update });
    wake();
  };
  const cardWith = (data: string) =>
    requests.find(({ fields }) => JSON.stringify(fields.reply_markup ?? "").includes(data))?.id ?? 0;
  const person = (id: number) => ({ id, is_bot: false, first_name: `P${id}` });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    requests,
    files,
    sent: () => requests.filter(({ method }) => method.startsWith("send")),
    write: (from, message, chat = "private") =>
      push({
        message: {
          message_id: ++messageId,
          date: Math.floor(Date.now() / 1_000),
          from: person(from),
          chat: { id: from, type: chat },
          ...message,
        },
      }),
    press: (from, data) =>
      push({
        callback_query: {
          id: String(++messageId),
          from: person(from),
          chat_instance: "c",
          data,
          message: { message_id: cardWith(data), date: 0, chat: { id: from, type: "private" } },
        },
      }),
    repeat() {
      confirmed = 0;
      wake();
    },
    refuse: (method, description) => void refused.set(method, description),
    breakOff: (method) => void broken.add(method),
    async [Symbol.asyncDispose]() {
      wake();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function fieldsOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await buffer(request);
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) return JSON.parse(body.toString() || "{}");
  if (!type.startsWith("multipart/")) return {};
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  const entries = await Promise.all(
    [...form].map(async ([name, value]) => [
      name,
      typeof value === "string"
        ? value
        : { name: value.name, content: Buffer.from(await value.arrayBuffer()) },
    ]),
  );
  return Object.fromEntries(entries);
}
