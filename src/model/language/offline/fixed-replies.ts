import type { Language } from "../../../support/language-of.ts";
import type { FixedReply } from "./intent.ts";

type Texts = Readonly<Record<Language, string>>;

const CONNECT: Texts = {
  en: "run `dejima model connect` in a terminal, press the model button in the web console, or set a key such as OPENAI_API_KEY",
  zh: "在终端运行 `dejima model connect`，在网页控制台点模型按钮，或设置密钥，例如 OPENAI_API_KEY",
};

/** The offline model's introduction before its first answer. */
export const INTRODUCTION: Texts = {
  en: `This is Dejima's offline model: fixed rules, no key and no network. For a real one, ${CONNECT.en}.`,
  zh: `这是 Dejima 的离线模型：只有固定规则，不需要密钥和网络。要用真正的模型，请${CONNECT.zh}。`,
};

// `{about}` stands for the subject of the reply.
const REPLIES: Readonly<Record<FixedReply | "missing" | "not-done" | "only-shown", Texts>> = {
  greeting: {
    en: 'Hello. Without a real model I can tell the time, list, find, read, search and change files, calculate, search the web if that is set up, run scripts, remember things and remind you of them. Try "what time is it in Tokyo", "what is in README.md" or "remind me in 10 minutes to stretch". `/tools` lists all tools in a chat, `dejima tool list` elsewhere.',
    zh: "你好。没有真正的模型时，我能报时、列出、查找、读取、搜索和修改文件，做算术，在配置好之后搜索网络，运行脚本，记住事情并按时提醒。试试“东京现在几点”、“README.md 里有什么内容”或“10分钟后提醒我喝水”。对话中用 `/tools` 列出全部工具，别处用 `dejima tool list`。",
  },
  thanks: { en: "You are welcome.", zh: "不客气。" },
  farewell: { en: "Goodbye.", zh: "再见。" },
  "which-script": {
    en: "Which script? Name its path, such as scripts/hello.sh.",
    zh: "要运行哪个脚本？请给出路径，例如 scripts/hello.sh。",
  },
  "which-file": {
    en: "Which file? Name its path, such as README.md.",
    zh: "是哪个文件？请给出路径，例如 README.md。",
  },
  "which-content": {
    en: 'What should I write into `{about}`? For example: write "hello" to {about}',
    zh: "`{about}` 里要写什么？可以这样说：把“你好”写到 {about}",
  },
  "which-place": {
    en: 'I do not know the time zone of "{about}". Name a larger city or a zone such as Europe/Lisbon.',
    zh: "我不知道“{about}”的时区。请说一个大城市，或时区名，例如 Asia/Shanghai。",
  },
  "which-time": {
    en: "When? Say it like: remind me in 10 minutes to …, at 18:30 to …, or tomorrow at 9 to …",
    zh: "什么时候？可以这样说：10分钟后提醒我…，下午六点半提醒我…，或明天9点提醒我…",
  },
  "which-reminder": {
    en: "There are several: say which by its id, like: cancel the reminder s-…",
    zh: "有好几个：请用编号说明是哪一个，例如：取消提醒 s-…",
  },
  "which-memory": {
    en: "Several memories fit, so nothing was erased. `dejima memory forget ID` erases one.",
    zh: "有好几条符合，所以什么都没有删除。用 `dejima memory forget 编号` 删除一条。",
  },
  "too-long": {
    en: "`{about}` is too long for the offline model to change; nothing was changed.",
    zh: "`{about}` 太长，离线模型无法修改；没有改动任何内容。",
  },
  "no-folder": {
    en: 'No tool makes an empty folder; one comes into being with its first file: write "hello" to {about}/a.txt',
    zh: "没有创建空文件夹的工具；写入第一个文件时会一起创建：把“你好”写到 {about}/a.txt",
  },
  connect: { en: `For a real model, ${CONNECT.en}.`, zh: `要用真正的模型，请${CONNECT.zh}。` },
  undo: {
    en: "In a chat `/undo` puts back what the last call has changed; elsewhere `dejima undo CALL`.",
    zh: "在对话中用 `/undo` 恢复上一次调用改动的内容；别处用 `dejima undo 调用编号`。",
  },
  "nothing-said": {
    en: 'What would you like to do? Try "list the files" or "what can you do".',
    zh: "想做什么？试试“列出文件”或“你能做什么”。",
  },
  unknown: {
    en: `The offline model has no rule for that{about}. It knows about time, files, searching, arithmetic, running scripts, remembering and reminding. For a real model, ${CONNECT.en}.`,
    zh: `离线模型没有应对这句话的规则{about}，它只懂时间、文件、搜索、算术、运行脚本、记忆和提醒。要用真正的模型，请${CONNECT.zh}。`,
  },
  missing: {
    en: "The tool for that is not set up: `{about}`",
    zh: "所需的工具还没有配置：`{about}`",
  },
  "not-done": {
    en: "The rest was not done: {about}",
    zh: "其余的没有做：{about}",
  },
  "only-shown": {
    en: "The offline model cannot sum up, explain or translate; this is the text itself.",
    zh: "离线模型不会总结、解释或翻译；上面是原文。",
  },
};

/** A fixed reply in the language of the question. */
export function replyText(what: keyof typeof REPLIES, language: Language, about?: string): string {
  const of = about === undefined ? "" : about.slice(0, 200);
  const shown = what === "unknown" && of !== "" ? (language === "zh" ? `（“${of}”）` : ` ("${of}")`) : of;
  return REPLIES[what][language].replaceAll("{about}", () => shown);
}
