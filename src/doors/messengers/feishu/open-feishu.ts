import { z } from "zod";
import type { AnswerButton, Place } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { openLongConnection } from "../long-connection.ts";
import { type OpenMessenger, openMessengerDoor, type Wire } from "../messenger-door.ts";
import { seenMessages } from "../seen-messages.ts";
import { feishuApi } from "./feishu-api.ts";
import { cardEventSchema, type FeishuMessage, messageEventSchema, readMessage } from "./feishu-message.ts";
import { CONTROL, DATA, decodeFrame, encodeFrame, type Frame } from "./frame.ts";

const DOOR = "feishu";
/** A card has room for 30 kB of JSON; Chinese characters take three bytes each. */
const MAX_MESSAGE_LENGTH = 8_000;

const eventSchema = z.object({
  header: z.object({ event_id: z.string(), event_type: z.string() }),
  event: z.unknown(),
});

type FeishuApi = ReturnType<typeof feishuApi>;

/** Opens the door at Feishu or Lark over its long connection, which needs no public address. */
export const open: OpenMessenger<typeof DOOR> = async ({ runtime, settings, onFault, onState }) => {
  const api = feishuApi(settings);
  const botId = await api.botId();
  const seen = await seenMessages(runtime, DOOR);
  const fragments = createFragments();
  const messenger = await openMessengerDoor({ name: DOOR, runtime, settings, wire: wireOf(api), onFault });
  let service = 0;

  const connection = openLongConnection({
    async address() {
      const { URL: address } = await api.endpoint();
      service = Number(new URL(address).searchParams.get("service_id") ?? 0);
      return address;
    },
    onMessage(data) {
      const frame = decodeFrame(typeof data === "string" ? Buffer.from(data) : data);
      if (frame.method === DATA && frame.headers.type === "event") void receive(frame).catch(onFault);
    },
    onState,
    onFault,
    ping: { everyMs: 120_000, send: (socket) => socket.send(encodeFrame(pingOf(service))) },
  });

  async function receive(frame: Frame): Promise<void> {
    const whole = fragments.add(frame);
    if (whole === undefined) return;
    const parsed = eventSchema.safeParse(JSON.parse(Buffer.from(whole).toString()));
    const answer = parsed.success ? await handle(parsed.data) : undefined;
    const data = answer && Buffer.from(JSON.stringify(answer)).toString("base64");
    const payload = Buffer.from(JSON.stringify({ code: 200, ...defined({ data }) }));
    connection.send(encodeFrame({ ...frame, headers: { ...frame.headers, biz_rt: "0" }, payload }));
  }

  async function handle({ header, event }: z.output<typeof eventSchema>): Promise<object | undefined> {
    if (header.event_type === "card.action.trigger") {
      const pressed = cardEventSchema.safeParse(event);
      if (!pressed.success || !(await seen.isNew(header.event_id))) return undefined;
      const { operator, action, context } = pressed.data;
      const reply = await messenger.press({
        person: operator.open_id,
        card: context.open_message_id,
        reply: action.value.reply,
      });
      return reply === undefined ? undefined : { toast: { type: "error", content: reply } };
    }
    if (header.event_type !== "im.message.receive_v1") return undefined;
    const messageEvent = messageEventSchema.safeParse(event);
    if (!messageEvent.success || messageEvent.data.sender.sender_type !== "user") return undefined;
    const { message, sender } = messageEvent.data;
    const place = placeOf(message, sender.sender_id.open_id);
    if (place.group !== undefined && !message.mentions.some(({ id }) => id?.open_id === botId))
      return undefined;
    if (!(await seen.isNew(message.message_id))) return undefined;
    const { text, files } = readMessage(message, botId);
    // Not awaited: Feishu resends an event that is not confirmed within three seconds.
    void messenger.take({
      ...place,
      text,
      sentAt: Number(message.create_time),
      files: files.map(({ key, kind, name, mediaType }) => ({
        name,
        mediaType,
        download: (maxBytes) => api.download(message.message_id, { key, kind, maxBytes }),
      })),
    });
    return undefined;
  }

  return {
    async close() {
      messenger.close();
      await connection.close();
    },
  };
};

/** Where a message was written. A thread is a separate place: `chat#message that began it`. */
function placeOf(
  { chat_type, chat_id, thread_id, root_id, message_id }: FeishuMessage,
  person: string,
): Place {
  if (chat_type === "p2p") return { person };
  return { person, group: thread_id === undefined ? chat_id : `${chat_id}#${root_id ?? message_id}` };
}

function wireOf(api: FeishuApi): Wire {
  const send = ({ person, group }: Place, type: string, content: object) => {
    const [chat = "", thread] = group?.split("#") ?? [];
    if (group === undefined) return api.send({ id: person, type: "open_id" }, type, content);
    return api.send(thread === undefined ? { id: chat, type: "chat_id" } : { thread }, type, content);
  };
  return {
    most: MAX_MESSAGE_LENGTH,
    text: (place, text) => send(place, "interactive", feishuCard(text)),
    card: (place, text, { buttons }) => send(place, "interactive", feishuCard(text, buttons)),
    edit: (_place, id, text) => api.replaceCard(id, feishuCard(text)),
    async file(place, { name, mediaType, content, caption = "" }) {
      const kind = /^image\/(?:png|jpeg|gif|webp)$/.test(mediaType) ? "image" : "file";
      const key = await api.upload(kind, name, content);
      const id = await send(place, kind, { [`${kind}_key`]: key });
      if (caption !== "") await send(place, "interactive", feishuCard(caption));
      return id;
    },
  };
}

function pingOf(service: number): Frame {
  return {
    seqId: 0n,
    logId: 0n,
    service,
    method: CONTROL,
    headers: { type: "ping" },
    payload: new Uint8Array(),
  };
}

/**
 * A card with a text and its buttons. The text is plain: in Feishu's texts and Markdown, `<at id=all>` would
 * mention everybody, and an address would become a link, even if a stranger made the model write it.
 */
function feishuCard(text: string, buttons: readonly AnswerButton[] = []): object {
  const actions = buttons.map(({ words, reply, answer }) => ({
    tag: "button",
    text: { tag: "plain_text", content: words },
    type: answer === "deny" ? "danger" : "primary",
    value: { reply },
  }));
  return {
    // Without update_multi only the person who pressed would see the answer.
    config: { wide_screen_mode: true, update_multi: true },
    elements: [
      { tag: "div", text: { tag: "plain_text", content: text } },
      ...(actions.length === 0 ? [] : [{ tag: "action", actions }]),
    ],
  };
}

/** Long events come in several frames. */
interface Fragments {
  /** Adds a frame. Returns the whole payload once all frames have arrived. */
  add(frame: Frame): Uint8Array | undefined;
}

const MAX_PARTS = 100;
const MAX_OPEN_EVENTS = 50;

/** Joins the frames of long events. The buffer is bounded: the rest of an event may never come. */
export function createFragments(): Fragments {
  const open = new Map<string, (Uint8Array | undefined)[]>();
  return {
    add({ headers, payload }) {
      const sum = Number(headers.sum ?? 1);
      const seq = Number(headers.seq ?? 0);
      if (!Number.isInteger(sum) || sum < 1 || sum > MAX_PARTS || !(seq >= 0 && seq < sum)) return undefined;
      if (sum === 1) return payload;
      const id = headers.message_id ?? "";
      const parts = open.get(id) ?? new Array<Uint8Array | undefined>(sum).fill(undefined);
      if (parts.length !== sum) return undefined;
      parts[seq] = payload;
      open.set(id, parts);
      if (open.size > MAX_OPEN_EVENTS) open.delete(open.keys().next().value ?? "");
      if (parts.some((part) => part === undefined)) return undefined;
      open.delete(id);
      return Buffer.concat(parts.filter((part) => part !== undefined));
    },
  };
}
