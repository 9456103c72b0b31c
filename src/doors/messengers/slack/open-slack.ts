import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { AnswerButton, Place } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { apiRequest, boundedBytes, socketUrl } from "../api-request.ts";
import { openLongConnection } from "../long-connection.ts";
import { type OpenMessenger, openMessengerDoor, type Wire } from "../messenger-door.ts";
import { seenMessages } from "../seen-messages.ts";

const DOOR = "slack";
/** Slack's limit for the text of a block. */
const MAX_MESSAGE_LENGTH = 3_000;

const fileSchema = z.looseObject({
  name: z.string().default("file"),
  mimetype: z.string().default("application/octet-stream"),
  url_private_download: z.string().optional(),
});
const messageSchema = z.object({
  type: z.enum(["message", "app_mention"]),
  subtype: z.enum(["file_share"]).optional(),
  bot_id: z.undefined().optional(),
  user: z.string(),
  text: z.string().default(""),
  ts: z.string().regex(/^\d+\.\d+$/),
  channel: z.string(),
  channel_type: z.string().optional(),
  thread_ts: z.string().optional(),
  files: z.array(fileSchema).default([]),
});
const pressSchema = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id: z.string() }),
  container: z.object({ channel_id: z.string(), message_ts: z.string() }),
  actions: z.array(z.looseObject({ value: z.string() })).min(1),
});
const envelopeSchema = z.object({
  envelope_id: z.string(),
  type: z.string(),
  payload: z.looseObject({ event: z.unknown().optional() }),
});

type SlackApi = ReturnType<typeof slackApi>;

/** Opens the door at Slack in Socket Mode, which needs no public address. */
export const open: OpenMessenger<typeof DOOR> = async ({ runtime, settings, onFault, onState }) => {
  const api = slackApi(settings);
  const botId = await api.botId();
  const seen = await seenMessages(runtime, DOOR);
  const messenger = await openMessengerDoor({ name: DOOR, runtime, settings, wire: wireOf(api), onFault });
  const connection = openLongConnection({
    address: () => api.socketUrl(),
    onMessage(data) {
      const envelope = envelopeSchema.safeParse(JSON.parse(String(data)));
      // Hello and disconnect need no answer: a closed connection is reopened.
      if (envelope.success) void receive(envelope.data).catch(onFault);
    },
    onState,
    onFault,
  });

  async function receive({ envelope_id, type, payload }: z.output<typeof envelopeSchema>): Promise<void> {
    const isNew = await seen.isNew(envelope_id);
    connection.send(JSON.stringify({ envelope_id }));
    if (!isNew) return;
    if (type === "interactive") await press(payload);
    const message = messageSchema.safeParse(payload.event);
    if (type === "events_api" && message.success) await take(message.data);
  }

  async function press(payload: unknown): Promise<void> {
    const pressed = pressSchema.safeParse(payload);
    if (!pressed.success) return;
    const { user, container, actions } = pressed.data;
    const card = `${container.channel_id}/${container.message_ts}`;
    const reply = await messenger.press({ person: user.id, card, reply: actions[0]?.value ?? "" });
    if (reply !== undefined) await api.whisper(container.channel_id, user.id, escaped(reply));
  }

  async function take(message: z.output<typeof messageSchema>): Promise<void> {
    const { user, text, ts, channel, channel_type, thread_ts, files, type } = message;
    const isPrivate = channel_type === "im";
    // In channels the mention comes as a separate event.
    if (!isPrivate && type !== "app_mention") return;
    if (!(await seen.isNew(`${channel}/${ts}`))) return;
    const group = thread_ts === undefined ? channel : `${channel}#${thread_ts}`;
    void messenger.take({
      person: user,
      ...(isPrivate ? {} : { group }),
      text: plain(text.replaceAll(`<@${botId}>`, "")).trim(),
      sentAt: Math.ceil(Number(ts) * 1_000),
      files: files.map(({ name, mimetype, url_private_download: url = "" }) => ({
        name,
        mediaType: mimetype,
        download: (maxBytes) => api.download(url, { name, maxBytes }),
      })),
    });
  }

  return {
    async close() {
      messenger.close();
      await connection.close();
    },
  };
};

function wireOf(api: SlackApi): Wire {
  const where = async ({ person, group }: Place) => {
    const [channel = "", thread_ts] = group?.split("#") ?? [await api.directChannel(person)];
    return { channel, ...defined({ thread_ts }) };
  };
  return {
    most: MAX_MESSAGE_LENGTH,
    text: async (place, text) =>
      api.post("chat.postMessage", { ...(await where(place)), ...messageOf(text) }),
    card: async (place, text, { buttons }) =>
      api.post("chat.postMessage", { ...(await where(place)), ...messageOf(text, buttons) }),
    edit(_place, id, text) {
      const [channel, ts] = id.split("/");
      return api.post("chat.update", { channel, ts, ...messageOf(text) });
    },
    async file(place, { name, content, caption = "" }) {
      const { channel, ...thread } = await where(place);
      const id = await api.upload(name, content);
      const note = caption === "" ? {} : { initial_comment: escaped(caption) };
      await api.share(id, { channel_id: channel, ...thread, ...note });
      return id;
    },
  };
}

/** A message in plain text: nothing in it mentions people, becomes a link or is fetched for a preview. */
function messageOf(text: string, buttons: readonly AnswerButton[] = []): object {
  const elements = buttons.map(({ words, reply, answer }, at) => ({
    type: "button",
    action_id: `answer-${at}`,
    text: { type: "plain_text", text: words.slice(0, 75) },
    value: reply,
    style: answer === "deny" ? "danger" : "primary",
  }));
  return {
    // The text for notifications.
    text: escaped(text),
    mrkdwn: false,
    parse: "none",
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "section", text: { type: "plain_text", text, emoji: false } },
      ...(elements.length === 0 ? [] : [{ type: "actions", elements }]),
    ],
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The text of a message as its author typed it. */
function plain(text: string): string {
  return text
    .replace(/<([^<>|]+)(?:\|([^<>]*))?>/g, (_all, target: string, label?: string) => label ?? target)
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

interface SlackSettings {
  readonly token: string;
  readonly appToken: string;
  readonly apiRoot: string;
}

const answerSchema = z.looseObject({ ok: z.boolean(), error: z.string().optional() });
const sentSchema = z.object({ channel: z.string(), ts: z.string() });

/** The parts of Slack's API that the door uses. */
export function slackApi({ token, appToken, apiRoot }: SlackSettings) {
  const direct = new Map<string, Promise<string>>();

  async function call<Schema extends z.ZodType>(
    method: string,
    body: object,
    schema: Schema,
    bearer = token,
  ): Promise<z.output<Schema>> {
    const what = `call ${method} at Slack`;
    const headers = { authorization: `Bearer ${bearer}` };
    const form = method === "files.getUploadURLExternal" ? formOf(body) : body;
    const response = await apiRequest({ url: `${apiRoot}/${method}`, what, headers, body: form });
    const data: unknown = await response.json().catch(() => undefined);
    const answer = answerSchema.safeParse(data);
    const parsed = schema.safeParse(data);
    if (answer.data?.ok === true && parsed.success) return parsed.data;
    throw new DejimaError("server_unavailable", `Cannot ${what}: ${answer.data?.error ?? "unknown answer"}`);
  }

  return {
    socketUrl: async () =>
      (await call("apps.connections.open", {}, z.object({ url: socketUrl(apiRoot) }), appToken)).url,
    botId: async () => (await call("auth.test", {}, z.object({ user_id: z.string() }))).user_id,
    /** The direct-message channel of a person. */
    async directChannel(person: string): Promise<string> {
      const schema = z.object({ channel: z.object({ id: z.string() }) });
      const opened =
        direct.get(person) ??
        call("conversations.open", { users: person }, schema).then(({ channel }) => channel.id);
      direct.set(person, opened);
      opened.catch(() => direct.delete(person));
      return opened;
    },
    /** Sends or edits a message. Returns its channel and timestamp, which are its id. */
    async post(method: "chat.postMessage" | "chat.update", message: object): Promise<string> {
      const { channel, ts } = await call(method, message, sentSchema);
      return `${channel}/${ts}`;
    },
    whisper: (channel: string, user: string, text: string) =>
      call("chat.postEphemeral", { channel, user, text }, z.unknown()),
    async upload(name: string, content: Uint8Array): Promise<string> {
      const schema = z.object({ upload_url: z.url({ protocol: /^https?$/ }), file_id: z.string() });
      const size = { filename: name, length: content.length };
      const { upload_url, file_id } = await call("files.getUploadURLExternal", size, schema);
      const form = new FormData();
      form.set("file", new Blob([Uint8Array.from(content)]), name);
      await apiRequest({ url: upload_url, what: `upload "${name}" to Slack`, body: form });
      return file_id;
    },
    share: (id: string, where: object) =>
      call("files.completeUploadExternal", { files: [{ id }], ...where }, z.unknown()),
    /** A file of a message. The token is sent only to Slack's own hosts. */
    async download(url: string, limits: { name: string; maxBytes: number }): Promise<Buffer> {
      const { name } = limits;
      const { origin, hostname, protocol } = new URL(url);
      const isSlacks =
        (protocol === "https:" && /(?:^|\.)slack\.com$/.test(hostname)) || origin === new URL(apiRoot).origin;
      if (!isSlacks)
        throw new DejimaError("host_blocked", `Cannot fetch "${name}": ${hostname} is not Slack's`);
      const headers = { authorization: `Bearer ${token}` };
      return boundedBytes(
        await apiRequest({ url, what: `fetch "${name}" from Slack`, method: "GET", headers }),
        limits,
      );
    },
  };
}

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  return form;
}
