import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { Channel } from "../../../contract/user/channel.ts";
import { createMessenger, type OfferedFile, type Runtime } from "../../../runtime.ts";
import { parseJson } from "../../../support/json.ts";
import { openLongConnection } from "../long-connection.ts";
import type { OpenMessenger } from "../messenger-door.ts";
import { seenMessages } from "../seen-messages.ts";
import { withoutLinks } from "../without-links.ts";

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
    // As a separate segment, so that nothing in it is parsed as a protocol code.
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

/** A segment of a OneBot v11 message. */
const segmentSchema = z.object({
  type: z.string(),
  data: z.record(z.string(), z.unknown()).default({}),
});

/** A private message event of OneBot v11. */
const messageSchema = z.object({
  post_type: z.literal("message"),
  message_type: z.literal("private"),
  user_id: z.union([z.int(), z.string()]).transform(String),
  message_id: z.union([z.int(), z.string()]).transform(String),
  /** When it was sent, in seconds. */
  time: z.int().optional(),
  message: z.union([
    z.array(segmentSchema),
    z.string().transform((text) => [{ type: "text", data: { text } }]),
  ]),
});
const answerSchema = z.object({
  echo: z.string(),
  status: z.string(),
  retcode: z.number().optional(),
  message: z.string().optional(),
  wording: z.string().optional(),
  data: z.looseObject({ message_id: z.union([z.int(), z.string()]).optional() }).nullish(),
});

type Segment = z.output<typeof segmentSchema>;
type PrivateMessage = z.output<typeof messageSchema>;

/** A connection to a OneBot implementation that reconnects automatically. */
interface OneBot {
  /** Requests an action and returns its response. Anything but success is an error. */
  act(action: string, params: Record<string, unknown>): Promise<{ messageId?: string }>;
  close(): Promise<void>;
}

interface OneBotOptions {
  readonly url: string;
  readonly accessToken?: string | undefined;
  onMessage(message: PrivateMessage): void;
  onFault(error: unknown): void;
  readonly onState?: ((connected: boolean) => void) | undefined;
}

const ACTION_MS = 30_000;

/** Connects to a OneBot implementation. */
function connectOneBot({ url, accessToken, onMessage, onFault, onState }: OneBotOptions): OneBot {
  const waiting = new Map<string, PromiseWithResolvers<{ messageId?: string }>>();
  const address = new URL(url);
  if (accessToken !== undefined) address.searchParams.set("access_token", accessToken);
  let count = 0;
  const connection = openLongConnection({
    address: async () => address,
    onMessage: (data) => receive(String(data)),
    onClose() {
      const lost = new DejimaError("server_unavailable", "The connection to QQ was lost");
      for (const one of waiting.values()) one.reject(lost);
      waiting.clear();
    },
    onFault,
    onState,
  });

  function receive(text: string): void {
    const data = parseJson(text);
    const answer = answerSchema.safeParse(data);
    if (answer.success) settle(answer.data);
    const message = messageSchema.safeParse(data);
    if (message.success) onMessage(message.data);
  }

  function settle({
    echo,
    status,
    retcode = 0,
    message,
    wording,
    data,
  }: z.output<typeof answerSchema>): void {
    const pending = waiting.get(echo);
    waiting.delete(echo);
    const id = data?.message_id;
    if (status === "ok" && retcode === 0) pending?.resolve(id === undefined ? {} : { messageId: String(id) });
    else
      pending?.reject(
        new DejimaError("server_unavailable", `QQ refused: ${wording ?? message ?? `code ${retcode}`}`),
      );
  }

  return {
    async act(action, params) {
      const echo = `dejima-${++count}`;
      if (!connection.send(JSON.stringify({ action, params, echo })))
        throw new DejimaError("server_unavailable", "Cannot reach QQ: there is no connection");
      const pending = Promise.withResolvers<{ messageId?: string }>();
      waiting.set(echo, pending);
      const late = setTimeout(() => {
        waiting.delete(echo);
        pending.reject(new DejimaError("timeout", `QQ did not answer ${action} in ${ACTION_MS / 1000} s`));
      }, ACTION_MS);
      return pending.promise.finally(() => clearTimeout(late));
    },
    close: () => connection.close(),
  };
}
