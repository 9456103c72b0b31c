import type { ApprovalRequest } from "../contract/approval.ts";
import { type Language, message, riskWord, ruleWords } from "../contract/messages.ts";

/** The languages that people are asked in. */
export type AskingLanguage = Language;

/** A question as one message of a chat, with the replies that answer it. */
export function questionText(request: ApprovalRequest, language: AskingLanguage): string {
  const { tool, risk, words, reasons, lines, preview, expiresAt, id } = request;
  const rules = reasons.filter(({ effect }) => effect === "ask").map(({ rule }) => ruleWords(rule, language));
  const time =
    expiresAt === undefined ? "" : new Date(expiresAt).toISOString().slice(0, 16).replace("T", " ");
  return [
    ...(lines === undefined
      ? [
          message("askCall", language, { tool, risk: riskWord(risk, language) }),
          ...words[language].map((phrase) => `- ${phrase}`),
        ]
      : [
          message("askPlan", language, { count: lines.length }),
          ...lines.map((line, at) =>
            message("planLine", language, {
              number: at + 1,
              tool: line.tool,
              words: line.words[language].join("; "),
            }),
          ),
        ]),
    message("because", language, { rules: [...new Set(rules)].join("; ") }),
    ...(preview === undefined ? [] : ["```", preview.text.trimEnd().replaceAll("```", "'''"), "```"]),
    ...(time === "" ? [] : [message("until", language, { time })]),
    message("replyWith", language, { id: id === undefined ? "" : ` ${id}` }),
  ].join("\n");
}
