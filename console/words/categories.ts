import type { Category } from "../../src/contract/tool.ts";
import type { Message } from "../core/words.ts";

/** The names of tool categories. */
export const categoryWords: Readonly<Record<Category, Message>> = {
  system: { en: "system", zh: "系统" },
  file: { en: "file", zh: "文件" },
  network: { en: "network", zh: "网络" },
  data: { en: "data", zh: "数据" },
  code: { en: "code", zh: "代码" },
  memory: { en: "memory", zh: "记忆" },
  schedule: { en: "schedule", zh: "定时" },
  browser: { en: "browser", zh: "浏览器" },
  channel: { en: "channel", zh: "渠道" },
  profile: { en: "profile", zh: "资料" },
  skill: { en: "skill", zh: "技能" },
  mcp: { en: "mcp", zh: "MCP 工具" },
  custom: { en: "custom", zh: "自定义" },
};
