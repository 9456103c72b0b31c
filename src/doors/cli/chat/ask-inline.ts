import { userInfo } from "node:os";
import type { Interface } from "node:readline/promises";
import type { Ask } from "../../../contract/approval.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Language } from "../../../support/language-of.ts";
import { visibleText } from "../../../support/visible-text.ts";
import { describeQuestion } from "../describe-approval.ts";
import type { Output } from "../output.ts";

const YES = new Set(["y", "yes", "ok", "approve", "确认", "同意", "是", "好", "好的", "可以"]);
const NO = new Set(["n", "no", "cancel", "deny", "取消", "放弃", "拒绝", "不", "否", "不要", ""]);

const WORDS = {
  en: { prompt: "Run exactly this? [yes/no] ", unclear: "Answer yes or no." },
  zh: { prompt: "执行这一步吗？回复「确认」或「取消」 ", unclear: "请回复「确认」或「取消」。" },
};

export interface InlineOptions {
  readonly output: Output;
  language(): Language;
  /** What the persona says first. */
  phrase(): Promise<string>;
}

/** Asks in the conversation itself. A reply counts only when it is one of the words, whole. */
export function askInline(readline: () => Interface, { output, language, phrase }: InlineOptions): Ask {
  return async (request, { signal }) => {
    const { prompt, unclear } = WORDS[language()];
    const title = `${request.tool}, risk ${request.risk}${request.id === undefined ? "" : `, ${request.id}`}`;
    const own = language() === "zh" ? request.words.zh.map((words) => visibleText(words)).join("\n") : "";
    output.note(
      [await phrase(), output.style("bold", title), own, describeQuestion(request)]
        .filter(Boolean)
        .join("\n"),
    );
    for (;;) {
      const reply = (await ask(readline(), prompt, signal)).trim().toLowerCase();
      if (YES.has(reply)) return { answer: "approve", by: userInfo().username };
      if (NO.has(reply)) return { answer: "deny", by: userInfo().username };
      output.note(unclear);
    }
  };
}

async function ask(readline: Interface, prompt: string, signal: AbortSignal): Promise<string> {
  try {
    return await readline.question(prompt, { signal });
  } catch {
    throw new DejimaError("cancelled", "Cancelled while asking; nothing was run");
  }
}
