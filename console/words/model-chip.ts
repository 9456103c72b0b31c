import type { Messages } from "../core/words.ts";

/** Texts of the chat about the model in use. */
export const modelChipWords = {
  title: { en: "Connect a model", zh: "连接模型" },
  lead: {
    en: "Choose who runs the model. The key stays on this machine, readable by you alone.",
    zh: "选择模型的提供方。密钥只保存在这台机器上，只有你能读取。",
  },
  none: {
    en: "No model is connected yet: simple rules answer.",
    zh: "还没有连接模型：现在按简单规则回答。",
  },
  chip: { en: "Model: {model}. Change it", zh: "模型：{model}。点击更换" },
  noModel: { en: "No model", zh: "未连接模型" },
} satisfies Messages;
