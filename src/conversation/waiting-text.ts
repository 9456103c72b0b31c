import type { Approval } from "../contract/asking/approval.ts";
import { message } from "../contract/words/messages.ts";
import { questionTitle } from "../contract/words/question-words.ts";
import type { Language } from "../support/language-of.ts";
import { visibleLine } from "../text/visible-text.ts";

/** Lists the open questions of a conversation and how to answer each. */
export function waitingText(pending: readonly Approval[], language: Language): string {
  const lines = pending.map((approval) =>
    message("openQuestion", language, {
      title: visibleLine(questionTitle(approval, language)),
      id: approval.id,
    }),
  );
  const all = pending.length < 2 ? [] : [message("answerAll", language, { count: pending.length })];
  return [message("stillOpen", language), ...lines, ...all].join("\n");
}

/** Lists the questions that can no longer be answered. */
export function expiredText(expired: readonly Approval[], language: Language): string {
  return expired
    .map((approval) =>
      message("questionExpired", language, { title: visibleLine(questionTitle(approval, language)) }),
    )
    .join("\n");
}
