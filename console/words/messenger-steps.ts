import type { Messages } from "../core/words.ts";

/** The steps to take at each messenger before it can be connected. */
export const messengerSteps = {
  telegram1: {
    en: "Write to @BotFather at Telegram and send /newbot.",
    zh: "在 Telegram 里给 @BotFather 发送 /newbot。",
  },
  telegram2: { en: "Copy the token that it gives you.", zh: "复制它给出的令牌。" },
  qq1: {
    en: "Start a OneBot v11 program such as NapCat with your account.",
    zh: "用你的账号启动 NapCat 等 OneBot v11 程序。",
  },
  qq2: {
    en: "Turn its WebSocket server on; copy its address and token.",
    zh: "打开它的 WebSocket 服务，复制地址和令牌。",
  },
  feishu1: {
    en: "At open.feishu.cn (Lark: open.larksuite.com) create a custom app, and add a bot to it.",
    zh: "在 open.feishu.cn 创建企业自建应用，并添加机器人能力。",
  },
  feishu2: {
    en: "Under events and callbacks choose the long connection; subscribe to im.message.receive_v1 and card.action.trigger.",
    zh: "“事件与回调”选择长连接，订阅 im.message.receive_v1 和 card.action.trigger。",
  },
  feishu3: {
    en: "Give it im:message, im:message:send_as_bot and im:resource, and publish it.",
    zh: "开通 im:message、im:message:send_as_bot、im:resource 权限并发布。",
  },
  feishu4: { en: "Copy App ID and App Secret.", zh: "复制 App ID 和 App Secret。" },
  dingtalk1: {
    en: "At open-dev.dingtalk.com create an internal app with a robot in stream mode.",
    zh: "在 open-dev.dingtalk.com 创建企业内部应用，添加机器人，选择 Stream 模式。",
  },
  dingtalk2: { en: "Copy Client ID and Client Secret.", zh: "复制 Client ID 和 Client Secret。" },
  wecom1: {
    en: "In WeCom create an intelligent bot, and choose the API mode with a long connection.",
    zh: "在企业微信创建智能机器人，选择 API 模式和长连接。",
  },
  wecom2: { en: "Copy Bot ID and Secret.", zh: "复制 Bot ID 和 Secret。" },
  slack1: {
    en: "At api.slack.com/apps create an app; turn Socket Mode on and make an app token (connections:write).",
    zh: "在 api.slack.com/apps 创建应用，打开 Socket Mode，生成应用令牌（connections:write）。",
  },
  slack2: {
    en: "Subscribe to message.im and app_mention, and turn interactivity on.",
    zh: "订阅 message.im 和 app_mention，打开交互功能。",
  },
  slack3: {
    en: "Give the bot chat:write, im:history, im:write, app_mentions:read, files:read and files:write; install it and copy the bot token.",
    zh: "给机器人 chat:write、im:history、im:write、app_mentions:read、files:read、files:write 权限，安装后复制机器人令牌。",
  },
  discord1: {
    en: "At discord.com/developers create an application with a bot, and turn Message Content Intent on.",
    zh: "在 discord.com/developers 创建带机器人的应用，打开 Message Content Intent。",
  },
  discord2: {
    en: "Invite it to your server, and copy the bot's token.",
    zh: "邀请它加入服务器，复制机器人令牌。",
  },
} satisfies Messages;
