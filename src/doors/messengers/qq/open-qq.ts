import type { Channel } from "../../../contract/user/channel.ts";
import { createMessenger, type OfferedFile, type Runtime } from "../../../runtime.ts";
import type { OpenMessenger } from "../messenger-door.ts";
import { seenMessages } from "../seen-messages.ts";
import { withoutLinks } from "../without-links.ts";
import { connectOneBot, type OneBot, type PrivateMessage, type Segment } from "./one-bot.ts";

const DOOR = "qq";
/** Implementations cut or refuse longer texts. */
const MAX_MESSAGE_LENGTH = 3_000;

/**
 * Opens the door at QQ through a OneBot v11 implementation: allowed people write to its account, in private.
 */
export const open: OpenMessenger<typeof DOOR> = async ({ runtime, settings, onFault, onState }) => {
  const seen = await seenMessages(runtime, DOOR);
  const bot = connectOneBot({ ...settings, onMessage: receive, onFault, onState });
  const messenger = createMessenger({
    ...settings,
    door: DOOR,
    handsOver: runtime.settings.config.runs === "workers",
    runtime,
    onFault,
    say: ({ person }, text) => sendText(bot, person, text),
  });
  const unregister = await runtime.mail.register(channelOf(bot));

  async function receive(message: PrivateMessage): Promise<void> {
    // After a reconnect, also of another process, the last messages may come again.
    if (!(await seen.isNew(message.message_id))) return;
    const text = message.message
      .map((part) => (part.type === "text" ? String(part.data.text ?? "") : ""))
      .join("");
    void messenger.take({
      person: message.user_id,
      text: text.trim(),
      ...(message.time === undefined ? {} : { sentAt: message.time * 1_000 + 999 }),
      files: offeredFiles(message.message, runtime),
    });
  }

  return {
    async close() {
      unregister();
      messenger.close();
      await bot.close();
    },
  };
};

/**
 * Sends a text, in pieces if it is long. Returns the id of the last piece. OneBot cannot disable link
 * previews.
 */
async function sendText(bot: OneBot, person: string, text: string): Promise<string> {
  const characters = [...withoutLinks(text)];
  let id = "";
  for (let from = 0; from < characters.length; from += MAX_MESSAGE_LENGTH) {
    const piece = characters.slice(from, from + MAX_MESSAGE_LENGTH).join("");
    // As a segment of its own, so that nothing in it is parsed as a protocol code.
    const message = [{ type: "text", data: { text: piece } }];
    id = (await bot.act("send_private_msg", { user_id: Number(person), message })).messageId ?? "";
  }
  return id;
}

function channelOf(bot: OneBot): Channel {
  return {
    door: DOOR,
    async send(message, { user }) {
      const person = user.replace(/^qq:/, "");
      if (message.type === "text")
        return { id: await sendText(bot, person, message.text), status: "delivered" };
      const file = `base64://${Buffer.from(message.content).toString("base64")}`;
      const { caption = "" } = message;
      if (!message.mediaType.startsWith("image/")) {
        await bot.act("upload_private_file", { user_id: Number(person), file, name: message.name });
        // Uploads have no id: the notice sent with one is its receipt.
        return {
          id: await sendText(bot, person, caption === "" ? message.name : caption),
          status: "delivered",
        };
      }
      const note = caption === "" ? [] : [{ type: "text", data: { text: withoutLinks(caption) } }];
      const parts = [{ type: "image", data: { file } }, ...note];
      const { messageId = "" } = await bot.act("send_private_msg", {
        user_id: Number(person),
        message: parts,
      });
      return { id: messageId, status: "delivered" };
    },
  };
}

const KINDS: Readonly<Record<string, { name: string; mediaType: string }>> = {
  image: { name: "picture.jpg", mediaType: "image/jpeg" },
  record: { name: "voice.amr", mediaType: "audio/amr" },
};

function offeredFiles(parts: readonly Segment[], runtime: Runtime): OfferedFile[] {
  return parts.flatMap(({ type, data }) => {
    const kind = KINDS[type];
    const url = typeof data.url === "string" ? data.url : data.file;
    if (kind === undefined || typeof url !== "string" || !/^https?:/.test(url)) return [];
    // The file address in a message is untrusted: only the guarded client follows it.
    return [{ ...kind, download: (maxBytes) => runtime.download(url, { maxBytes }) }];
  });
}
