import { errorInChinese, errorWithQuotes, quotedShort } from "../../text/chinese-errors/error-in-chinese.ts";
import { quoteForeign } from "../../text/chinese-errors/foreign-text.ts";
import type { ErrorCode } from "../error.ts";
import { COMMAND_WORDS } from "./command-words.ts";
import { errorAuthor, type ShownError } from "./error-author.ts";
import { MESSENGER_MESSAGES } from "./messenger-messages.ts";
import { MODEL_MESSAGES } from "./model-messages.ts";

/** The languages of messages to people. */
export type Language = "en" | "zh";

type Texts = Readonly<Record<Language, string>>;

/** All messages of the program to a person in a conversation, in both languages. `{name}` stands for a value. */
export const MESSAGES = {
  // The agent
  noAnswer: {
    en: "The model gave no answer. See the log of this run for what was done.",
    zh: "模型没有给出回答。做过的事都在这次运行的日志里。",
  },
  roundLimit: {
    en: 'Stopped after {count} rounds. Say "continue" to go on.',
    zh: "已执行 {count} 轮，先停在这里。说「继续」就接着做。",
  },
  unconfirmed: {
    en: 'Note: nothing in the record of this run shows that this was done: "{claim}"',
    zh: "注意：这次运行的记录里没有任何内容能证明做过这件事：“{claim}”",
  },
  cannotSee: {
    en: "{name} was kept, but {model} cannot see pictures. Connect a model that can, such as Claude or Gemini.",
    zh: "{name} 已收到，但 {model} 看不了图片。请换用能看图片的模型，例如 Claude 或 Gemini。",
  },
  cannotHear: {
    en: "{name} was kept, but {model} cannot listen to recordings. Write what was said, or connect a model that can, such as Gemini.",
    zh: "{name} 已收到，但 {model} 听不了录音。请把内容写成文字，或换用能听录音的模型，例如 Gemini。",
  },
  heardRecording: { en: 'Heard in {name}: "{text}"', zh: "{name} 里说的是：「{text}」" },
  fileTooLarge: {
    en: "{name} was kept, but it is too large for {model}: at most 5 MB.",
    zh: "{name} 已收到，但对 {model} 来说太大了：最多 5 MB。",
  },
  budgetReached: {
    en: "Stopped: {spent} for {what}. Raise it with `dejima cost budget set {scope} …`, then `dejima resume {run}` continues.",
    zh: "已停止：{what}的预算 {spent}。用 `dejima cost budget set {scope} …` 提高预算，然后 `dejima resume {run}` 继续。",
  },
  spendRefused: {
    en: "Stopped: your rules do not let this run spend up to {most} on {model}. {why}. Change the rule with `dejima policy …`, then `dejima resume {run}` continues.",
    zh: "已停止：规则不允许在 {model} 上最多花费 {most}。{why}。用 `dejima policy …` 修改规则，然后 `dejima resume {run}` 继续。",
  },
  budgetNearly: {
    en: "{spent} for {what}.",
    zh: "{what}的预算 {spent}。",
  },
  priceUnknown: {
    en: "The price of {model} is not known, so its calls do not count towards a budget in money. Set it with `dejima cost price set {model} --input … --output …`.",
    zh: "不知道 {model} 的价格，它的调用不计入金额预算。用 `dejima cost price set {model} --input … --output …` 设置。",
  },
  shortened: { en: "(shortened)", zh: "（已缩短）" },
  corrected: { en: "(corrected answer)", zh: "（更正后的回答）" },
  cancelled: { en: "Stopped.", zh: "已停止。" },
  parked: {
    en: "Waiting for an answer to {ids}. Answer with `dejima approvals approve {ids}` or `deny`, then `dejima resume {run}` continues.",
    zh: "正在等待对 {ids} 的答复。用 `dejima approvals approve {ids}` 或 `deny` 答复，然后 `dejima resume {run}` 继续。",
  },
  turnFailed: { en: "Couldn't run this: {why}", zh: "无法处理这个请求：{why}" },
  modelFailed: { en: "The model could not be reached: {why}", zh: "无法使用模型：{why}" },
  modelAgain: { en: "{why}. Retrying…", zh: "{why}。正在再问一次。" },
  modelInstead: { en: "{why}. Using {model} instead.", zh: "{why}。改问 {model}。" },
  waitsForWorker: {
    en: "Waiting for a worker…",
    zh: "正在等待工作进程……",
  },
  noWorker: {
    en: "Waiting for a worker. None is running: start `dejima worker` on the server.",
    zh: "正在等待工作进程。目前没有工作进程在运行：需要管理员启动 `dejima worker`。",
  },
  unknownEnd: {
    en: "It was interrupted; it may or may not have taken effect. It was not repeated. Check the result before you try again.",
    zh: "它被中断了，不知道是否已经生效。没有重复执行。再次尝试之前请先检查结果。",
  },
  skillNamed: { en: "you named it", zh: "你点名要用" },
  skillFits: { en: "it fits the message", zh: "与消息相符" },
  skillWaits: {
    en: "The skill {name} cannot be used yet. Look at it: {command}",
    zh: "技能 {name} 还不能使用。请先查看：{command}",
  },
  skillPicked: { en: "the model chose it", zh: "模型选用了它" },
  skillSaid: { en: 'the message says "{word}"', zh: "消息里说了“{word}”" },
  thinkingOn: { en: "Thinking before answering is on.", zh: "已开启回答前的思考。" },
  thinkingOff: { en: "Thinking before answering is off.", zh: "已关闭回答前的思考。" },

  // A question to a person
  approvalNeeded: {
    en: "Approval needed · {tool} · risk {risk} · {id}",
    zh: "需要批准 · {tool} · 风险：{risk} · {id}",
  },
  settledElsewhere: { en: "No longer asked: {status}", zh: "不再询问：{status}" },
  answeredApproved: { en: "approved elsewhere or by the same grant", zh: "已在别处批准，或由同一授权覆盖" },
  answeredDenied: { en: "denied elsewhere", zh: "已在别处拒绝" },
  answeredExpired: { en: "nobody answered in time; nothing was run", zh: "没有人及时答复，没有执行" },
  answeredWithdrawn: { en: "stopped; nothing was run", zh: "已停止，没有执行" },
  allWaiting: {
    en: 'These {count} questions wait. Type "all {count}" to approve all of them, or answer the one above.',
    zh: "这 {count} 个问题在等待。输入「全部 {count}」一次全部批准，或只回答上面这一个。",
  },
  approved: { en: "Approved", zh: "已批准" },
  denied: { en: "Denied", zh: "已拒绝" },
  askPlan: { en: "Run these {count} calls?", zh: "执行这 {count} 个调用吗？" },
  planLine: { en: "{number}. {tool}: {words}", zh: "{number}. {tool}：{words}" },
  because: { en: "Because: {rules}", zh: "原因：{rules}" },
  until: { en: "Expires in {time}", zh: "将在{time}后失效" },
  minutes: { en: "{count} minutes", zh: " {count} 分钟" },
  hours: { en: "{count} hours", zh: " {count} 小时" },
  replyWith: {
    en: 'Reply "yes{id}" to go on, "no{id}" to leave it.',
    zh: "回复「确认{id}」继续，回复「取消{id}」放弃。",
  },
  replyNumber: {
    en: 'Reply with a number and the id, such as "1{id}", or "no{id}" to leave it.',
    zh: "回复编号和代号，例如「1{id}」；回复「取消{id}」放弃。",
  },
  turnOn: {
    en: "{what} is off in this folder. Turn it on? You will still be asked each time.",
    zh: "这个文件夹里关闭了{what}。要打开吗？以后每次仍会询问。",
  },
  offWriting: { en: "writing files", zh: "写文件" },
  offDeleting: { en: "deleting files", zh: "删除文件" },
  offSending: { en: "sending data", zh: "发送数据" },
  offMessages: { en: "sending messages", zh: "发送消息" },
  offSpending: { en: "spending money", zh: "花钱" },
  onConversation: {
    en: "Yes, and turn it on for this conversation",
    zh: "同意，并在本次对话中打开",
  },
  onFolder: { en: "Yes, and turn it on in this folder", zh: "同意，并在这个文件夹里打开" },
  keepOff: {
    en: "No, and keep it off in this folder without asking again",
    zh: "拒绝，在这个文件夹里保持关闭，不再询问",
  },
  allowRule: {
    en: "Yes, and always allow {rule} in this folder",
    zh: "同意，这个文件夹里始终允许 {rule}",
  },
  denyRule: { en: "No, and never allow {rule} in this folder", zh: "拒绝，这个文件夹里始终禁止 {rule}" },
  riskLow: { en: "low", zh: "低" },
  riskMedium: { en: "medium", zh: "中" },
  riskHigh: { en: "high", zh: "高" },
  inputIs: { en: "Input: {input}", zh: "输入：{input}" },
  chooseAnswer: { en: "{title} [yes/no{numbers}] ", zh: "{title}回复「确认」或「取消」{numbers} " },
  unclearAnswer: {
    en: 'Type yes/no{numbers}, then Enter. A no can say why: "no, use b.txt".',
    zh: "请回复「确认」或「取消」{numbers}。拒绝时可以说明原因：「取消，用 b.txt」。",
  },
  moreLines: {
    en: "… {count} more lines. Type m, then Enter, to see them",
    zh: "……还有 {count} 行。输入 m 再按回车查看",
  },
  yesOnce: { en: "yes. Only this once", zh: "确认：仅此一次" },
  orYes: { en: " or yes", zh: "（或“确认”）" },
  orNumbers: { en: "/{numbers}", zh: "，或 {numbers}" },

  // The chat
  greeting: {
    en: "Model {model}{persona}. /help lists the commands, Ctrl-D ends.",
    zh: "模型 {model}{persona}。/help 列出命令，Ctrl-D 结束。",
  },
  greetingPersona: { en: ", persona {name}", zh: "，由 {name} 回答" },
  stillOpen: { en: "Not answered yet:", zh: "还没有答复：" },
  openQuestion: {
    en: '- {title} Reply "yes {id}" or "no {id}".',
    zh: "- {title}回复「确认 {id}」或「取消 {id}」。",
  },
  questionExpired: { en: "Not answered in time, not run: {title}", zh: "没有及时得到答复：{title}" },
  answerAll: {
    en: 'Reply "approve all {count}" to approve all of them.',
    zh: "回复「全部确认 {count}」一次全部批准。",
  },
  mayNotAnswer: {
    en: "You are not allowed to answer this question; ask somebody who is.",
    zh: "你在这里不能回答这个问题，需要有权限的人来回答。",
  },
  answerLate: { en: "That answer was not accepted: {why}", zh: "这个回答无效：{why}" },
  ...MESSENGER_MESSAGES,
  localPerson: { en: "the user of this computer", zh: "本机用户" },
  noneWaiting: { en: "None.", zh: "没有。" },
  nothingToUndo: { en: "Nothing to undo.", zh: "没有可以恢复的内容。" },
  putBack: { en: "Undone: {paths}", zh: "已恢复：{paths}" },
  ...MODEL_MESSAGES,
  continuing: { en: "Continuing: {title}", zh: "继续：{title}" },
  noConversation: { en: "There is no earlier conversation.", zh: "没有更早的对话。" },
  helpResume: {
    en: "list earlier conversations, or /resume NUMBER to continue one",
    zh: "列出更早的对话，或用 /resume 编号 继续其中一个",
  },
  newConversation: { en: "A new conversation.", zh: "新的对话。" },
  modelNow: { en: "{model} answers now.", zh: "现在由 {model} 回答。" },
  noSuchCommand: { en: "Unknown command /{name}. Available: {known}", zh: "没有 /{name}。可用的有：{known}" },
  cost: {
    en: "{requests} requests, {input} tokens in ({cached} cached), {output} out",
    zh: "{requests} 次请求，输入 {input} 个 token（缓存 {cached}），输出 {output} 个",
  },
  ...COMMAND_WORDS,
} as const satisfies Readonly<Record<string, Texts>>;

export type MessageName = keyof typeof MESSAGES;

/** Each error code in a few words. */
export const ERROR_WORDS: Readonly<Record<ErrorCode, Texts>> = {
  tool_not_found: { en: "tool not found", zh: "没有这个工具" },
  invalid_input: { en: "wrong input", zh: "输入有误" },
  not_found: { en: "not found", zh: "找不到" },
  unauthenticated: { en: "needs a valid token", zh: "需要有效的令牌" },
  forbidden: { en: "not permitted for this user", zh: "没有权限" },
  tool_not_allowed: { en: "not allowed", zh: "不允许" },
  approval_required: { en: "needs an approval", zh: "需要批准" },
  approval_denied: { en: "denied", zh: "已拒绝" },
  approval_expired: { en: "not answered in time", zh: "超时未答复" },
  path_blocked: { en: "path cannot be accessed", zh: "路径不可访问" },
  host_blocked: { en: "host cannot be reached", zh: "主机不可访问" },
  too_large: { en: "too large", zh: "内容过大" },
  timeout: { en: "took too long", zh: "超时" },
  cancelled: { en: "stopped", zh: "已停止" },
  exit_nonzero: { en: "the program failed", zh: "程序执行失败" },
  spawn_failed: { en: "could not be started", zh: "无法启动" },
  output_truncated: { en: "output was cut", zh: "输出被截断" },
  io_error: { en: "could not be read or written", zh: "读写失败" },
  server_unavailable: { en: "server not available", zh: "服务不可用" },
  skill_not_found: { en: "skill not found", zh: "没有这个技能" },
  skill_exists: { en: "skill already exists", zh: "技能已存在" },
  skill_invalid: { en: "skill is not valid", zh: "技能无效" },
  conflict: { en: "conflict", zh: "冲突" },
  limit_exceeded: { en: "limit reached", zh: "超出限制" },
  internal: { en: "internal error", zh: "内部错误" },
};

/** Chinese sentences for the error codes. */
const ERROR_SENTENCES: Readonly<Record<ErrorCode, string>> = {
  tool_not_found: "没有这个工具。",
  invalid_input: "输入有误，无法执行。",
  not_found: "找不到。",
  unauthenticated: "需要有效的令牌。",
  forbidden: "没有权限这样做。",
  tool_not_allowed: "规则不允许这样做。",
  approval_required: "这一步需要有人批准。",
  approval_denied: "这一步被拒绝了。",
  approval_expired: "没有人及时答复，这一步没有执行。",
  path_blocked: "这个路径不可访问。",
  host_blocked: "这个主机不可访问。",
  too_large: "内容太大了。",
  timeout: "用时太久，已经中止。",
  cancelled: "已停止。",
  exit_nonzero: "程序执行失败。",
  spawn_failed: "程序无法启动。",
  output_truncated: "输出太长，被截断了。",
  io_error: "读写失败。",
  server_unavailable: "服务目前不可用。",
  skill_not_found: "没有这个技能。",
  skill_exists: "这个技能已经存在。",
  skill_invalid: "这个技能有问题，无法使用。",
  conflict: "与当前状态冲突，没有执行。",
  limit_exceeded: "超出了限制。",
  internal: "内部出错了。",
};

/**
 * An error as a person sees it. In Chinese it is the whole sentence, with foreign words and untranslated parts in
 * quotes, or a sentence for its code with the exact message. The exact English message stays in the log.
 */
export function errorText(error: ShownError, language: Language): string {
  const { code, message } = error;
  const server = errorAuthor(error);
  if (server !== undefined)
    return language === "zh"
      ? `服务器${quoteForeign(server)}说：${quoteForeign(message)}。`
      : `The server "${server}" says: ${message}`;
  if (language !== "zh" || /^\p{Script=Han}/u.test(message)) return message;
  return (
    errorInChinese(message) ??
    errorWithQuotes(message) ??
    `${ERROR_SENTENCES[code]}原文：${quotedShort(message)}。`
  );
}

/** A message in the language of the conversation. */
export function message(
  name: MessageName,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return MESSAGES[name][language].replace(/\{(\w+)\}/g, (all, key: string) =>
    Object.hasOwn(values, key) ? String(values[key]) : all,
  );
}

const RISK_NAMES = { low: "riskLow", medium: "riskMedium", high: "riskHigh" } as const;

/** A risk in the language of the conversation. */
export function riskWord(risk: keyof typeof RISK_NAMES, language: Language): string {
  return message(RISK_NAMES[risk], language);
}
