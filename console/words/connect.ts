import type { Messages } from "../core/words.ts";

/** Texts of the pages about connected apps. */
export const connectWords = {
  title: { en: "Connect “{name}”?", zh: "连接“{name}”？" },
  heading: { en: "Connect an app", zh: "连接应用" },
  who: {
    en: "An app that calls itself “{name}” wants to act for {user}.",
    zh: "一个自称“{name}”的应用想代表 {user} 行事。",
  },
  local: { en: "It runs on this computer.", zh: "它运行在这台电脑上。" },
  elsewhere: {
    en: "You will be sent to {host}. Continue only if you know this address.",
    zh: "接下来会转到 {host}。认识这个地址再继续。",
  },
  may: { en: "It may", zh: "允许它" },
  tools: { en: "Use the tools here, within your rules", zh: "按你的规则使用这里的工具" },
  approvals: { en: "Show you questions and pass on your answers", zh: "向你提问并转达你的回答" },
  never: {
    en: "It cannot change rules or settings. You can disconnect it in Settings at any time.",
    zh: "它不能更改规则或设置。可以随时在“设置”中断开。",
  },
  allow: { en: "Connect", zh: "连接" },
  deny: { en: "Don't connect", zh: "不连接" },
  sent: { en: "Done. You can go back to the app.", zh: "完成，可以回到应用了。" },
  apps: { en: "Connected apps", zh: "已连接的应用" },
  appsEmpty: {
    en: "None. An MCP client that opens this server's /mcp asks you here.",
    zh: "还没有。MCP 客户端访问本服务器的 /mcp 时会在这里询问你。",
  },
  since: { en: "for {user} since {when}", zh: "代表 {user}，自 {when}" },
  disconnect: { en: "Disconnect", zh: "断开" },
  disconnected: { en: "Disconnected", zh: "已断开" },
} satisfies Messages;
