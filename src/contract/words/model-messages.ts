/** Messages while a model is being connected, in both languages. */
export const MODEL_MESSAGES = {
  noModel: {
    en: "No model is connected, so simple rules answer. To connect one, type its number or name, or /model:",
    zh: "还没有连接模型，现在按简单规则回答。要连接模型，请输入编号或名称，或 /model：",
  },
  compatibleServer: { en: "Any server that speaks OpenAI's API", zh: "任何兼容 OpenAI API 的服务" },
  modelFile: { en: "A GGUF file", zh: "GGUF 文件" },
  chooseModel: { en: "Which model should answer?", zh: "用哪个模型回答？" },
  modelNumber: { en: "Number or name (Enter leaves it as it is): ", zh: "编号或名称（回车不变）：" },
  modelNumberHint: {
    en: "Type one of the numbers or names, then Enter.",
    zh: "请输入列表中的编号或名称，然后回车。",
  },
  keyFound: { en: "key found in {place}", zh: "已在 {place} 中找到密钥" },
  keyStored: { en: "connected", zh: "已连接" },
  keyNeeded: { en: "needs a key", zh: "需要密钥" },
  ollamaFound: { en: "running here: {models}", zh: "本机正在运行：{models}" },
  ollamaNone: { en: "not running here", zh: "本机没有运行" },
  askAddress: {
    en: "Address, such as http://127.0.0.1:8080/v1: ",
    zh: "地址，例如 http://127.0.0.1:8080/v1：",
  },
  askFile: { en: "Path of the .gguf file: ", zh: ".gguf 文件的路径：" },
  askKey: {
    en: "Key for {provider} (not shown; press Enter if none is needed or it is stored): ",
    zh: "{provider} 的密钥（不显示；没有或已保存则直接回车）：",
  },
  askModelName: { en: "Model ({models}): ", zh: "模型（{models}）：" },
  testingModel: { en: "Testing {model}…", zh: "正在测试 {model}…" },
  modelConnected: { en: "Connected: {model} answers from now on.", zh: "已连接：从现在起由 {model} 回答。" },
  keyKept: { en: "The key is in {file}, readable by you alone.", zh: "密钥保存在 {file}，只有你能读取。" },
  otherModels: {
    en: "It also has: {models}. Change with /model NAME.",
    zh: "还有：{models}。用 /model 名称 更换。",
  },
  modelUnchanged: { en: "Nothing changed.", zh: "没有改动。" },
} as const;
