import { randomUUID } from "node:crypto";
import { extname } from "node:path";
import { z } from "zod";
import type { Place } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { openLongConnection } from "../long-connection.ts";
import { type OpenMessenger, openMessengerDoor, type Wire } from "../messenger-door.ts";
import { seenMessages } from "../seen-messages.ts";
import { withoutLinks } from "../without-links.ts";
import { dingtalkApi, PRESSES } from "./dingtalk-api.ts";
import { actionCard, dingtalkCard, pressAnswer, pressSchema } from "./dingtalk-card.ts";

const DOOR = "dingtalk";
/** A message has room for 20,000 bytes; Chinese characters take three each. */
const MAX_MESSAGE_LENGTH = 5_000;
/** How ids of cards begin, which can be changed, and those of questions that were sent without a card. */
const CARD = "dejima-";
const QUESTION = "question-";

const NO_CARDS =
  "DingTalk takes no cards of this app: give it the permission Card.Instance.Write. Until then, the outcome of a question is sent as a new message";

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
  const wire = wireOf(api, onFault);
  const messenger = await openMessengerDoor({ name: DOOR, runtime, settings, wire, onFault });
  const connection = openLongConnection({
    address: () => api.endpoint(),
    onMessage(data, socket) {
      const { type, headers, data: payload } = frameSchema.parse(JSON.parse(String(data)));
      const { topic, messageId } = headers;
      const confirm = (answer: string) => {
        const confirmed = { contentType: "application/json", messageId };
        connection.send(JSON.stringify({ code: 200, headers: confirmed, message: "OK", data: answer }));
      };
      if (type === "SYSTEM" && topic === "disconnect") return socket.close();
      if (type === "CALLBACK" && topic === PRESSES)
        return void press(messageId, JSON.parse(payload))
          .catch(onFault)
          .then((text) => confirm(JSON.stringify({ response: pressAnswer(text ?? undefined) })));
      if (type === "CALLBACK") void take(JSON.parse(payload)).catch(onFault);
      confirm(topic === "ping" ? payload : JSON.stringify({ response: null }));
    },
    onState,
    onFault,
  });

  async function press(frame: string, data: unknown): Promise<string | undefined> {
    const parsed = pressSchema.safeParse(data);
    if (!parsed.success || !(await seen.isNew(frame))) return undefined;
    // Not the end of the run: DingTalk wants an answer within two seconds, and the card unchanged until then.
    return messenger.press(parsed.data);
  }

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
      ...defined({ sentAt: createAt }),
      files: wanted.map(({ code, name, type }) => ({
        name,
        mediaType: type,
        download: async (maxBytes) => runtime.download(await api.fileUrl(code), { maxBytes }),
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

function wireOf(api: DingtalkApi, onFault: (error: unknown) => void): Wire {
  const to = ({ person, group }: Place) => (group === undefined ? { person } : { group });
  const text = (place: Place, content: string) =>
    api.send(to(place), "sampleText", { content: withoutLinks(content) });

  return {
    most: MAX_MESSAGE_LENGTH,
    text,
    async line(place, content) {
      const id = `${CARD}${randomUUID()}`;
      return api.deliverCard(to(place), id, dingtalkCard("", content)).then(
        () => id,
        () => text(place, content),
      );
    },
    async card(place, content, { title, buttons }) {
      const id = `${CARD}${randomUUID()}`;
      try {
        await api.deliverCard(to(place), id, dingtalkCard(title, content, buttons));
        return id;
      } catch (error) {
        // A question must reach its person, even if the app may not send cards.
        const { key, param } = actionCard(title, content, buttons);
        const sent = await api.send(to(place), key, param);
        onFault(new Error(NO_CARDS, { cause: error }));
        return `${QUESTION}${sent}`;
      }
    },
    async edit(place, id, content) {
      if (id.startsWith(CARD)) {
        const [title = "", ...rest] = content.split("\n");
        await api.changeCard(id, dingtalkCard(rest.length === 0 ? "" : title, rest.join("\n") || title));
      } else if (id.startsWith(QUESTION)) await text(place, content);
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
