import type { Approval } from "../contract/asking/approval.ts";
import { type MessageName, message } from "../contract/words/messages.ts";
import { questionTitle } from "../contract/words/question-words.ts";
import type { Language } from "../support/language-of.ts";
import { visibleLine } from "../text/visible-text.ts";

/** The message for each status of a settled question. Open questions have none. */
export const SETTLED_MESSAGES: Readonly<Record<string, MessageName>> = {
  approved: "answeredApproved",
  denied: "answeredDenied",
  expired: "answeredExpired",
  withdrawn: "answeredWithdrawn",
};

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
