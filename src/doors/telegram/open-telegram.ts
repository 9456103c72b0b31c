import { Bot, type Context, InlineKeyboard, InputFile, type Transformer } from "grammy";
import type { Message } from "grammy/types";
import type { Channel } from "../../contract/channel.ts";
import { createMessenger, type Runtime, type SentFile } from "../../runtime.ts";
import { defined } from "../../support/defined.ts";

/** Telegram takes no longer message, counted in UTF-16 units. */
const MOST = 4_096;

interface TelegramOptions {
  readonly runtime: Runtime;
  readonly settings: {
    readonly token: string;
    readonly allowed: readonly string[];
    readonly approvers?: readonly string[] | undefined;
    readonly apiRoot: string;
  };
  onFault(error: unknown): void;
}

const DOOR = "telegram";
/** Bots get no larger file, and send none. */
const MAX_FILE = 20 * 1024 ** 2;

/** Opens the door at Telegram: people who are allowed write to the bot, in private, and are answered there. */
export async function openTelegram({
  runtime,
  settings,
  onFault,
}: TelegramOptions): Promise<{ close(): Promise<void> }> {
  const { token, apiRoot } = settings;
  const bot = new Bot(token, { client: { apiRoot } });
  bot.api.config.use(withoutPreviews);
  await bot.init();
  const seen = await openSeen(runtime, bot.botInfo.id);
  const messenger = createMessenger({
    ...settings,
    door: DOOR,
    conversations: runtime.conversations,
    onFault,
    async progress(person, text, sent) {
      if (sent === undefined) return String((await bot.api.sendMessage(person, text)).message_id);
      // Telegram refuses a change to the same text.
      await bot.api.editMessageText(person, Number(sent), text).catch(() => {});
      return sent;
    },
    async say(person, text, { approval, choices = 0 }) {
      const buttons = new InlineKeyboard();
      if (choices === 0) buttons.text("✓", `yes ${approval}`);
      for (let number = 1; number <= choices; number++) buttons.text(`${number}`, `${number} ${approval}`);
      buttons.text("✗", `no ${approval}`);
      const pieces = messagePieces(text);
      for (const [index, piece] of pieces.entries()) {
        const last = index === pieces.length - 1 && approval !== undefined;
        await bot.api.sendMessage(person, piece, last ? { reply_markup: buttons } : {});
      }
    },
  });
  const unregister = await runtime.mail.register(channelOf(bot));

  const take = async (
    context: Context,
    text: string,
    { files, sentAt }: { files(): Promise<SentFile[]>; sentAt?: number },
  ) => {
    if (context.chat?.type !== "private" || context.from === undefined) return;
    if (!(await seen.isNew(context.update.update_id))) return;
    // Not waited for: the answer to a question comes as a further message.
    const when = defined({ sentAt });
    void messenger.take({ person: String(context.from.id), text, files, ...when });
  };
  bot.on("message", (context) => {
    const { message } = context;
    return take(context, message.text ?? message.caption ?? "", {
      files: () => sentFiles(message, bot, { token, apiRoot }),
      // Telegram tells whole seconds.
      sentAt: message.date * 1_000 + 999,
    });
  });
  bot.on("callback_query:data", async (context) => {
    await context.answerCallbackQuery().catch(onFault);
    await take(context, context.callbackQuery.data, { files: async () => [] });
  });
  bot.catch(({ error }) => onFault(error));
  const polling = bot.start({ allowed_updates: ["message", "callback_query"] }).catch(onFault);
  return {
    async close() {
      unregister();
      messenger.close();
      await bot.stop().catch(() => {});
      await polling;
    },
  };
}

/** For every text, wherever it is sent or changed: a preview would be fetched from the host that a link names, data and all. */
const withoutPreviews: Transformer = (call, method, payload, signal) =>
  call(
    method,
    "text" in payload ? { ...payload, link_preview_options: { is_disabled: true } } : payload,
    signal,
  );

function channelOf(bot: Bot): Channel {
  return {
    door: DOOR,
    async send(message, { user }, { signal }) {
      const person = user.replace(/^telegram:/, "");
      if (message.type === "text") {
        let id = 0;
        for (const piece of messagePieces(message.text))
          id = (await bot.api.sendMessage(person, piece, {}, signalOf(signal))).message_id;
        return { id: id === 0 ? "" : `${person}/${id}`, status: "delivered" };
      }
      const file = new InputFile(message.content, message.name);
      const caption = message.caption === undefined ? {} : { caption: message.caption.slice(0, 1_000) };
      const sent = await bot.api.sendDocument(person, file, caption, signalOf(signal));
      return { id: `${person}/${sent.message_id}`, status: "delivered" };
    },
  };
}

// The library is typed for the abort signals of old platforms; it only ever listens.
function signalOf(signal: AbortSignal) {
  return signal as Parameters<Bot["api"]["getMe"]>[0];
}

async function sentFiles(
  message: Message,
  bot: Bot,
  { token, apiRoot }: { token: string; apiRoot: string },
): Promise<SentFile[]> {
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
  return Promise.all(
    wanted.map(async ({ file_id, name, type }) => {
      const { file_path = "" } = await bot.api.getFile(file_id);
      const response = await fetch(`${apiRoot}/file/bot${token}/${file_path}`, {
        redirect: "error",
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok) throw new Error(`Telegram gave ${response.status} for "${name}"`);
      return { name, mediaType: type, content: await bounded(response) };
    }),
  );
}

async function bounded(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_FILE) throw new Error(`a file is over ${MAX_FILE} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Remembers across restarts how far messages were taken: Telegram repeats those that a crash left unconfirmed. */
async function openSeen(runtime: Runtime, botId: number) {
  const { documents } = runtime.store;
  const held = await documents.get("telegram", String(botId));
  let last = typeof held === "number" ? held : -1;
  return {
    async isNew(update: number): Promise<boolean> {
      if (update <= last) return false;
      last = update;
      await documents.put("telegram", String(botId), update);
      return true;
    },
  };
}

/** A text in pieces that Telegram takes, cut between lines where that is possible, and never inside a character. */
export function messagePieces(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > MOST) {
    const line = rest.lastIndexOf("\n", MOST - 1);
    const cut = line > MOST / 2 ? line + 1 : isHalf(rest, MOST) ? MOST - 1 : MOST;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  // Blank messages are refused.
  return [...pieces, rest].filter((piece) => piece.trim() !== "");
}

function isHalf(text: string, index: number): boolean {
  const code = text.charCodeAt(index - 1);
  return code >= 0xd800 && code <= 0xdbff;
}
