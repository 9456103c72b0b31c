import { MESSENGER_NAMES, type MessengerName } from "../../config/messengers.ts";
import type { Runtime } from "../../runtime.ts";
import type { OpenMessenger } from "./messenger-door.ts";

/** How each messenger is opened: it is loaded when the config names it. */
const DOORS: { readonly [Name in MessengerName]: () => Promise<OpenMessenger<Name>> } = {
  telegram: async () => (await import("./telegram/open-telegram.ts")).openTelegram,
  qq: async () => (await import("./qq/open-qq.ts")).openQq,
  feishu: async () => (await import("./feishu/open-feishu.ts")).openFeishu,
  dingtalk: async () => (await import("./dingtalk/open-dingtalk.ts")).openDingtalk,
  wecom: async () => (await import("./wecom/open-wecom.ts")).openWecom,
  slack: async () => (await import("./slack/open-slack.ts")).openSlack,
  discord: async () => (await import("./discord/open-discord.ts")).openDiscord,
};

/** Opens the messengers that the config names. One that cannot be opened is reported, and does not keep the others shut. */
export async function openMessengers({
  runtime,
  onFault,
}: {
  readonly runtime: Runtime;
  onFault(error: unknown): void;
}): Promise<{ readonly names: readonly string[]; close(): Promise<void> }> {
  const open = new Map<string, { close(): Promise<void> }>();
  const { channels } = runtime.settings.config;
  async function openOne<Name extends MessengerName>(name: Name): Promise<void> {
    const settings = channels[name];
    if (settings === undefined) return;
    const door = await DOORS[name]();
    const revealed = await withSecrets(runtime, name, settings);
    // The settings under a name are those of its messenger, which the compiler cannot see through the map.
    open.set(
      name,
      await door({ runtime, settings: revealed as Parameters<typeof door>[0]["settings"], onFault }),
    );
  }
  await Promise.all(MESSENGER_NAMES.map((name) => openOne(name).catch(onFault)));
  return {
    names: MESSENGER_NAMES.filter((name) => open.has(name)),
    close: async () => void (await Promise.all(open.values().map((door) => door.close()))),
  };
}

const NAMED = /^\$\{secret:(\w+)\}$/;

/** Settings in which the values stand for `${secret:NAME}`. Each must be bound to this messenger. */
async function withSecrets(runtime: Runtime, name: MessengerName, settings: object): Promise<object> {
  const entries = Object.entries(settings).map(async ([key, value]) => {
    const secret = typeof value === "string" ? NAMED.exec(value)?.[1] : undefined;
    return [
      key,
      secret === undefined ? value : await runtime.secrets.reveal(secret, { user: `channel:${name}` }),
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}
