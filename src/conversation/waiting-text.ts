import type { Approval } from "../contract/approval.ts";
import { message } from "../contract/messages.ts";
import { questionTitle } from "../contract/question-words.ts";
import type { Language } from "../support/language-of.ts";
import { visibleLine } from "../text/visible-text.ts";

/** Which questions of a conversation are open, and how each is answered. */
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

/** Which questions can no longer be answered. */
export function expiredText(expired: readonly Approval[], language: Language): string {
  return expired
    .map((approval) =>
      message("questionExpired", language, { title: visibleLine(questionTitle(approval, language)) }),
    )
    .join("\n");
}
