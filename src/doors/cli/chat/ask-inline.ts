import { userInfo } from "node:os";
import type { Interface } from "node:readline/promises";
import type { Ask } from "../../../contract/approval.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Language } from "../../../support/language-of.ts";
import { visibleText } from "../../../support/visible-text.ts";
import { describeQuestion } from "../describe-approval.ts";
import type { Output } from "../output.ts";
import type { Spinner } from "./spinner.ts";

const YES = new Set(["y", "yes", "ok", "approve", "确认", "同意", "是", "好", "好的", "可以"]);
const NO = new Set(["n", "no", "cancel", "deny", "取消", "放弃", "拒绝", "不", "否", "不要", ""]);

const WORDS = {
  en: { prompt: "Run exactly this? [yes/no] ", unclear: "Answer yes or no." },
  zh: { prompt: "执行这一步吗？回复「确认」或「取消」 ", unclear: "请回复「确认」或「取消」。" },
};

export interface InlineOptions {
  readonly output: Output;
  language(): Language;
  readonly spinner: Spinner;
  /** What the persona says before and after. */
  phrase(situation: "approval" | "approved" | "denied"): Promise<string>;
}

/** Asks in the conversation itself. A reply counts only when it is one of the words, whole. */
export function askInline(
  readline: () => Interface,
  { output, spinner, language, phrase }: InlineOptions,
): Ask {
  async function answer(signal: AbortSignal): Promise<"approve" | "deny"> {
    const { prompt, unclear } = WORDS[language()];
    for (;;) {
      const reply = (await ask(readline(), prompt, signal)).trim().toLowerCase();
      if (YES.has(reply)) return "approve";
      if (NO.has(reply)) return "deny";
      output.note(unclear);
    }
  }
  return (request, { signal }) =>
    spinner.quietly(async () => {
      const title = `${request.tool}, risk ${request.risk}${request.id === undefined ? "" : `, ${request.id}`}`;
      const own = language() === "zh" ? request.words.zh.map((words) => visibleText(words)).join("\n") : "";
      const lines = [await phrase("approval"), output.style("bold", title), own, describeQuestion(request)];
      output.note(lines.filter(Boolean).join("\n"));
      const said = await answer(signal);
      const after = await phrase(said === "approve" ? "approved" : "denied");
      if (after !== "") output.note(after);
      return { answer: said, by: userInfo().username };
    });
}

async function ask(readline: Interface, prompt: string, signal: AbortSignal): Promise<string> {
  try {
    return await readline.question(prompt, { signal });
  } catch {
    throw new DejimaError("cancelled", "Cancelled while asking; nothing was run");
  }
}
