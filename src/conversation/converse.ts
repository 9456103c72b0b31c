import type { AnswerResult } from "../approval/approval-queue.ts";
import { isAnswerWord, numberedChoices } from "../approval/chat-question.ts";
import type { Approval } from "../contract/approval.ts";
import type { HarbourEvent } from "../contract/event.ts";
import { message } from "../contract/messages.ts";
import { answerWords, questionTitle } from "../contract/question-words.ts";
import type { Approvals } from "../execution/asking/approvals.ts";
import type { Language } from "../support/language-of.ts";
import { visibleLine } from "../text/visible-text.ts";
import type { Conversations, ConverseOptions, Said, Speaker } from "./conversations.ts";
import { SETTLED } from "./settled-words.ts";
import type { AnswerButton, Spent, Utterance } from "./utterance.ts";
import { expiredText, waitingText } from "./waiting-text.ts";

/** One message of a channel of plain text, and what to send back for it. */
export async function* converse(
  text: string,
  from: Speaker,
  { listening, followed = new Set(), ...options }: ConverseOptions,
  { conversations, approvals }: { conversations: Conversations; approvals: Pick<Approvals, "show" | "text"> },
): AsyncGenerator<Utterance> {
  const said = await conversations.say(text, from, options);
  const language = await conversations.language(text, said.conversationId);
  const refusal = refusalOf(said, language);
  if (refusal !== undefined) {
    yield { type: "answer", text: refusal };
    return;
  }
  if (said.type === "run" && said.pending.length > 0)
    yield { type: "notice", text: waitingText(said.pending, language), important: isAnswerWord(text) };
  if (said.type === "run" && said.expired.length > 0)
    yield { type: "notice", text: expiredText(said.expired, language), important: true };
  if (!("runId" in said)) return;
  if (said.type === "answered") {
    const { approval } = said.result;
    const words = answerWords(approval, language);
    if (words !== "") yield { type: "notice", text: words, important: true };
  }
  // Whoever put the question still follows the run, and brings its answer.
  if (said.type === "answered" && followed.has(said.runId)) return;
  const after = said.type === "answered" ? { after: said.after } : {};
  let usage = { inputTokens: 0, outputTokens: 0 };
  let begins = true;
  followed.add(said.runId);
  try {
    for await (const { event } of conversations.follow(said.runId, from, { ...after, signal: listening })) {
      if (event.type === "model-end") usage = added(usage, event.usage);
      const utterance = await utteranceOf(event, { language, approvals, usage, begins });
      if (utterance !== undefined) yield utterance;
      begins = event.type === "model-end" || (begins && event.type !== "text-delta");
    }
  } finally {
    followed.delete(said.runId);
  }
}

function added(sum: Spent, { inputTokens, outputTokens }: Spent): Spent {
  return { inputTokens: sum.inputTokens + inputTokens, outputTokens: sum.outputTokens + outputTokens };
}

function refusalOf(said: Said, language: Language): string | undefined {
  if (said.type === "ambiguous") return waitingText(said.pending, language);
  if (said.type === "refused") return message("mayNotAnswer", language);
  if (said.type !== "answered" || said.result.accepted) return undefined;
  return message("answerLate", language, { why: lateWords(said.result, language) });
}

/** Why an answer came too late, or does not count. */
function lateWords({ approval, message: exact }: AnswerResult, language: Language): string {
  const settled = SETTLED[approval.status];
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
    usage: Spent;
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
      };
    case "approval-start": {
      if (event.id === undefined) return undefined;
      const held = await approvals.show(event.id);
      // One that was answered meanwhile needs no asking.
      if (held.status !== "pending") return undefined;
      return {
        type: "question",
        text: await approvals.text(held, language),
        approval: event.id,
        title: visibleLine(questionTitle(held, language)),
        buttons: answerButtons(held, language),
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

/** A button for each way to answer: the numbered choices and a no, or a plain yes and no. */
function answerButtons(held: Approval, language: Language): AnswerButton[] {
  const choices = numberedChoices(held).map(({ words }, at) => ({
    reply: `${at + 1} ${held.id}`,
    words: words[language],
    answer: "approve" as const,
  }));
  const yes = { reply: `yes ${held.id}`, words: message("buttonYes", language), answer: "approve" as const };
  const no = { reply: `no ${held.id}`, words: message("buttonNo", language), answer: "deny" as const };
  return [...(choices.length === 0 ? [yes] : choices), no];
}
