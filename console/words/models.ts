import type { Messages } from "../core/words.ts";

/** Texts about models and their connection. */
export const modelWords = {
  now: { en: "Answers now", zh: "正在使用" },
  compatible: { en: "Compatible address", zh: "兼容的地址" },
  local: { en: "GGUF file", zh: "GGUF 文件" },
  compatibleHint: { en: "Any server that speaks OpenAI's API", zh: "任何兼容 OpenAI API 的服务" },
  localHint: { en: "Runs on the server itself", zh: "在服务器本机上运行" },
  keyInEnvironment: { en: "Key found in {name}", zh: "在 {name} 中找到密钥" },
  connected: { en: "Key stored", zh: "密钥已保存" },
  needsKey: { en: "Needs a key", zh: "需要密钥" },
  ollamaHere: { en: "Running: {models}", zh: "正在运行：{models}" },
  ollamaNone: { en: "Not running here", zh: "本机没有运行" },
  back: { en: "Back", zh: "返回" },
  key: { en: "Key", zh: "密钥" },
  keyHint: {
    en: "From the provider's page. It is never shown again.",
    zh: "从提供方的页面复制。之后不再显示。",
  },
  keyKnown: { en: "Leave it empty to use the key that is known.", zh: "留空则使用已有的密钥。" },
  address: { en: "Address", zh: "地址" },
  addressOptional: { en: "Address (optional)", zh: "地址（可不填）" },
  modelName: { en: "Model", zh: "模型名称" },
  modelHint: { en: "Leave it empty for {model}.", zh: "留空则使用 {model}。" },
  modelFirst: { en: "Leave it empty for the first one there.", zh: "留空则使用第一个模型。" },
  file: { en: "Path of the file on the server", zh: "文件在服务器上的路径" },
  connect: { en: "Test and connect", zh: "测试并连接" },
  done: { en: "{model} answers from now on", zh: "从现在起由 {model} 回答" },
  details: { en: "Details", zh: "详情" },
  automatic: { en: "Let the config and the environment decide", zh: "由配置和环境决定" },
  storedIn: {
    en: "Keys are stored in {file}, readable by its owner alone.",
    zh: "密钥保存在 {file}，只有其所有者能读取。",
  },
} satisfies Messages;
