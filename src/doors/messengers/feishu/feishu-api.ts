import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { apiRequest, boundedBytes, socketUrl } from "../api-request.ts";

interface FeishuSettings {
  readonly appId: string;
  readonly appSecret: string;
  readonly apiRoot: string;
}

const statusSchema = z.looseObject({ code: z.int(), msg: z.string().default("") });
const tokenSchema = z.object({ tenant_access_token: z.string(), expire: z.number() });
const messageSchema = z.object({ data: z.object({ message_id: z.string() }) });
const botSchema = z.object({ bot: z.object({ open_id: z.string() }) });

/** A token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000;

/** The parts of Feishu's API that the door uses. */
export function feishuApi({ appId, appSecret, apiRoot }: FeishuSettings) {
  const endpointSchema = z.object({
    data: z.object({
      URL: socketUrl(apiRoot),
      ClientConfig: z.looseObject({ PingInterval: z.number().positive().default(120) }).optional(),
    }),
  });
  let token: { readonly value: string; readonly until: number } | undefined;

  async function bearer(): Promise<string> {
    if (token !== undefined && Date.now() < token.until) return token.value;
    const body = { app_id: appId, app_secret: appSecret };
    const url = `${apiRoot}/open-apis/auth/v3/tenant_access_token/internal`;
    const what = "log in at Feishu";
    const issued = await parsed(await apiRequest({ url, what, body }), what, tokenSchema);
    token = {
      value: issued.tenant_access_token,
      until: Date.now() + issued.expire * 1_000 - RENEW_BEFORE_MS,
    };
    return token.value;
  }

  async function request(path: string, what: string, options: { method?: string; body?: object } = {}) {
    const headers = { authorization: `Bearer ${await bearer()}` };
    return apiRequest({ url: `${apiRoot}/open-apis/${path}`, what, headers, ...options });
  }

  async function call<Schema extends z.ZodType>(
    path: string,
    what: string,
    { schema, ...options }: { schema: Schema; method?: string; body?: object },
  ): Promise<z.output<Schema>> {
    return parsed(await request(path, what, options), what, schema);
  }

  return {
    /** The address of the long connection, and its ping interval. */
    async endpoint() {
      const url = `${apiRoot}/callback/ws/endpoint`;
      const what = "open the long connection to Feishu";
      const body = { AppID: appId, AppSecret: appSecret };
      const { data } = await parsed(await apiRequest({ url, what, body }), what, endpointSchema);
      return data;
    },
    botId: async () =>
      (await call("bot/v3/info", "ask Feishu who the bot is", { method: "GET", schema: botSchema })).bot
        .open_id,
    /** Sends to a person or a chat, or into the thread of a message. */
    async send(
      to: { id: string; type: "open_id" | "chat_id" } | { thread: string },
      type: string,
      content: object,
    ) {
      const message = { msg_type: type, content: JSON.stringify(content) };
      const [path, body] =
        "thread" in to
          ? [`im/v1/messages/${encodeURIComponent(to.thread)}/reply`, { ...message, reply_in_thread: true }]
          : [`im/v1/messages?receive_id_type=${to.type}`, { ...message, receive_id: to.id }];
      return (await call(path, "send a message at Feishu", { body, schema: messageSchema })).data.message_id;
    },
    replaceCard: (id: string, card: object) =>
      call(`im/v1/messages/${encodeURIComponent(id)}`, "update a card at Feishu", {
        method: "PATCH",
        body: { content: JSON.stringify(card) },
        schema: z.unknown(),
      }),
    /** Uploads a picture or a file. Returns its key. */
    async upload(kind: "image" | "file", name: string, content: Uint8Array): Promise<string> {
      const form = new FormData();
      form.set(`${kind}_type`, kind === "image" ? "message" : "stream");
      if (kind === "file") form.set("file_name", name);
      form.set(kind, new Blob([Uint8Array.from(content)]), name);
      const schema = z.object({ data: z.record(z.string(), z.string()) });
      const { data } = await call(`im/v1/${kind}s`, `upload "${name}" to Feishu`, { body: form, schema });
      return data[`${kind}_key`] ?? "";
    },
    /** A file of a received message. */
    async download(
      message: string,
      { key, kind, maxBytes }: { key: string; kind: "image" | "file"; maxBytes: number },
    ): Promise<Buffer> {
      const path = `im/v1/messages/${encodeURIComponent(message)}/resources/${encodeURIComponent(key)}?type=${kind}`;
      const what = "fetch a file from Feishu";
      return boundedBytes(await request(path, what, { method: "GET" }), { name: key, maxBytes });
    },
  };
}

async function parsed<Schema extends z.ZodType>(
  response: Response,
  what: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const data: unknown = await response.json().catch(() => undefined);
  const status = statusSchema.safeParse(data);
  const parsedData = schema.safeParse(data);
  if (status.success && status.data.code === 0 && parsedData.success) return parsedData.data;
  const why = status.success
    ? `code ${status.data.code} ${status.data.msg}`
    : "it answered with something else";
  throw new DejimaError("server_unavailable", `Cannot ${what}: ${why}`);
}
