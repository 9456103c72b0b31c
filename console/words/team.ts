import type { Messages } from "../core/words.ts";

/** The texts about the documents that a team shares. */
export const teamWords = {
  title: { en: "Team history", zh: "团队的变更历史" },
  lead: {
    en: "What every machine of the team uses. Each change is a version that stays. Going back adds a new version.",
    zh: "团队所有机器共用的内容。每次更改都会保留为一个版本，恢复旧版本会新增一个版本。",
  },
  what: { en: "What to show", zh: "显示内容" },
  config: { en: "Config", zh: "配置" },
  skills: { en: "Skills", zh: "技能" },
  tools: { en: "Tool files", zh: "工具文件" },
  pins: { en: "MCP servers", zh: "MCP 服务器" },
  packages: { en: "Packages", zh: "软件包" },
  empty: { en: "Nothing was changed yet.", zh: "还没有更改。" },
  version: { en: "Version {number}", zh: "版本 {number}" },
  latest: { en: "in use", zh: "使用中" },
  by: { en: "by {who}", zh: "更改人：{who}" },
  changed: { en: "What it changed", zh: "这一版改了什么" },
  changedNothing: { en: "Nothing", zh: "没有变化" },
  restoring: { en: "What going back would change", zh: "恢复后会改变什么" },
  restoringNothing: {
    en: "No changes: the version in use is the same.",
    zh: "没有变化：与使用中的版本相同。",
  },
  restore: { en: "Go back to this version", zh: "恢复到此版本" },
  restored: {
    en: "Version {number} is in use again, as version {added}.",
    zh: "已恢复版本 {number}，新版本为 {added}。",
  },
} satisfies Messages;
