import { z } from "zod";
import type { AnswerButton, Place } from "../../../runtime.ts";
import { apiRequest, socketUrl } from "../api-request.ts";
import { openLongConnection } from "../long-connection.ts";
import { type OpenMessenger, openMessengerDoor, type Wire } from "../messenger-door.ts";
import { seenMessages } from "../seen-messages.ts";
import { discordSession, mayResumeAt } from "./discord-session.ts";

const DOOR = "discord";
/** Discord's limit for a message. */
const MAX_MESSAGE_LENGTH = 2_000;
const OP = { dispatch: 0, heartbeat: 1, reconnect: 7, invalid: 9, hello: 10, heard: 11 } as const;
/** Closes a connection so that its session can be resumed. */
const RESUMABLE = 4_000;
/** Disables link previews. */
const SUPPRESS_EMBEDS = 4;

const frameSchema = z.object({
  op: z.int(),
  t: z.string().nullish(),
  s: z.int().nullish(),
  d: z.unknown(),
});
const messageSchema = z.object({
  id: z.string(),
  channel_id: z.string(),
  guild_id: z.string().optional(),
  author: z.looseObject({ id: z.string(), bot: z.boolean().default(false) }),
  content: z.string().default(""),
  timestamp: z.iso.datetime({ offset: true }),
  mentions: z.array(z.looseObject({ id: z.string() })).default([]),
  attachments: z
    .array(
      z.looseObject({
        url: z.string(),
        filename: z.string(),
        content_type: z.string().default("application/octet-stream"),
      }),
    )
    .default([]),
});
const userSchema = z.looseObject({ id: z.string() });
const pressSchema = z.object({
  id: z.string(),
  token: z.string(),
  data: z.looseObject({ custom_id: z.string() }),
  message: z.looseObject({ id: z.string(), channel_id: z.string() }),
  user: userSchema.optional(),
  member: z.looseObject({ user: userSchema }).optional(),
});

type DiscordApi = ReturnType<typeof discordApi>;

/**
 * Opens the door at Discord over its gateway, which needs no public address. Threads are separate channels
 * there.
 */
export const open: OpenMessenger<typeof DOOR> = async ({ runtime, settings, onFault, onState }) => {
  const api = discordApi(settings);
  const session = discordSession(settings.token);
  const seen = await seenMessages(runtime, DOOR);
  const messenger = await openMessengerDoor({ name: DOOR, runtime, settings, wire: wireOf(api), onFault });
  let botId = "";
  let beating: NodeJS.Timeout | undefined;
  /** Whether Discord confirmed the last heartbeat. */
  let isHeard = true;

  const connection = openLongConnection({
    address: () => api.gateway(session.resumeUrl()),
    onMessage(data, socket) {
      const { op, t, s, d } = frameSchema.parse(JSON.parse(String(data)));
      session.count(s);
      if (op === OP.hello) greet(d, socket);
      if (op === OP.heartbeat) beat();
      if (op === OP.heard) isHeard = true;
      if (op === OP.invalid && d !== true) session.end();
      if (op === OP.reconnect || op === OP.invalid) socket.close(RESUMABLE);
      if (op === OP.dispatch) void receive(t ?? "", d).catch(onFault);
    },
    onClose(code) {
      clearInterval(beating);
      session.endAfter(code);
    },
    onState,
    onFault,
  });

  const beat = () => connection.send(JSON.stringify({ op: OP.heartbeat, d: session.sequence() }));

  function greet(d: unknown, socket: WebSocket): void {
    const { heartbeat_interval } = z.object({ heartbeat_interval: z.int().min(100).max(600_000) }).parse(d);
    clearInterval(beating);
    isHeard = true;
    beating = setInterval(() => {
      if (!isHeard) return socket.close(RESUMABLE);
      isHeard = false;
      beat();
    }, heartbeat_interval);
    socket.send(JSON.stringify(session.greeting()));
  }

  async function receive(type: string, d: unknown): Promise<void> {
    if (type === "READY") {
      botId = z.looseObject({ user: userSchema }).parse(d).user.id;
      session.begin(d);
    }
    const pressed = type === "INTERACTION_CREATE" ? pressSchema.safeParse(d).data : undefined;
    if (pressed !== undefined) await press(pressed);
    const message = type === "MESSAGE_CREATE" ? messageSchema.safeParse(d).data : undefined;
    if (message !== undefined) await take(message);
  }

  async function press({
    id,
    token,
    data,
    message,
    user,
    member,
  }: z.output<typeof pressSchema>): Promise<void> {
    const person = (user ?? member?.user)?.id;
    if (person === undefined || !(await seen.isNew(id))) return;
    const card = `${message.channel_id}/${message.id}`;
    await api.answer(id, token, await messenger.press({ person, card, reply: data.custom_id }));
  }

  async function take(message: z.output<typeof messageSchema>): Promise<void> {
    const { author, guild_id, channel_id, content, mentions, attachments, id, timestamp } = message;
    const isGroup = guild_id !== undefined;
    if (author.bot || (isGroup && !mentions.some((one) => one.id === botId))) return;
    if (!(await seen.isNew(id))) return;
    void messenger.take({
      person: author.id,
      ...(isGroup ? { group: channel_id } : {}),
      text: content.replaceAll(new RegExp(`<@!?${botId}>`, "g"), "").trim(),
      sentAt: Date.parse(timestamp),
      files: attachments.map(({ url, filename, content_type }) => ({
        name: filename,
        mediaType: content_type,
        download: (maxBytes) => runtime.download(url, { maxBytes }),
      })),
    });
  }

  return {
    async close() {
      clearInterval(beating);
      messenger.close();
      await connection.close();
    },
  };
};

function wireOf(api: DiscordApi): Wire {
  const channelOf = async ({ person, group }: Place) => group ?? api.directChannel(person);
  return {
    most: MAX_MESSAGE_LENGTH,
    text: async (place, text) => api.send(await channelOf(place), messageOf(text)),
    card: async (place, text, { buttons }) => api.send(await channelOf(place), messageOf(text, buttons)),
    edit: (_place, id, text) => api.change(id, messageOf(text)),
    async file(place, { name, mediaType, content, caption = "" }) {
      const form = new FormData();
      form.set("payload_json", JSON.stringify(messageOf(caption)));
      form.set("files[0]", new Blob([Uint8Array.from(content)], { type: mediaType }), name);
      return api.send(await channelOf(place), form);
    },
  };
}

/** A message that mentions nobody and shows no link previews. */
function messageOf(content: string, buttons: readonly AnswerButton[] = []): object {
  const components = buttons.slice(0, 5).map(({ words, reply, answer }) => ({
    type: 2,
    style: answer === "deny" ? 4 : 3,
    label: words.slice(0, 80),
    custom_id: reply,
  }));
  return {
    content,
    flags: SUPPRESS_EMBEDS,
    allowed_mentions: { parse: [] },
    components: components.length === 0 ? [] : [{ type: 1, components }],
  };
}

const idSchema = z.object({ id: z.string() });

/** The parts of Discord's API that the door uses. */
export function discordApi({ token, apiRoot }: { readonly token: string; readonly apiRoot: string }) {
  const direct = new Map<string, Promise<string>>();
  let general: string | undefined;
  const headers = { authorization: `Bot ${token}` };

  const request = (path: string, what: string, options: { method?: string; body?: object } = {}) =>
    apiRequest({ url: `${apiRoot}/${path}`, what: `${what} at Discord`, headers, ...options });

  async function findGateway(): Promise<string> {
    const response = await request("gateway/bot", "find the gateway", { method: "GET" });
    return z.object({ url: socketUrl(apiRoot) }).parse(await response.json()).url;
  }

  return {
    /** The address to connect to: `resumeUrl` if it belongs to Discord's gateway, or the one that Discord names. */
    async gateway(resumeUrl: string | undefined): Promise<string> {
      const isResumed = resumeUrl !== undefined && general !== undefined && mayResumeAt(resumeUrl, general);
      if (!isResumed) general = await findGateway();
      return `${isResumed ? resumeUrl : general}/?v=10&encoding=json`;
    },
    /** The direct-message channel of a person. */
    async directChannel(person: string): Promise<string> {
      const opened =
        direct.get(person) ??
        request("users/@me/channels", "open a private channel", { body: { recipient_id: person } }).then(
          async (response) => idSchema.parse(await response.json()).id,
        );
      direct.set(person, opened);
      opened.catch(() => direct.delete(person));
      return opened;
    },
    async send(channel: string, body: object): Promise<string> {
      const response = await request(`channels/${channel}/messages`, "send a message", { body });
      return `${channel}/${idSchema.parse(await response.json()).id}`;
    },
    change(id: string, body: object): Promise<Response> {
      const [channel, message] = id.split("/");
      return request(`channels/${channel}/messages/${message}`, "change a message", {
        method: "PATCH",
        body,
      });
    },
    /** Confirms a pressed button. If there is a text, only the person who pressed sees it. */
    answer: (id: string, interaction: string, reply: string | undefined) =>
      request(`interactions/${id}/${interaction}/callback`, "confirm a button", {
        body:
          reply === undefined
            ? { type: 6 }
            : { type: 4, data: { content: reply, flags: 64, allowed_mentions: { parse: [] } } },
      }),
  };
}
