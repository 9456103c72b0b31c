import { autoRetry } from "@grammyjs/auto-retry";
import { Bot, type Context, InlineKeyboard, InputFile, type Transformer } from "grammy";
import type { Message } from "grammy/types";
import type { OfferedFile, Runtime } from "../../../runtime.ts";
import { boundedBytes } from "../api-request.ts";
import { type OpenMessenger, openMessengerDoor, type Wire } from "../messenger-door.ts";

/** Telegram's limit for a message, in UTF-16 units. */
const MAX_MESSAGE_LENGTH = 4_096;

const DOOR = "telegram";

/** Opens the door at Telegram: allowed people write to the bot, in private, and are answered there. */
export const open: OpenMessenger<typeof DOOR> = async ({ runtime, settings, onFault, onState }) => {
  const { token, apiRoot } = settings;
  const bot = new Bot(token, { client: { apiRoot, timeoutSeconds: 60 } });
  bot.api.config.use(withoutPreviews);
  bot.api.config.use(sentAgain);
  await bot.init();
  onState?.(true);
  const seen = await openSeen(runtime, bot.botInfo.id);
  const messenger = await openMessengerDoor({ name: DOOR, runtime, settings, wire: wireOf(bot), onFault });

  const isOurs = async ({ chat, from, update }: Context) =>
    chat?.type === "private" && from !== undefined && (await seen.isNew(update.update_id));
  bot.on("message", async (context) => {
    const { message } = context;
    if (!(await isOurs(context))) return;
    // Not awaited: the answer to a question comes as another message.
    void messenger.take({
      person: String(context.from.id),
      text: message.text ?? message.caption ?? "",
      files: offeredFiles(message, bot, { token, apiRoot }),
      // Telegram's times are whole seconds.
      sentAt: message.date * 1_000 + 999,
    });
  });
  bot.on("callback_query:data", async (context) => {
    const person = String(context.from.id);
    const { data: reply, message } = context.callbackQuery;
    const card = `${person}/${message?.message_id}`;
    const answer = (await isOurs(context)) ? await messenger.press({ person, card, reply }) : undefined;
    await context
      .answerCallbackQuery(answer === undefined ? {} : { text: answer.slice(0, 200) })
      .catch(onFault);
  });
  bot.catch(({ error }) => onFault(error));
  const polling = bot.start({ allowed_updates: ["message", "callback_query"] }).catch((error) => {
    onFault(error);
    onState?.(false);
  });
  return {
    async close() {
      messenger.close();
      await bot.stop().catch(() => {});
      await polling;
    },
  };
};

/** Sends to Telegram. A message id is the chat's id and the message's own. */
function wireOf({ api }: Bot): Wire {
  return {
    most: MAX_MESSAGE_LENGTH,
    async text({ person }, text) {
      return `${person}/${(await api.sendMessage(person, text)).message_id}`;
    },
    async card({ person }, text, { buttons }) {
      const keyboard = new InlineKeyboard();
      for (const { words, reply } of buttons) {
        keyboard.text(words, reply);
        if (buttons.length > 2) keyboard.row();
      }
      return `${person}/${(await api.sendMessage(person, text, { reply_markup: keyboard })).message_id}`;
    },
    // Telegram rejects an edit without a change.
    edit: ({ person }, id, text) =>
      api.editMessageText(person, Number(id.split("/")[1]), text).catch(() => {}),
    async file({ person }, { content, name, caption }) {
      const note = caption === undefined ? {} : { caption: caption.slice(0, 1_000) };
      const sent = await api.sendDocument(person, new InputFile(content, name), note);
      return `${person}/${sent.message_id}`;
    },
  };
}

const retry = autoRetry({ maxRetryAttempts: 3, maxDelaySeconds: 30 });

/** Repeats a message that met a lost connection or Telegram's limit: one that arrives twice is better than one that never does. */
const sentAgain: Transformer = (call, method, payload, signal) =>
  method.startsWith("send") ? retry(call, method, payload, signal) : call(method, payload, signal);

/**
 * Applies to every text that is sent or edited: a preview would be fetched from the host that a link names,
 * data and all.
 */
const withoutPreviews: Transformer = (call, method, payload, signal) =>
  call(
    method,
    "text" in payload ? { ...payload, link_preview_options: { is_disabled: true } } : payload,
    signal,
  );

function offeredFiles(
  message: Message,
  bot: Bot,
  { token, apiRoot }: { token: string; apiRoot: string },
): OfferedFile[] {
  const { photo = [], document, voice, audio } = message;
  const largest = photo.at(-1);
  const wanted = [
    largest && { ...largest, name: "photo.jpg", type: "image/jpeg" },
    voice && { ...voice, name: "voice.ogg", type: voice.mime_type ?? "audio/ogg" },
    audio && { ...audio, name: audio.file_name ?? "audio.mp3", type: audio.mime_type ?? "audio/mpeg" },
    document && {
      ...document,
      name: document.file_name ?? "document",
      type: document.mime_type ?? "application/octet-stream",
    },
  ].filter((file) => file !== undefined);
  return wanted.map(({ file_id, name, type }) => ({
    name,
    mediaType: type,
    async download(maxBytes) {
      const { file_path = "" } = await bot.api.getFile(file_id);
      const response = await fetch(`${apiRoot}/file/bot${token}/${file_path}`, {
        redirect: "error",
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok) throw new Error(`Telegram gave ${response.status} for "${name}"`);
      return boundedBytes(response, { name, maxBytes });
    },
  }));
}

/**
 * Remembers across restarts which messages were received: Telegram repeats those that a crash left
 * unconfirmed. While the store is away a message counts as new: it then fails, and the person gets an error.
 */
async function openSeen(runtime: Runtime, botId: number) {
  const { documents } = runtime.store;
  const stored = await documents.get("telegram", String(botId));
  let last = typeof stored === "number" ? stored : -1;
  return {
    async isNew(update: number): Promise<boolean> {
      if (update <= last) return false;
      last = update;
      await documents.put("telegram", String(botId), update).catch(() => undefined);
      return true;
    },
  };
}
