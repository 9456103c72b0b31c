import { z } from "zod";
import type { MessengerStep } from "../../contract/user/messenger.ts";

const people = z.array(z.union([z.string().min(1), z.int()]).transform(String));

const who = (ids: string) => ({
  allowed: people.default([]).describe(`${ids} of the people who may write; nobody else is answered`),
  approvers: people.optional().describe("The people who may answer approval questions. Default: all of them"),
  enabled: z.boolean().default(true).describe("Whether the assistant answers there"),
});

const secret = (what: string) => z.string().min(1).describe(`${what}, best taken from \${A_VARIABLE}`);

const apiRoot = (fallback: string, whose: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(fallback)
    .describe(`Another API server than ${whose} own`);

interface Messenger {
  readonly title: string;
  /** What it is called in Chinese, if that differs. */
  readonly titleZh?: string;
  /** The settings to ask for. */
  readonly ask: readonly string[];
  /** The settings that are stored as secrets and never shown. */
  readonly secrets: readonly string[];
  /** The steps that a person takes at the messenger first. */
  readonly steps: readonly MessengerStep[];
  readonly settings: z.ZodObject;
}

/** All messengers: the name, the settings under `channels`, and how a person connects it. */
export const MESSENGERS = {
  telegram: {
    title: "Telegram",
    ask: [],
    secrets: ["token"],
    steps: [
      {
        en: "Write to @BotFather at Telegram and send /newbot.",
        zh: "在 Telegram 里给 @BotFather 发送 /newbot。",
      },
      { en: "Copy the token that it gives you.", zh: "复制它给出的令牌。" },
    ],
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
    steps: [
      {
        en: "Start a OneBot v11 program such as NapCat with your account.",
        zh: "用你的账号启动 NapCat 等 OneBot v11 程序。",
      },
      {
        en: "Turn its WebSocket server on; copy its address and token.",
        zh: "打开它的 WebSocket 服务，复制地址和令牌。",
      },
    ],
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
    titleZh: "飞书",
    ask: ["appId"],
    secrets: ["appSecret"],
    steps: [
      {
        en: "At open.feishu.cn (Lark: open.larksuite.com) create a custom app, and add a bot to it.",
        zh: "在 open.feishu.cn 创建企业自建应用，并添加机器人能力。",
      },
      {
        en: "Under events and callbacks choose the long connection; subscribe to im.message.receive_v1 and card.action.trigger.",
        zh: "“事件与回调”选择长连接，订阅 im.message.receive_v1 和 card.action.trigger。",
      },
      {
        en: "Give it im:message, im:message:send_as_bot and im:resource, and publish it.",
        zh: "开通 im:message、im:message:send_as_bot、im:resource 权限并发布。",
      },
      { en: "Copy App ID and App Secret.", zh: "复制 App ID 和 App Secret。" },
    ],
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
    titleZh: "钉钉",
    ask: ["clientId"],
    secrets: ["clientSecret"],
    steps: [
      {
        en: "At open-dev.dingtalk.com create an internal app with a robot in stream mode.",
        zh: "在 open-dev.dingtalk.com 创建企业内部应用，添加机器人，选择 Stream 模式。",
      },
      {
        en: "Give it the permission Card.Instance.Write, and publish it.",
        zh: "开通 Card.Instance.Write 权限并发布。",
      },
      { en: "Copy Client ID and Client Secret.", zh: "复制 Client ID 和 Client Secret。" },
    ],
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
    titleZh: "企业微信",
    ask: ["botId"],
    secrets: ["secret"],
    steps: [
      {
        en: "In WeCom create an intelligent bot, and choose the API mode with a long connection.",
        zh: "在企业微信创建智能机器人，选择 API 模式和长连接。",
      },
      { en: "Copy Bot ID and Secret.", zh: "复制 Bot ID 和 Secret。" },
    ],
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
    steps: [
      {
        en: "At api.slack.com/apps create an app; turn Socket Mode on and make an app token (connections:write).",
        zh: "在 api.slack.com/apps 创建应用，打开 Socket Mode，生成应用令牌（connections:write）。",
      },
      {
        en: "Subscribe to message.im and app_mention, and turn interactivity on.",
        zh: "订阅 message.im 和 app_mention，打开交互功能。",
      },
      {
        en: "Give the bot chat:write, im:history, im:write, app_mentions:read, files:read and files:write; install it and copy the bot token.",
        zh: "给机器人 chat:write、im:history、im:write、app_mentions:read、files:read、files:write 权限，安装后复制机器人令牌。",
      },
    ],
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
    steps: [
      {
        en: "At discord.com/developers create an application with a bot, and turn Message Content Intent on.",
        zh: "在 discord.com/developers 创建带机器人的应用，打开 Message Content Intent。",
      },
      { en: "Invite it to your server, and copy the bot's token.", zh: "邀请它加入服务器，复制机器人令牌。" },
    ],
    settings: z.strictObject({
      token: secret("Of the bot"),
      ...who("The user ids"),
      apiRoot: apiRoot("https://discord.com/api/v10", "Discord's"),
    }),
  },
} as const satisfies Readonly<Record<string, Messenger>>;

/** The name of a messenger. Its door and its section under `channels` have the same name. */
export type MessengerName = keyof typeof MESSENGERS;

/** The names of all messengers. */
// Object.keys() loses the type of the names.
export const MESSENGER_NAMES = Object.keys(MESSENGERS) as readonly MessengerName[];

/** What a person does at a messenger first, on one line. */
export function messengerHelp(name: MessengerName): string {
  return MESSENGERS[name].steps.map(({ en }) => en).join(" ");
}

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
    ) as Sections, // one section for each name
  )
  .describe("Messengers at which the assistant can be reached");

/** What the settings of messengers mean, in Chinese, by their path. */
export const MESSENGERS_IN_CHINESE: Readonly<Record<string, string>> = {
  "channels.telegram.token": "机器人的令牌，最好取自 ${A_VARIABLE}",
  "channels.telegram.allowed": "可以写消息的人的 ID；其他人得不到回复",
  "channels.telegram.apiRoot": "Telegram 官方以外的 API 服务器",
  "channels.qq.url": "OneBot v11 实现（例如 NapCat）的 WebSocket 地址",
  "channels.qq.accessToken": "它的令牌，最好取自 ${A_VARIABLE}",
  "channels.qq.allowed": "可以写消息的人的 QQ 号；其他人得不到回复",
  "channels.feishu.appId": "机器人的 App ID，例如 cli_a1b2c3",
  "channels.feishu.appSecret": "它的 App Secret，最好取自 ${A_VARIABLE}",
  "channels.feishu.allowed": "可以写消息的人的 open id；其他人得不到回复",
  "channels.feishu.apiRoot": "Lark 填 https://open.larksuite.com；默认 https://open.feishu.cn",
  "channels.dingtalk.clientId": "Client ID（AppKey），也是机器人的编码",
  "channels.dingtalk.clientSecret": "它的 Client Secret（AppSecret），最好取自 ${A_VARIABLE}",
  "channels.dingtalk.allowed": "可以写消息的人的员工 ID；其他人得不到回复",
  "channels.dingtalk.apiRoot": "钉钉官方以外的 API 服务器",
  "channels.dingtalk.uploadRoot": "钉钉官方以外的上传服务器",
  "channels.wecom.botId": "机器人的 Bot ID",
  "channels.wecom.secret": "它的 Secret，最好取自 ${A_VARIABLE}",
  "channels.wecom.allowed": "可以写消息的人的用户 ID；其他人得不到回复",
  "channels.wecom.url": "企业微信官方以外的地址，用于私有部署",
  "channels.slack.token": "机器人令牌 xoxb-…，最好取自 ${A_VARIABLE}",
  "channels.slack.appToken": "应用令牌 xapp-…，最好取自 ${A_VARIABLE}",
  "channels.slack.allowed": "可以写消息的人的成员 ID；其他人得不到回复",
  "channels.slack.apiRoot": "Slack 官方以外的 API 服务器",
  "channels.discord.token": "机器人的令牌，最好取自 ${A_VARIABLE}",
  "channels.discord.allowed": "可以写消息的人的用户 ID；其他人得不到回复",
  "channels.discord.apiRoot": "Discord 官方以外的 API 服务器",
};
