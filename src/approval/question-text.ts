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
