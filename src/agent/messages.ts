import type { Language } from "../support/language-of.ts";

type Texts = Readonly<Record<Language, string>>;

/** Everything the agent itself says to a person, in both languages. `{name}` stands for a value. */
const MESSAGES = {
  noAnswer: {
    en: "The model gave no answer. What was done stands in the log of this run.",
    zh: "模型没有给出回答。做过的事都在这次运行的日志里。",
  },
  unconfirmed: {
    en: 'Note: nothing in the record of this run shows that this was done: "{claim}"',
    zh: "注意：这次运行的记录里没有任何内容能证明做过这件事：“{claim}”",
  },
  shortened: { en: "(shortened)", zh: "（已缩短）" },
  corrected: { en: "(corrected answer)", zh: "（更正后的回答）" },
  cancelled: { en: "Stopped.", zh: "已停止。" },
  parked: {
    en: "Waiting for an answer to {ids}. Answer with `dejima approvals approve {ids}` or `deny`, then `dejima resume {run}` goes on.",
    zh: "正在等待对 {ids} 的答复。用 `dejima approvals approve {ids}` 或 `deny` 答复，然后 `dejima resume {run}` 继续。",
  },
  modelFailed: { en: "The model could not be reached: {why}", zh: "无法使用模型：{why}" },
  unknownEnd: {
    en: "It was interrupted, and whether it took effect is not known. It was not repeated. Look at the result before you try again.",
    zh: "它被中断了，不知道是否已经生效。没有重复执行。再次尝试之前请先检查结果。",
  },
} as const satisfies Readonly<Record<string, Texts>>;

/** A message in the language of the conversation. */
export function message(
  name: keyof typeof MESSAGES,
  language: Language,
  values: Readonly<Record<string, string>> = {},
): string {
  return MESSAGES[name][language].replace(/\{(\w+)\}/g, (all, key: string) => values[key] ?? all);
}
