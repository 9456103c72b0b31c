import { extname } from "node:path";
import { z } from "zod";
import type { AnswerButton, Place } from "../../../runtime.ts";
import { MAX_FILE } from "../api-request.ts";
import { openLongConnection } from "../long-connection.ts";
import { type OpenMessenger, openMessengerDoor, type Wire } from "../messenger-door.ts";
import { seenMessages } from "../seen-messages.ts";
import { withoutLinks } from "../without-links.ts";
import { dingtalkApi } from "./dingtalk-api.ts";

const DOOR = "dingtalk";
/** A message holds 20,000 bytes; Chinese characters take three each. */
const MAX_MESSAGE_LENGTH = 5_000;

const frameSchema = z.looseObject({
  type: z.string(),
  headers: z.looseObject({ topic: z.string(), messageId: z.string() }),
  data: z.string().default("{}"),
});
const partSchema = z.looseObject({ text: z.string().optional(), downloadCode: z.string().optional() });
const messageSchema = z.looseObject({
  msgId: z.string(),
  conversationId: z.string(),
  conversationType: z.enum(["1", "2"]),
  senderStaffId: z.string().min(1),
  createAt: z.int().optional(),
  text: z.looseObject({ content: z.string() }).optional(),
  content: z
    .looseObject({
      downloadCode: z.string().optional(),
      fileName: z.string().optional(),
      recognition: z.string().optional(),
      richText: z.array(partSchema).optional(),
    })
    .optional(),
});

type DingtalkApi = ReturnType<typeof dingtalkApi>;

/**
 * Opens the door at DingTalk in stream mode, which needs no public address. In groups it receives only
 * messages that mention the bot.
 */
export const open: OpenMessenger<typeof DOOR> = async ({ runtime, settings, onFault, onState }) => {
  const api = dingtalkApi(settings);
  const seen = await seenMessages(runtime, DOOR);
  const messenger = await openMessengerDoor({ name: DOOR, runtime, settings, wire: wireOf(api), onFault });
  const connection = openLongConnection({
    address: () => api.endpoint(),
    onMessage(data, socket) {
      const { type, headers, data: held } = frameSchema.parse(JSON.parse(String(data)));
      if (type === "SYSTEM" && headers.topic === "disconnect") return socket.close();
      if (type === "CALLBACK") void take(JSON.parse(held)).catch(onFault);
      const answer = headers.topic === "ping" ? held : JSON.stringify({ response: null });
      const confirmed = { contentType: "application/json", messageId: headers.messageId };
      connection.send(JSON.stringify({ code: 200, headers: confirmed, message: "OK", data: answer }));
    },
    onState,
    onFault,
  });

  async function take(data: unknown): Promise<void> {
    const message = messageSchema.safeParse(data).data;
    if (message === undefined || !(await seen.isNew(message.msgId))) return;
    const { text, content = {}, conversationType, conversationId, senderStaffId, createAt } = message;
    const { richText = [], fileName, downloadCode, recognition } = content;
    const pictures = richText.flatMap((part) => part.downloadCode ?? []);
    const single = {
      name: fileName ?? "picture.jpg",
      type: fileName === undefined ? "image/jpeg" : "application/octet-stream",
    };
    const wanted = [
      ...pictures.map((code) => ({ code, name: "picture.jpg", type: "image/jpeg" })),
      ...(downloadCode === undefined ? [] : [{ code: downloadCode, ...single }]),
    ];
    void messenger.take({
      person: senderStaffId,
      ...(conversationType === "2" ? { group: conversationId } : {}),
      text: [text?.content ?? recognition ?? "", ...richText.map((part) => part.text ?? "")].join("").trim(),
      ...(createAt === undefined ? {} : { sentAt: createAt }),
      files: () =>
        Promise.all(
          wanted.map(async ({ code, name, type }) => ({
            name,
            mediaType: type,
            content: await runtime.download(await api.fileUrl(code), { maxBytes: MAX_FILE }),
          })),
        ),
    });
  }

  return {
    async close() {
      messenger.close();
      await connection.close();
    },
  };
};

function wireOf(api: DingtalkApi): Wire {
  const to = ({ person, group }: Place) => (group === undefined ? { person } : { group });
  const questions = new Set<string>();
  const text = (place: Place, content: string) =>
    api.send(to(place), "sampleText", { content: withoutLinks(content) });
  return {
    most: MAX_MESSAGE_LENGTH,
    text,
    async card(place, content, { title, buttons }) {
      const shown = buttons.slice(0, 5);
      const id = await api.send(to(place), `sampleActionCard${shown.length}`, {
        title: plain(title),
        text: plain(content),
        ...Object.fromEntries(shown.flatMap(({ words, reply }, at) => buttonOf(at + 1, words, reply))),
      });
      questions.add(id);
      return id;
    },
    // DingTalk cannot edit messages of these kinds: the outcome of a question is sent as a new message.
    async edit(place, id, content) {
      if (questions.delete(id)) await text(place, content);
    },
    async file(place, { name, content, caption = "" }) {
      const mediaId = await api.upload(name, content);
      const id = await api.send(to(place), "sampleFile", {
        mediaId,
        fileName: name,
        fileType: extname(name).slice(1),
      });
      if (caption !== "") await text(place, caption);
      return id;
    },
  };
}

/** A button that sends the answer as the person's message, with the id of the question. */
function buttonOf(
  number: number,
  words: AnswerButton["words"],
  reply: AnswerButton["reply"],
): [string, string][] {
  return [
    [`actionTitle${number}`, words],
    [`actionURL${number}`, `dtmd://dingtalkclient/sendMessage?content=${encodeURIComponent(reply)}`],
  ];
}

/** Cards are Markdown: nothing in their text may become a link or a button. */
function plain(text: string): string {
  return withoutLinks(text).replaceAll("<", "＜").replaceAll("](", "] (").replaceAll("\n", "  \n");
}
