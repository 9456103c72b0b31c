import { aBotApi } from "../a-bot-api.ts";
import type { PlainMessenger, ShownMessage } from "./test-messenger.ts";

/** Telegram's Bot API on loopback, as one person sees it. */
export async function aTelegram(): Promise<PlainMessenger> {
  const api = await aBotApi();

  function shown(): ShownMessage[] {
    const messages = new Map<number, ShownMessage>();
    for (const { method, fields, id } of api.requests) {
      const { text = "", chat_id, message_id, reply_markup } = fields;
      const seen = { text: String(text), buttons: buttonsOf(reply_markup) };
      if (method === "sendMessage") messages.set(id, { id: `${id}`, to: `${chat_id}`, ...seen, changes: 0 });
      const held = method === "editMessageText" ? messages.get(Number(message_id)) : undefined;
      if (held !== undefined)
        messages.set(Number(message_id), { ...held, ...seen, changes: held.changes + 1 });
    }
    return [...messages.values()];
  }

  return {
    settings: { token: api.token, apiRoot: api.url },
    write: async ({ person }, text) => api.write(Number(person), { text }),
    shown,
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

function buttonsOf(markup: unknown): ShownMessage["buttons"] {
  const { inline_keyboard = [] } = (markup ?? {}) as {
    inline_keyboard?: { text: string; callback_data: string }[][];
  };
  return inline_keyboard.flat().map(({ text, callback_data }) => ({ words: text, reply: callback_data }));
}
