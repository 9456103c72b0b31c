import type { Approval, ApprovalAnswer, ApprovalRequest } from "../contract/asking/approval.ts";
import { type Language, message, riskWord } from "../contract/words/messages.ts";
import {
  type AnswerChoice,
  answerChoices,
  expiresIn,
  plainYes,
  questionTitle,
} from "../contract/words/question-words.ts";
import { defined } from "../support/defined.ts";
import { originLines } from "../text/origin-words.ts";
import { previewText, questionLead } from "../text/question-lead.ts";
import { quotedBlock, visibleLine } from "../text/visible-text.ts";
import { whyAsked } from "../text/why-asked.ts";

/** The languages that people are question in. */
export type AskingLanguage = Language;

/** A question as one chat message, with the replies that answer it. Text from the call is quoted, on one line. */
export function questionText(
  request: ApprovalRequest,
  language: AskingLanguage,
  now: number = Date.now(),
): string {
  const { tool, risk, words, reasons, lines, preview, expiresAt, id, off } = request;
  return [
    message("approvalNeeded", language, {
      tool: visibleLine(tool),
      risk: riskWord(risk, language),
      id: id ?? "",
    }),
    visibleLine(questionTitle(request, language)),
    ...questionLead(request, language).map((line) => visibleLine(line)),
    ...(lines === undefined
      ? words[language].map((phrase) => `- ${visibleLine(phrase)}`)
      : lines.map((line, at) =>
          message("planLine", language, {
            number: at + 1,
            tool: visibleLine(line.tool),
            words: visibleLine(line.words[language].join("; ")),
          }),
        )),
    ...originLines(request, language).map(({ text, asks }) => `${asks ? "⚠" : "·"} ${visibleLine(text)}`),
    (off && visibleLine(off[language])) ??
      message("because", language, { rules: visibleLine(whyAsked(reasons, language)) }),
    ...(preview === undefined ? [] : [quotedBlock(previewText(preview, language).trimEnd())]),
    ...(expiresAt === undefined
      ? []
      : [message("until", language, { time: expiresIn(expiresAt, { now, language }) })]),
    ...replyWords(request, language),
  ].join("\n");
}

/** The replies that answer a question. Something that is off can be turned on by the number of a choice. */
function replyWords(request: ApprovalRequest, language: AskingLanguage): string[] {
  const id = request.id === undefined ? "" : ` ${request.id}`;
  const numbered = numberedChoices(request);
  return [
    ...numbered.map(({ words }, at) => `${at + 1}. ${visibleLine(words[language])}`),
    message(numbered.length === 0 ? "replyWith" : "replyNumber", language, { id }),
  ];
}

const ONCE: AnswerChoice = { answer: "approve", words: { en: "Yes, this once", zh: "同意，仅此一次" } };

/** The choices that a chat numbers: those of a question about something that is off, and trust in the source of the arguments. */
export function numberedChoices(request: ApprovalRequest): AnswerChoice[] {
  const choices = answerChoices(request);
  if (request.off !== undefined) return choices;
  const trust = choices.filter(({ grant }) => grant === "party");
  return trust.length === 0 ? [] : [ONCE, ...trust];
}

/** How a chat message relates to the open questions of its conversation. */
export type Reply =
  /** It answers exactly this question. */
  | {
      readonly type: "answer";
      readonly answer: "approve" | "deny";
      readonly id: string;
      /** The number of the choice, counting from 1, if the message is a number. */
      readonly choice?: number;
    }
  /** It answers all open questions and states their number. */
  | { readonly type: "all"; readonly answer: "approve" | "deny"; readonly ids: readonly string[] }
  /** It is an answer, but the question is unclear: the person must name one. */
  | { readonly type: "ambiguous"; readonly answer: "approve" | "deny"; readonly ids: readonly string[] }
  /** It is an ordinary message and approves nothing. */
  | { readonly type: "message" };

const WORDS: Readonly<Record<"approve" | "deny", readonly string[]>> = {
  approve: ["确认", "同意", "批准", "yes", "y", "ok", "approve"],
  deny: ["取消", "放弃", "拒绝", "no", "n", "cancel", "deny"],
};

const BY_WORD: ReadonlyMap<string, "approve" | "deny"> = new Map(
  (["approve", "deny"] as const).flatMap((answer) => WORDS[answer].map((word) => [word, answer] as const)),
);

const ID_LENGTH = 6;

const MESSAGE: Reply = { type: "message" };

/** The questions of a conversation as the person sees them. */
interface Questions {
  /** The ids of the open questions. */
  readonly pending: readonly string[];
  /** The id of the question, if a question is what the person was shown last. */
  readonly shown?: string | undefined;
  /** The ids of the questions that were last shown in one list. "all" answers only these. */
  readonly listed?: readonly string[] | undefined;
  /** The answers of a question's numbered choices, by its id. Empty without numbered choices. */
  choices?(id: string): readonly ("approve" | "deny")[];
}

const NUMBER = /^[1-9]$/;

/** Whether a whole message is one of the words that answer a question. */
export function isAnswerWord(text: string): boolean {
  const word = text.trim().toLowerCase();
  return BY_WORD.has(word) || NUMBER.test(word);
}

/** Parses a message of an answer word and the id of a question, whether or not that question is open. */
export function answerWithId(text: string): { answer: "approve" | "deny"; id: string } | undefined {
  const message = text.trim().toLowerCase();
  const id = message.slice(-ID_LENGTH);
  const word = /^[a-z]+$/.test(id) ? wordBefore(message, id) : undefined;
  const answer = word === undefined ? undefined : BY_WORD.get(word);
  return answer === undefined ? undefined : { answer, id };
}

/** The button that a typed answer stands for: `确认 abcdef` is `yes abcdef`. */
export function typedReply(text: string): string {
  const typed = text.trim().toLowerCase();
  const named = answerWithId(typed);
  return named === undefined ? typed : `${named.answer === "approve" ? "yes" : "no"} ${named.id}`;
}

/**
 * Parses a chat message as an answer. Only a whole message counts: trimmed and regardless of case, it must be an answer word
 * followed by the id of an open question. A word alone answers the only open question if that question was shown last.
 * Otherwise the word may answer something else. "approve all 5" answers all open questions if a list of exactly these five was
 * shown. Anything else is conversation.
 */
export function readReply(text: string, questions: Questions): Reply {
  const { pending, shown, listed = [], choices = () => [] } = questions;
  const message = text.trim().toLowerCase();
  const read = (word: string, id: string): Reply | undefined => {
    const answer = NUMBER.test(word) ? choices(id)[Number(word) - 1] : BY_WORD.get(word);
    if (answer === undefined) return undefined;
    return { type: "answer", answer, id, ...(NUMBER.test(word) ? { choice: Number(word) } : {}) };
  };
  if (isAnswerWord(message)) {
    if (pending.length === 0 || shown === undefined) return MESSAGE;
    const [only = ""] = pending;
    if (pending.length === 1 && only === shown) return read(message, shown) ?? MESSAGE;
    const answer = BY_WORD.get(message);
    return answer === undefined ? MESSAGE : { type: "ambiguous", answer, ids: [...pending] };
  }
  const all = answerToAll(message);
  if (all !== undefined && pending.length > 0)
    // The count alone could match other questions: one may be settled elsewhere while another arrives.
    return {
      type: all.count === pending.length && hasSame(pending, listed) ? "all" : "ambiguous",
      answer: all.answer,
      ids: [...pending],
    };
  const id = pending.find((waiting) => message.endsWith(waiting.toLowerCase()));
  if (id === undefined) return MESSAGE;
  const word = wordBefore(message, id);
  return (word === undefined ? undefined : read(word, id)) ?? MESSAGE;
}

function hasSame(ids: readonly string[], others: readonly string[]): boolean {
  return ids.length === others.length && ids.every((id) => others.includes(id));
}

/** Whether a message answers all questions: "approve all 5", "全部确认 5". */
function answerToAll(message: string): { answer: "approve" | "deny"; count: number | undefined } | undefined {
  const [word = "", number = "", ...more] = message
    .replace("全部", " all ")
    .split(/\s+/)
    .filter((part) => part !== "" && part !== "all");
  const answer = /all|全部/.test(message) && more.length === 0 ? BY_WORD.get(word) : undefined;
  if (answer === undefined || !/^\d{0,4}$/.test(number)) return undefined;
  return { answer, count: number === "" ? undefined : Number(number) };
}

/** The word before the id at the end of a message. */
function wordBefore(message: string, id: string): string | undefined {
  const before = message.slice(0, message.length - id.length);
  // Letters of one script need a blank before the id. A Chinese word does not.
  const apart = /\s$/.test(before) || !/[a-z0-9]$/.test(before);
  return apart ? before.trimEnd() : undefined;
}

/** The answers of the numbered choices of open questions, for `readReply`. */
export function choicesOf(pending: readonly Approval[]): (id: string) => readonly ("approve" | "deny")[] {
  return (id) => {
    const question = pending.find((approval) => approval.id === id);
    return question === undefined ? [] : numberedChoices(question).map(({ answer }) => answer);
  };
}

/** The answer in a reply: a choice, a plain approval or a plain denial. */
export function answerOf(
  { id, answer, choice }: Extract<Reply, { type: "answer" }>,
  pending: readonly Approval[],
): Pick<ApprovalAnswer, "answer" | "rule" | "grant"> {
  const question = pending.find((approval) => approval.id === id);
  if (question === undefined || (choice === undefined && answer === "deny")) return { answer };
  if (choice === undefined) return plainYes(question);
  const { rule, grant } = numberedChoices(question)[choice - 1] ?? {};
  return { answer, ...defined({ rule, grant }) };
}
