import { aOneBot } from "../a-one-bot.ts";
import type { PlainMessenger } from "./test-messenger.ts";

/** A OneBot v11 implementation on loopback, as one person sees it. */
export async function aQq(): Promise<PlainMessenger> {
  const bot = await aOneBot();
  let count = 0;
  return {
    settings: { url: bot.url },
    write: ({ person }, text) => bot.write(Number(person), ++count, [{ type: "text", data: { text } }]),
    shown: () =>
      bot.texts().map(([to, text], at) => ({
        id: `${at}`,
        to: `${to}`,
        text: `${text}`,
        buttons: [],
        changes: 0,
      })),
    [Symbol.asyncDispose]: () => bot[Symbol.asyncDispose](),
  };
}
