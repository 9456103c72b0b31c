import type { AnswerResult } from "../approval/approval-queue.ts";
import { isAnswerWord, numberedChoices } from "../approval/chat-question.ts";
import type { Approval } from "../contract/asking/approval.ts";
import type { HarbourEvent } from "../contract/event.ts";
import { message } from "../contract/words/messages.ts";
import { answerWords, questionTitle } from "../contract/words/question-words.ts";
import type { Approvals } from "../execution/asking/runtime-approvals.ts";
import { defined } from "../support/defined.ts";
import type { Language } from "../support/language-of.ts";
import { visibleLine } from "../text/visible-text.ts";
import type {
  AnswerButton,
  Conversations,
  ConverseOptions,
  MessageResult,
  ReplyOptions,
  Speaker,
  TokenUse,
  Utterance,
} from "./conversations.ts";
import { expiredText, SETTLED_MESSAGES, waitingText } from "./question-texts.ts";

interface ConverseParts {
  readonly conversations: Conversations;
  readonly approvals: Pick<Approvals, "show" | "text">;
}

/** Handles one message of a plain-text channel and yields the replies. */
export async function* converse(
  text: string,
  from: Speaker,
  { listening, followed = new Set(), onRun, ...options }: ConverseOptions,
  parts: ConverseParts,
): AsyncGenerator<Utterance> {
  const { conversations } = parts;
  const handled = await conversations.say(text, from, options);
  const language = await conversations.language(text, handled.conversationId);
  const refusal = refusalOf(handled, language);
  if (refusal !== undefined) {
    yield { type: "answer", text: refusal };
    return;
  }
  if (handled.type === "run" && handled.pending.length > 0)
    yield { type: "notice", text: waitingText(handled.pending, language), important: isAnswerWord(text) };
  if (handled.type === "run" && handled.expired.length > 0)
    yield { type: "notice", text: expiredText(handled.expired, language), important: true };
  if (!("runId" in handled)) return;
  if (handled.type === "answered") {
    const { approval } = handled.result;
    const words = answerWords(approval, language);
    if (words !== "") yield { type: "notice", text: words, important: true };
  }
  // The reader that received the question still follows the run and delivers its answer.
  if (handled.type === "answered" && followed.has(handled.runId)) return;
  const after = handled.type === "answered" ? { after: handled.after } : {};
  await onRun?.(handled.runId, language);
  yield* replies(handled.runId, from, { listening, followed, language, ...after }, parts);
}

/** The replies of a run that has begun, to its end. */
export async function* replies(
  runId: string,
  from: Speaker,
  { listening, followed, language, after }: ReplyOptions,
  { conversations, approvals }: ConverseParts,
): AsyncGenerator<Utterance> {
  let usage = { inputTokens: 0, outputTokens: 0 };
  let begins = true;
  followed.add(runId);
  try {
    for await (const { event } of conversations.follow(runId, from, {
      ...defined({ after }),
      signal: listening,
    })) {
      if (event.type === "model-end") usage = addUsage(usage, event.usage);
      const utterance = await utteranceOf(event, { language, approvals, usage, begins });
      if (utterance !== undefined) yield utterance;
      begins = event.type === "model-end" || (begins && event.type !== "text-delta");
    }
  } finally {
    followed.delete(runId);
  }
}

function addUsage(sum: TokenUse, { inputTokens, outputTokens }: TokenUse): TokenUse {
  return { inputTokens: sum.inputTokens + inputTokens, outputTokens: sum.outputTokens + outputTokens };
}

function refusalOf(handled: MessageResult, language: Language): string | undefined {
  if (handled.type === "ambiguous") return waitingText(handled.pending, language);
  if (handled.type === "refused") return message("mayNotAnswer", language);
  if (handled.type !== "answered" || handled.result.accepted) return undefined;
  return message("answerLate", language, { why: lateWords(handled.result, language) });
}

/** Why an answer came too late or does not count. */
function lateWords({ approval, message: exact }: AnswerResult, language: Language): string {
  const settled = SETTLED_MESSAGES[approval.status];
  return language === "zh" && settled !== undefined ? message(settled, language) : exact;
}

async function utteranceOf(
  event: HarbourEvent,
  {
    language,
    approvals,
    usage,
    begins,
  }: {
    language: Language;
    approvals: Pick<Approvals, "show" | "text">;
    usage: TokenUse;
    begins: boolean;
  },
): Promise<Utterance | undefined> {
  const { runId } = event;
  switch (event.type) {
    case "text-delta":
      return { type: "delta", text: event.text, begins };
    case "notice":
      return {
        type: "notice",
        text: event.text,
        announces: event.situation === "announce",
        important: event.situation === "media",
        waits: event.situation === "waiting",
      };
    case "approval-start": {
      if (event.id === undefined) return undefined;
      const question = await approvals.show(event.id);
      // A question that was answered in the meantime is not shown.
      if (question.status !== "pending") return undefined;
      return {
        type: "question",
        text: await approvals.text(question, language),
        approval: event.id,
        title: visibleLine(questionTitle(question, language)),
        buttons: answerButtons(question, language),
        language,
        runId,
        usage,
      };
    }
    case "run-end":
      return { type: "answer", text: event.answer ?? "", runId, usage };
    default:
      return undefined;
  }
}

/** A button for each way to answer: the numbered choices and a denial, or plain approval and denial. */
function answerButtons(question: Approval, language: Language): AnswerButton[] {
  const choices = numberedChoices(question).map(({ words }, at) => ({
    reply: `${at + 1} ${question.id}`,
    words: words[language],
    answer: "approve" as const,
  }));
  const yes = {
    reply: `yes ${question.id}`,
    words: message("buttonYes", language),
    answer: "approve" as const,
  };
  const no = { reply: `no ${question.id}`, words: message("buttonNo", language), answer: "deny" as const };
  return [...(choices.length === 0 ? [yes] : choices), no];
}
