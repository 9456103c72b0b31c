import type { Language } from "../../../support/language-of.ts";

type Saying = "introduction" | "greeting" | "thanks" | "which-script" | "which-file" | "unknown" | "missing";

const CONNECT = {
  en: "set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, start Ollama, or name one with `dejima model use`",
  zh: "设置 ANTHROPIC_API_KEY、OPENAI_API_KEY 或 GEMINI_API_KEY，启动 Ollama，或用 `dejima model use` 指定",
};

/** What the offline model says of itself, in both languages. */
export const SAYINGS: Readonly<Record<Saying, Readonly<Record<Language, string>>>> = {
  introduction: {
    en: `This is Dejima's offline model: fixed rules, no key and no network. For a real one, ${CONNECT.en}.`,
    zh: `这是 Dejima 的离线模型：只有固定规则，不需要密钥和网络。要用真正的模型，请${CONNECT.zh}。`,
  },
  greeting: {
    en: 'Hello. Without a real model I can tell the time, list, read and search files, search the web if that is set up, run scripts, remember things and remind you of them. Try "what time is it in Tokyo" or "what is in README.md".',
    zh: "你好。没有真正的模型时，我能报时、列出、读取和搜索文件，在配置好之后搜索网络，运行脚本，记住事情并按时提醒。试试“东京现在几点”或“README.md 里有什么内容”。",
  },
  thanks: { en: "You are welcome.", zh: "不客气。" },
  "which-script": {
    en: "Which script? Name its path, such as scripts/hello.sh.",
    zh: "要运行哪个脚本？请给出路径，例如 scripts/hello.sh。",
  },
  "which-file": {
    en: "Which file? Name its path, such as README.md.",
    zh: "是哪个文件？请给出路径，例如 README.md。",
  },
  unknown: {
    en: `The offline model has no rule for that. It knows about time, files, searching, running scripts, remembering and reminding. For a real model, ${CONNECT.en}.`,
    zh: `离线模型没有应对这句话的规则，它只懂时间、文件、搜索、运行脚本、记忆和提醒。要用真正的模型，请${CONNECT.zh}。`,
  },
  missing: {
    en: "The tool for that is not set up: ",
    zh: "所需的工具还没有配置：",
  },
};
