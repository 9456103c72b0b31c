import type { Messages } from "../core/words.ts";

/** Texts of the secrets page. */
export const secretsWords = {
  title: { en: "Secrets", zh: "密钥" },
  lead: {
    en: "Keys and passwords that tools use and never see. They are sent to the hosts that you name here, and nowhere else.",
    zh: "工具可以使用但看不到的密钥和密码。只会发送到你在这里指定的主机。",
  },
  add: { en: "Add a secret", zh: "添加密钥" },
  emptyTitle: { en: "No secrets yet", zh: "还没有密钥" },
  emptyBody: {
    en: "Add an API key here instead of putting it into a message or a file.",
    zh: "请在这里添加 API 密钥，不要写在消息或文件里。",
  },
  name: { en: "Name", zh: "名称" },
  nameHint: {
    en: "Written like a variable; programs find it by this name.",
    zh: "写法同变量名；程序按此名称使用。",
  },
  value: { en: "Value", zh: "值" },
  valueHint: { en: "At least 8 characters. It is never shown again.", zh: "至少 8 个字符。保存后不再显示。" },
  hosts: { en: "Hosts that it may be sent to", zh: "可以发送到的主机" },
  hostsHint: {
    en: "Separated by spaces, such as api.example.com *.example.org",
    zh: "用空格分隔，例如 api.example.com *.example.org",
  },
  tools: { en: "Who may use it", zh: "谁可以使用" },
  toolsHint: {
    en: "builtin for Dejima's own tools, the name of a tool, skill:NAME or mcp:SERVER",
    zh: "builtin 表示 Dejima 自带的工具，也可写工具名、skill:名称 或 mcp:服务器",
  },
  saved: { en: "“{name}” is saved", zh: "已保存“{name}”" },
  noHosts: { en: "Sent only to its own server", zh: "只发送给它自己的服务器" },
  sentTo: { en: "Sent to {hosts}", zh: "发送到 {hosts}" },
  usedBy: { en: "used by {tools}", zh: "由 {tools} 使用" },
  from: { en: "read from {source}", zh: "取自 {source}" },
  changed: { en: "Changed", zh: "修改于" },
  lastUsed: { en: "last used", zh: "最近使用" },
  neverUsed: { en: "not used yet", zh: "尚未使用" },
  rotate: { en: "Replace the value", zh: "更换值" },
  rotateThis: { en: "Replace the value of {name}", zh: "更换 {name} 的值" },
  rotated: { en: "“{name}” has its new value", zh: "“{name}”已更换" },
  remove: { en: "Remove", zh: "删除" },
  removeThis: { en: "Remove {name}", zh: "删除 {name}" },
  removeTitle: { en: "Remove “{name}”?", zh: "删除“{name}”？" },
  removeBody: {
    en: "The value is gone for good. What uses it fails until it is added again.",
    zh: "值将永久删除。使用它的工具在重新添加之前会失败。",
  },
  removed: { en: "“{name}” is removed", zh: "已删除“{name}”" },
} satisfies Messages;
