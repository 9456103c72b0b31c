import type { Approval, ApprovalRequest } from "../../contract/approval.ts";
import { type Language, message, ruleWords } from "../../contract/messages.ts";
import { visibleText } from "../../text/visible-text.ts";

/** What a person reads before answering: what it would do, why it is asked, and what can be shown of it. */
export function describeQuestion(request: ApprovalRequest, language: Language = "en"): string {
  const { input, words, preview, reasons, lines, expiresAt } = request;
  const asking = reasons.filter(({ effect }) => effect === "ask");
  const because = asking.map(({ rule, layer, file }) => `${ruleWords(rule, language)} (${file ?? layer})`);
  const text = [
    ...(lines === undefined
      ? [
          ...words[language].map((phrase) => (language === "en" ? `It ${phrase}` : phrase)),
          message("inputIs", language, { input: shorten(JSON.stringify(input)) }),
        ]
      : lines.map((line, at) =>
          message("planLine", language, {
            number: at + 1,
            tool: `${line.tool}, ${line.verdict}`,
            words: line.words[language].join("; "),
          }),
        )),
    message("because", language, { rules: [...new Set(because)].join("; ") }),
    ...(expiresAt === undefined
      ? []
      : [message("until", language, { time: new Date(expiresAt).toISOString() })]),
    ...(preview === undefined ? [] : ["", preview.text.trimEnd()]),
  ];
  return visibleText(text.join("\n"));
}

/** One row of a list of approvals. */
export function approvalRow({ id, status, tool, risk, words, createdAt, lines }: Approval): string[] {
  const what = lines === undefined ? `${tool}: ${words.en.join("; ")}` : `a plan of ${lines.length} calls`;
  return [id, status, risk, new Date(createdAt).toISOString().slice(0, 19), visibleText(what)];
}

function shorten(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}… (${text.length} characters)` : text;
}
