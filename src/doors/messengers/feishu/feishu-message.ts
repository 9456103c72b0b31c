import { z } from "zod";
import { parseJson } from "../../../support/json.ts";

const mentionSchema = z.looseObject({
  key: z.string(),
  name: z.string().default(""),
  id: z.looseObject({ open_id: z.string().optional() }).optional(),
});

/** A message, from the event `im.message.receive_v1`. */
export const messageEventSchema = z.object({
  sender: z.object({
    sender_id: z.object({ open_id: z.string().min(1) }),
    sender_type: z.string(),
  }),
  message: z.object({
    message_id: z.string().min(1),
    root_id: z.string().optional(),
    thread_id: z.string().optional(),
    create_time: z.string().regex(/^\d{1,16}$/),
    chat_id: z.string(),
    chat_type: z.enum(["p2p", "group"]),
    message_type: z.string(),
    content: z.string(),
    mentions: z.array(mentionSchema).default([]),
  }),
});

/** A pressed button, from the event `card.action.trigger`. */
export const cardEventSchema = z.object({
  operator: z.object({ open_id: z.string().min(1) }),
  action: z.looseObject({ value: z.looseObject({ reply: z.string() }) }),
  context: z.object({ open_message_id: z.string() }),
});

export type FeishuMessage = z.output<typeof messageEventSchema>["message"];

/** A file that a message refers to. */
interface NamedFile {
  readonly key: string;
  readonly kind: "image" | "file";
  readonly name: string;
  readonly mediaType: string;
}

const partSchema = z.looseObject({
  tag: z.string(),
  text: z.string().optional(),
  image_key: z.string().optional(),
  user_id: z.string().optional(),
});
const contentSchema = z.looseObject({
  text: z.string().optional(),
  title: z.string().optional(),
  content: z.array(z.array(partSchema)).optional(),
  image_key: z.string().optional(),
  file_key: z.string().optional(),
  file_name: z.string().optional(),
});

/** The text and the files of a message. Mentions of the bot are removed, mentions of others become names. */
export function readMessage(
  { content, mentions, message_type }: FeishuMessage,
  botId: string,
): { readonly text: string; readonly files: readonly NamedFile[] } {
  const parsed = contentSchema.safeParse(parseJson(content)).data ?? {};
  const parts = (parsed.content ?? []).map((line) => ({
    text: line.map(({ tag, text = "", user_id = "" }) => (tag === "at" ? user_id : text)).join(""),
    images: line.flatMap(({ tag, image_key }) => (tag === "img" && image_key ? [image_key] : [])),
  }));
  const lines = [parsed.text ?? "", parsed.title ?? "", ...parts.map(({ text }) => text)];
  let text = lines.filter((line) => line !== "").join("\n");
  // Longest key first: @_user_1 is a prefix of @_user_10.
  for (const { key, name, id } of mentions.toSorted((a, b) => b.key.length - a.key.length))
    text = text.replaceAll(key, id?.open_id === botId ? "" : `@${name}`);
  const images = [
    ...(parsed.image_key === undefined ? [] : [parsed.image_key]),
    ...parts.flatMap((one) => one.images),
  ];
  const isAudio = message_type === "audio";
  const type = isAudio ? "audio/ogg" : "application/octet-stream";
  const other = {
    kind: "file",
    name: parsed.file_name ?? (isAudio ? "voice.ogg" : "file"),
    mediaType: type,
  } as const;
  return {
    text: text.trim(),
    files: [
      ...images.map((key) => ({ key, kind: "image", name: "picture.jpg", mediaType: "image/jpeg" }) as const),
      ...(parsed.file_key === undefined ? [] : [{ key: parsed.file_key, ...other }]),
    ],
  };
}
