import { z } from "zod";

const people = z.array(z.union([z.string().min(1), z.int()]).transform(String));

const who = (ids: string) => ({
  allowed: people.default([]).describe(`${ids} of the people who may write; nobody else is answered`),
  approvers: people
    .optional()
    .describe("Those of them who may answer questions about calls; all when left out"),
  enabled: z.boolean().default(true).describe("Whether the assistant answers there"),
});

const secret = (what: string) => z.string().min(1).describe(`${what}, best taken from \${A_VARIABLE}`);

const apiRoot = (fallback: string, whose: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(fallback)
    .describe(`Another API server than ${whose} own`);

/**
 * All messengers: the name, the settings under `channels`, and what a person enters to connect it. `ask` lists the
 * settings to ask for; `secrets` lists those that are stored as secrets and never shown.
 */
export const MESSENGERS = {
  telegram: {
    title: "Telegram",
    ask: [],
    secrets: ["token"],
    help: "Talk to @BotFather at Telegram, send /newbot, and copy the token it gives you",
    settings: z.strictObject({
      token: secret("Of the bot"),
      ...who("The ids"),
      apiRoot: apiRoot("https://api.telegram.org", "Telegram's"),
    }),
  },
  qq: {
    title: "QQ",
    ask: ["url"],
    secrets: ["accessToken"],
    help: "Start a OneBot v11 implementation such as NapCat, and turn its WebSocket server on",
    settings: z.strictObject({
      url: z
        .url({ protocol: /^wss?$/, error: "must be an address such as ws://127.0.0.1:3001" })
        .describe("The WebSocket of a OneBot v11 implementation, such as NapCat"),
      accessToken: z.string().optional().describe("Its token, best taken from ${A_VARIABLE}"),
      ...who("The QQ numbers"),
    }),
  },
  feishu: {
    title: "Feishu / Lark",
    ask: ["appId"],
    secrets: ["appSecret"],
    help: "At open.feishu.cn (Lark: open.larksuite.com) create a custom app with a bot, subscribe to im.message.receive_v1 and card.action.trigger over the long connection, and copy App ID and App Secret",
    settings: z.strictObject({
      appId: z.string().min(1).describe("The App ID of the bot, such as cli_a1b2c3"),
      appSecret: secret("Its App Secret"),
      ...who("The open ids"),
      apiRoot: apiRoot("https://open.feishu.cn", "Feishu's").describe(
        "https://open.larksuite.com for Lark; https://open.feishu.cn is the default",
      ),
    }),
  },
  dingtalk: {
    title: "DingTalk",
    ask: ["clientId"],
    secrets: ["clientSecret"],
    help: "At open-dev.dingtalk.com create an internal app with a robot in stream mode, and copy Client ID and Client Secret",
    settings: z.strictObject({
      clientId: z.string().min(1).describe("The Client ID (AppKey), which is also the robot's code"),
      clientSecret: secret("Its Client Secret (AppSecret)"),
      ...who("The staff ids"),
      apiRoot: apiRoot("https://api.dingtalk.com", "DingTalk's"),
      uploadRoot: apiRoot("https://oapi.dingtalk.com", "DingTalk's").describe(
        "Another server for uploads than DingTalk's own",
      ),
    }),
  },
  wecom: {
    title: "WeCom",
    ask: ["botId"],
    secrets: ["secret"],
    help: "In the WeCom client or admin console create an intelligent bot, choose the API mode with a long connection, and copy Bot ID and Secret",
    settings: z.strictObject({
      botId: z.string().min(1).describe("The Bot ID"),
      secret: secret("Its Secret"),
      ...who("The user ids"),
      url: z
        .url({ protocol: /^wss?$/ })
        .default("wss://openws.work.weixin.qq.com")
        .describe("Another address than WeCom's own, for private deployments"),
    }),
  },
  slack: {
    title: "Slack",
    ask: [],
    secrets: ["token", "appToken"],
    help: "At api.slack.com/apps create an app, turn Socket Mode on (app token xapp-, connections:write), subscribe to message.im and app_mention, turn interactivity on, and install it (bot token xoxb- with chat:write, im:history, im:write, app_mentions:read, files:read, files:write)",
    settings: z.strictObject({
      token: secret("The bot token, xoxb-…"),
      appToken: secret("The app token, xapp-…"),
      ...who("The member ids"),
      apiRoot: apiRoot("https://slack.com/api", "Slack's"),
    }),
  },
  discord: {
    title: "Discord",
    ask: [],
    secrets: ["token"],
    help: "At discord.com/developers create an application with a bot, turn Message Content Intent on, invite it to your server, and copy the bot's token",
    settings: z.strictObject({
      token: secret("Of the bot"),
      ...who("The user ids"),
      apiRoot: apiRoot("https://discord.com/api/v10", "Discord's"),
    }),
  },
} as const;

/** The name of a messenger. Its door and its section under `channels` have the same name. */
export type MessengerName = keyof typeof MESSENGERS;

/** The names of all messengers. */
// Object.keys() loses the type of the names.
export const MESSENGER_NAMES = Object.keys(MESSENGERS) as readonly MessengerName[];

/** The settings of one messenger in the config. */
export type MessengerSettings<Name extends MessengerName> = z.output<(typeof MESSENGERS)[Name]["settings"]>;

/** The name of a messenger's secret, such as `FEISHU_APP_SECRET`. */
export function messengerSecret(messenger: MessengerName, setting: string): string {
  return `${messenger}_${setting.replace(/[A-Z]/g, "_$&")}`.toUpperCase();
}

/** A conversation id that a caller may choose: the prefixes of messengers are reserved. */
export const CALLERS_CONVERSATION = new RegExp(`^(?!(?:${MESSENGER_NAMES.join("|")})-)[\\w.:-]{1,200}$`);

type Sections = { [Name in MessengerName]: z.ZodOptional<(typeof MESSENGERS)[Name]["settings"]> };

/** The messengers that `dejima serve` connects to. */
export const channels = z
  .strictObject(
    // Object.fromEntries() loses the type of each schema.
    Object.fromEntries(
      MESSENGER_NAMES.map((name) => [name, MESSENGERS[name].settings.optional()]),
    ) as Sections,
  )
  .describe("Messengers at which the assistant can be reached");
