import type { Messages } from "../core/words.ts";

/** Texts around the interfaces of MCP servers. */
export const interfaceWords = {
  interface: { en: "Interface of {tool}", zh: "{tool} 的界面" },
  show: { en: "Show", zh: "显示" },
  hide: { en: "Hide", zh: "隐藏" },
  frame: { en: "Interface of the server {server}", zh: "服务器 {server} 的界面" },
  from: {
    en: "From the server {server}. Don't type passwords here.",
    zh: "来自服务器 {server}。不要在这里输入密码。",
  },
  hosts: { en: "Can connect to {hosts}.", zh: "可以连接 {hosts}。" },
  withheld: { en: "Not allowed to connect to {hosts}.", zh: "不能连接 {hosts}。" },
  composed: {
    en: "{server} put a text into your message. Read it before you send it.",
    zh: "{server} 在你的消息里放入了一段文字，发送前请看清楚。",
  },
  flood: {
    en: "The interface was closed: it sent too many messages.",
    zh: "界面已关闭：它发送的消息太多。",
  },
  left: { en: "The interface was closed: it left its page.", zh: "界面已关闭：它离开了自己的页面。" },
  linkTitle: { en: "{server} wants to open a link", zh: "{server} 想打开一个链接" },
  linkOpen: { en: "Open the link", zh: "打开链接" },
} satisfies Messages;
