import { userInfo } from "node:os";
import type { Interface } from "node:readline/promises";
import type { ApprovalAnswer, ApprovalRequest, Ask } from "../../../contract/approval.ts";
import { DejimaError } from "../../../contract/error.ts";
import { type Language, message, riskWord } from "../../../contract/messages.ts";
import { visibleText } from "../../../text/visible-text.ts";
import { describeQuestion } from "../describe-approval.ts";
import type { Output } from "../output.ts";
import type { Spinner } from "./spinner.ts";

const YES = new Set(["y", "yes", "ok", "approve", "确认", "同意", "是", "好", "好的", "可以"]);
const NO = new Set(["n", "no", "cancel", "deny", "取消", "放弃", "拒绝", "不", "否", "不要", ""]);

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
  async function answer(request: ApprovalRequest, signal: AbortSignal): Promise<Omit<ApprovalAnswer, "by">> {
    const { offers } = request;
    const last = offers.length;
    const numbers = last === 0 ? "" : message("orNumbers", language(), { first: 1, last });
    for (;;) {
      const reply = (await ask(readline(), message("runExactly", language(), { numbers }), signal))
        .trim()
        .toLowerCase();
      if (YES.has(reply)) return { answer: "approve" };
      if (NO.has(reply)) return { answer: "deny" };
      const offer = /^\d+$/.test(reply) ? offers[Number(reply) - 1] : undefined;
      if (offer !== undefined) return { answer: "approve", grant: offer.key };
      output.note(message("unclearAnswer", language(), { numbers }));
    }
  }
  return (request, { signal }) =>
    spinner.quietly(async () => {
      const { tool, risk, id } = request;
      const title = message("questionTitle", language(), {
        tool,
        risk: riskWord(risk, language()),
        id: id ?? "",
      });
      const offers = request.offers.map(({ words }, at) => `${at + 1}. ${visibleText(words[language()])}`);
      const lines = [
        await phrase("approval"),
        output.style("bold", title),
        describeQuestion(request, language()),
        ...offers,
      ];
      output.note(lines.filter(Boolean).join("\n"));
      const said = await answer(request, signal);
      const after = await phrase(said.answer === "approve" ? "approved" : "denied");
      if (after !== "") output.note(after);
      return { ...said, by: userInfo().username };
    });
}

async function ask(readline: Interface, prompt: string, signal: AbortSignal): Promise<string> {
  try {
    return await readline.question(prompt, { signal });
  } catch {
    throw new DejimaError("cancelled", "Cancelled while asking; nothing was run");
  }
}
