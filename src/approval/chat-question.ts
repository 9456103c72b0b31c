import type { ApprovalRequest } from "../contract/approval.ts";
import { type Language, message, riskWord, ruleWords } from "../contract/messages.ts";
import { expiresIn, questionTitle } from "../contract/question-words.ts";
import { quotedBlock } from "../text/quoted-block.ts";
import { visibleLine } from "../text/visible-text.ts";

/** The languages that people are asked in. */
export type AskingLanguage = Language;

/** A question as one message of a chat, with the replies that answer it. What a call brings along stands quoted, on one line. */
export function questionText(
  request: ApprovalRequest,
  language: AskingLanguage,
  now: number = Date.now(),
): string {
  const { tool, risk, words, reasons, lines, preview, expiresAt, id } = request;
  const rules = reasons.filter(({ effect }) => effect === "ask").map(({ rule }) => ruleWords(rule, language));
  return [
    message("approvalNeeded", language, {
      tool: visibleLine(tool),
      risk: riskWord(risk, language),
      id: id ?? "",
    }),
    visibleLine(questionTitle(request, language)),
    ...(lines === undefined
      ? words[language].map((phrase) => `- ${visibleLine(phrase)}`)
      : lines.map((line, at) =>
          message("planLine", language, {
            number: at + 1,
            tool: visibleLine(line.tool),
            words: visibleLine(line.words[language].join("; ")),
          }),
        )),
    message("because", language, { rules: visibleLine([...new Set(rules)].join("; ")) }),
    ...(preview === undefined ? [] : [quotedBlock(preview.text.trimEnd())]),
    ...(expiresAt === undefined
      ? []
      : [message("until", language, { time: expiresIn(expiresAt, { now, language }) })]),
    message("replyWith", language, { id: id === undefined ? "" : ` ${id}` }),
  ].join("\n");
}

/** What a chat message says about the questions that wait in its conversation. */
export type Reply =
  /** It answers exactly this question. */
  | { readonly type: "answer"; readonly answer: "approve" | "deny"; readonly id: string }
  /** It answers all questions that wait, and names how many those are. */
  | { readonly type: "all"; readonly answer: "approve" | "deny"; readonly ids: readonly string[] }
  /** It is an answer, but not clear to which question: the person must name one. */
  | { readonly type: "ambiguous"; readonly answer: "approve" | "deny"; readonly ids: readonly string[] }
  /** It is a message like any other; it approves nothing. */
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
  /** The ids of those that wait. */
  readonly pending: readonly string[];
  /** The id of the question that is the last thing the person was shown; absent when something else is. */
  readonly shown?: string | undefined;
}

/** Whether a message, as a whole, is one of the words that answer a question. */
export function isAnswerWord(text: string): boolean {
  return BY_WORD.has(text.trim().toLowerCase());
}

/** A message that is an answer word and the id of some question, whatever became of that question. */
export function answerWithId(text: string): { answer: "approve" | "deny"; id: string } | undefined {
  const message = text.trim().toLowerCase();
  const id = message.slice(-ID_LENGTH);
  const answer = /^[a-z]+$/.test(id) ? answerBefore(message, id) : undefined;
  return answer === undefined ? undefined : { answer, id };
}

/**
 * Reads a chat message as an answer. Only a whole message counts: trimmed and without regard to case it must be one of the
 * words, followed by the id of a question that waits. A word alone answers the only question that waits, and only when that
 * question is the last thing the person was shown: otherwise the word may answer something else. "approve all 5" answers all
 * that wait if there are five. Anything else is conversation.
 */
export function readReply(text: string, { pending, shown }: Questions): Reply {
  const message = text.trim().toLowerCase();
  const alone = BY_WORD.get(message);
  if (alone !== undefined) {
    if (pending.length === 0 || shown === undefined) return MESSAGE;
    return pending.length === 1 && pending[0] === shown
      ? { type: "answer", answer: alone, id: shown }
      : { type: "ambiguous", answer: alone, ids: [...pending] };
  }
  const all = answerToAll(message);
  if (all !== undefined && pending.length > 0)
    // The number says which questions the person has seen.
    return {
      type: all.count === pending.length ? "all" : "ambiguous",
      answer: all.answer,
      ids: [...pending],
    };
  const id = pending.find((waiting) => message.endsWith(waiting.toLowerCase()));
  if (id === undefined) return MESSAGE;
  const answer = answerBefore(message, id);
  return answer === undefined ? MESSAGE : { type: "answer", answer, id };
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

/** What the word says that stands before the id at the end of a message. */
function answerBefore(message: string, id: string): "approve" | "deny" | undefined {
  const before = message.slice(0, message.length - id.length);
  // Letters of one script would run together; a Chinese word needs no blank before an id.
  const apart = /\s$/.test(before) || !/[a-z]$/.test(before);
  return apart ? BY_WORD.get(before.trimEnd()) : undefined;
}
