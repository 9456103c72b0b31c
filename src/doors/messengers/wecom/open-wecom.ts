import { createDecipheriv } from "node:crypto";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { AnswerButton, OfferedFile, Place, Runtime } from "../../../runtime.ts";
import { shortId } from "../../../support/lazy-crypto.ts";
import { type OpenMessenger, openMessengerDoor, type Wire } from "../messenger-door.ts";
import { seenMessages } from "../seen-messages.ts";
import { withoutLinks } from "../without-links.ts";
import { connectWecom } from "./wecom-bot.ts";

const DOOR = "wecom";
/** A message has room for 20,480 bytes; Chinese characters take three each. */
const MAX_MESSAGE_LENGTH = 6_000;
/** How long after a press a card can be edited. */
const CHANGE_MS = 4_500;

const textSchema = z.looseObject({ content: z.string() });
const mediumSchema = z.looseObject({ url: z.string(), aeskey: z.string().optional() });
const messageSchema = z.object({
  msgid: z.string(),
  chatid: z.string().optional(),
  chattype: z.enum(["single", "group"]),
  from: z.looseObject({ userid: z.string() }),
  create_time: z.int().optional(),
  msgtype: z.string(),
  text: textSchema.optional(),
  voice: textSchema.optional(),
  image: mediumSchema.optional(),
  file: mediumSchema.optional(),
  mixed: z
    .looseObject({
      msg_item: z.array(z.looseObject({ text: textSchema.optional(), image: mediumSchema.optional() })),
    })
    .optional(),
});
const pressedSchema = z.looseObject({ event_key: z.string(), task_id: z.string() });
const eventSchema = z.looseObject({
  msgid: z.string(),
  from: z.looseObject({ userid: z.string() }),
  event: z.looseObject({
    eventtype: z.literal("template_card_event"),
    template_card_event: pressedSchema.optional(),
  }),
});

type WecomBot = ReturnType<typeof connectWecom>;

/**
 * Opens the door at WeCom over the long connection of its intelligent bots, which needs no public address.
 */
export const open: OpenMessenger<typeof DOOR> = async ({ runtime, settings, onFault, onState }) => {
  const seen = await seenMessages(runtime, DOOR);
  /** Recent presses, whose cards can still be edited: the request id by card. */
  const presses = new Map<string, string>();
  const bot = connectWecom({
    settings,
    onMessage: (body) => void take(body).catch(onFault),
    onEvent: (body, request) => void press(body, request).catch(onFault),
    onFault,
    onState,
  });
  const wire = wireOf(bot, presses);
  const messenger = await openMessengerDoor({ name: DOOR, runtime, settings, wire, onFault });

  async function press(body: unknown, request: string): Promise<void> {
    const event = eventSchema.safeParse(body).data;
    const pressed = pressedSchema.safeParse(event?.event.template_card_event ?? event?.event).data;
    if (event === undefined || pressed === undefined || !(await seen.isNew(event.msgid))) return;
    const { task_id: card, event_key: reply } = pressed;
    presses.set(card, request);
    setTimeout(() => presses.delete(card), CHANGE_MS).unref();
    const person = event.from.userid;
    const answer = await messenger.press({ person, card, reply });
    // WeCom cannot show a message to only one person in a group, so it is sent in private.
    if (answer !== undefined) await wire.text({ person }, answer);
  }

  async function take(body: unknown): Promise<void> {
    const message = messageSchema.safeParse(body).data;
    if (message === undefined || !(await seen.isNew(message.msgid))) return;
    const { from, chattype, chatid, text, voice, mixed, image, file, create_time } = message;
    const items = mixed?.msg_item ?? [{ text: text ?? voice, image }];
    const written = items.map((item) => item.text?.content ?? "").join("\n");
    const isGroup = chattype === "group";
    void messenger.take({
      person: from.userid,
      ...(isGroup ? { group: chatid ?? "" } : {}),
      // In a group every message to the bot begins with its name.
      text: (isGroup ? written.replace(/^\s*@\S+\s*/, "") : written).trim(),
      ...(create_time === undefined ? {} : { sentAt: create_time * 1_000 + 999 }),
      files: [
        ...items.flatMap(({ image: picture }) =>
          picture ? [offered(runtime, picture, { name: "picture.jpg", mediaType: "image/jpeg" })] : [],
        ),
        ...(file === undefined
          ? []
          : [offered(runtime, file, { name: fileName(file), mediaType: "application/octet-stream" })]),
      ],
    });
  }

  return {
    async close() {
      messenger.close();
      await bot.close();
    },
  };
};

function wireOf(bot: WecomBot, presses: Map<string, string>): Wire {
  const send = (place: Place, body: object) =>
    bot.act("aibot_send_msg", { chatid: place.group ?? place.person, ...body });
  async function text(place: Place, content: string): Promise<string> {
    await send(place, { msgtype: "markdown", markdown: { content: plain(content) } });
    // WeCom returns no message id.
    return shortId("sent");
  }
  return {
    most: MAX_MESSAGE_LENGTH,
    text,
    async card(place, content, { title, buttons }) {
      await text(place, content);
      const id = shortId("question");
      await send(place, { msgtype: "template_card", template_card: cardOf(id, title, buttons) });
      return id;
    },
    // Only a card that was just pressed can be edited. For others the outcome is sent as a new message.
    async edit(place, id, content) {
      const request = presses.get(id);
      presses.delete(id);
      if (request !== undefined)
        await bot.act(
          "aibot_respond_update_msg",
          { response_type: "update_template_card", template_card: cardOf(id, content, []) },
          request,
        );
      else if (id.startsWith("question-")) await text(place, content);
    },
    async file(place, { name, mediaType, content, caption = "" }) {
      const type = /^image\/(?:png|jpeg|gif)$/.test(mediaType) ? "image" : "file";
      const media_id = await bot.upload(type, name, content);
      await send(place, { msgtype: type, [type]: { media_id } });
      if (caption !== "") await text(place, caption);
      return media_id;
    },
  };
}

/** A card. Its texts are plain, and within WeCom's limits. */
function cardOf(task_id: string, text: string, buttons: readonly AnswerButton[]): object {
  const card = {
    task_id,
    main_title: { title: text.split("\n")[0]?.slice(0, 26) ?? "" },
    sub_title_text: text.slice(0, 300),
  };
  if (buttons.length === 0) return { ...card, card_type: "text_notice", card_action: { type: 0 } };
  const list = buttons.map(({ words, reply, answer }) => ({
    text: words,
    key: reply,
    style: answer === "deny" ? 3 : 1,
  }));
  return { ...card, card_type: "button_interaction", button_list: list };
}

/** WeCom sends only Markdown: nothing in it may become a link, and `<@somebody>` may not mention anybody. */
function plain(text: string): string {
  return withoutLinks(text).replaceAll("<", "＜");
}

type Medium = z.output<typeof mediumSchema>;

function fileName({ url }: Medium): string {
  return decodeURIComponent(new URL(url).searchParams.get("filename") ?? "file");
}

/** A file of a message. Each file is encrypted with its own key. */
function offered(
  runtime: Runtime,
  { url, aeskey }: Medium,
  kind: Pick<OfferedFile, "name" | "mediaType">,
): OfferedFile {
  return {
    ...kind,
    async download(maxBytes) {
      const content = await runtime.download(url, { maxBytes });
      return aeskey === undefined ? content : decrypted(content, aeskey);
    },
  };
}

function decrypted(content: Uint8Array, aeskey: string): Buffer {
  const key = Buffer.from(aeskey, "base64");
  const decipher = createDecipheriv("aes-256-cbc", key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(content), decipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > 32 || padding > padded.length)
    throw new DejimaError("io_error", "Cannot read a file from WeCom: it does not fit its key");
  return padded.subarray(0, padded.length - padding);
}
