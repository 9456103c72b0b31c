import { z } from "zod";
import type { AnswerButton, Place } from "../../../runtime.ts";
import { openLongConnection } from "../long-connection.ts";
import { type OpenMessenger, openMessengerDoor, type Wire } from "../messenger-door.ts";
import { seenMessages } from "../seen-messages.ts";
import { slackApi } from "./slack-api.ts";

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
    return { channel, ...(thread_ts === undefined ? {} : { thread_ts }) };
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
