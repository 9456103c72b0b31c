import type { Messages } from "../core/words.ts";

/** Texts of the dialog that adds MCP servers. */
export const addServerWords = {
  title: { en: "Add an MCP server", zh: "添加 MCP 服务器" },
  add: { en: "Add", zh: "添加" },
  how: { en: "How", zh: "方式" },
  form: { en: "Fill in", zh: "填写" },
  paste: { en: "Paste JSON", zh: "粘贴 JSON" },
  name: { en: "Name", zh: "名称" },
  kind: { en: "What it is", zh: "类型" },
  program: { en: "A program", zh: "程序" },
  address: { en: "An address", zh: "网址" },
  command: { en: "Command", zh: "命令" },
  url: { en: "Address", zh: "网址" },
  more: { en: "Variables, folders and hosts", zh: "变量、文件夹和主机" },
  env: { en: "Variables, one NAME=VALUE per line", zh: "变量，每行一个 NAME=VALUE" },
  headers: { en: "Headers, one Name: value per line", zh: "请求头，每行一个 Name: value" },
  folders: {
    en: "Folders it may read; +w after a path to let it write",
    zh: "可读的文件夹；路径后加 +w 表示可写",
  },
  hosts: { en: "Hosts it may reach", zh: "可访问的主机" },
  json: { en: "From Claude, Cursor, VS Code or a README", zh: "来自 Claude、Cursor、VS Code 或 README" },
  contained: {
    en: "A program runs in the sandbox: it sees only the folders and reaches only the hosts named here. Its package is fetched once and pinned.",
    zh: "程序在沙箱里运行：只能看到这里写明的文件夹，只能访问这里写明的主机。软件包只获取一次并固定版本。",
  },
  added: { en: "Added “{name}”: {count} {count:tool|tools}", zh: "已添加“{name}”：{count} 个工具" },
  addedSilent: { en: "Added “{name}”, but it does not answer", zh: "已添加“{name}”，但它没有响应" },
  notUsed: { en: "The changed config is not used", zh: "更改后的配置没有启用" },
} satisfies Messages;
