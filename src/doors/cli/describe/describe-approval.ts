import type { Approval, ApprovalRequest } from "../../../contract/asking/approval.ts";
import { localTime } from "../../../contract/words/local-time.ts";
import { type Language, message } from "../../../contract/words/messages.ts";
import { expiresIn } from "../../../contract/words/question-words.ts";
import { originLines } from "../../../text/origin-words.ts";
import { previewText } from "../../../text/question-lead.ts";
import { quotedBlock, visibleLine } from "../../../text/visible-text.ts";
import { whyAsked } from "../../../text/why-asked.ts";
import type { Say } from "../words/say.ts";

/**
 * What a person reads before answering: what the call would do, the origin of each argument, why it asks, and
 * a preview. `warn` colours content from strangers.
 */
export function describeQuestion(
  request: ApprovalRequest,
  language: Language = "en",
  { now = Date.now(), warn = (text: string) => text }: { now?: number; warn?: (text: string) => string } = {},
): string {
  const { input, words, preview, reasons, lines, expiresAt, off } = request;
  const text = [
    ...(lines === undefined
      ? [
          ...(request.consequence === undefined ? [] : [visibleLine(request.consequence[language])]),
          ...words[language]
            .filter(isNews(request.consequence?.[language]))
            .map((phrase) => visibleLine(language === "en" ? `It ${phrase}` : phrase)),
          message("inputIs", language, { input: visibleLine(shorten(JSON.stringify(input))) }),
        ]
      : lines.map((line, at) =>
          message("planLine", language, {
            number: at + 1,
            tool: visibleLine(`${line.tool}, ${line.verdict}`),
            words: visibleLine(line.words[language].join("; ")),
          }),
        )),
    ...originLines(request, language).map(({ text: line, asks }) =>
      asks ? warn(`! ${visibleLine(line)}`) : `  ${visibleLine(line)}`,
    ),
    (off && visibleLine(off[language])) ??
      message("because", language, { rules: visibleLine(whyAsked(reasons, language)) }),
    ...(expiresAt === undefined
      ? []
      : [message("until", language, { time: expiresIn(expiresAt, { now, language }) })]),
    ...(preview === undefined ? [] : [quotedBlock(previewText(preview, language).trimEnd())]),
  ];
  return text.join("\n");
}

/** Whether a phrase such as "writes ./a.txt" names something that the sentence above it does not. */
const isNews =
  (consequence = "") =>
  (phrase: string): boolean => {
    const target = phrase.slice(phrase.indexOf(" "));
    return !consequence.includes(`${target};`) && !consequence.includes(`${target}，`);
  };

/** One row of a list of approvals. */
export function approvalRow(
  { id, status, tool, risk, words, createdAt, lines }: Approval,
  say: Say,
): string[] {
  const what =
    lines === undefined
      ? `${tool}: ${words[say.language].join("; ")}`
      : say`a plan of ${say.count(lines.length, "call")}`;
  return [id, say.value(status), say.value(risk), localTime(createdAt), visibleLine(what)];
}

function shorten(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}… (${text.length} characters)` : text;
}
