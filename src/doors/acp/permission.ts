import type { PermissionOption, ToolCallContent, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Approval, ApprovalAnswer, Preview } from "../../contract/asking/approval.ts";
import { type Language, message } from "../../contract/words/messages.ts";
import { answerChoices, questionTitle } from "../../contract/words/question-words.ts";
import { originLines } from "../../text/origin-words.ts";
import { previewText, questionLead } from "../../text/question-lead.ts";
import { visibleLine } from "../../text/visible-text.ts";
import { whyAsked } from "../../text/why-asked.ts";
import { fenced, text } from "./call-updates.ts";

/** The person's choice in the editor. */
export type Choice = Pick<ApprovalAnswer, "answer" | "grant" | "rule">;

/** A question as a permission request, and the answer behind each of its buttons. */
interface Permission {
  readonly toolCall: ToolCallUpdate;
  readonly options: PermissionOption[];
  /**
   * By option id. Every id contains the id of its question, so that no button of another question matches.
   */
  readonly choices: ReadonlyMap<string, Choice>;
  /** What the call would change, so that it can be shown with the call later as well. */
  readonly diffs: readonly ToolCallContent[];
}

const BUTTON_LABELS = {
  allow: { en: "Allow once", zh: "允许一次" },
  deny: { en: "Deny", zh: "拒绝" },
} as const;

/** Turns a question into a permission request. */
export function permissionFor(question: Approval, language: Language): Permission {
  const options: PermissionOption[] = [];
  const choices = new Map<string, Choice>();
  const add = (name: string, kind: PermissionOption["kind"], key: string, choice: Choice) => {
    const optionId = `${question.id}:${key}`;
    options.push({ optionId, name: visibleLine(name), kind });
    choices.set(optionId, choice);
  };
  const offered = answerChoices(question);
  // A feature that is off has no plain yes: it must be turned on, with a scope that the person chooses.
  if (question.off === undefined)
    add(BUTTON_LABELS.allow[language], "allow_once", "approve", { answer: "approve" });
  for (const { words, ...choice } of offered.filter(({ answer }) => answer === "approve"))
    add(words[language], "allow_always", keyOf(choice), choice);
  add(BUTTON_LABELS.deny[language], "reject_once", "deny", { answer: "deny" });
  for (const { words, ...choice } of offered.filter(({ answer }) => answer === "deny"))
    add(words[language], "reject_always", keyOf(choice), choice);
  const { diffs, others } = previewOf(question, language);
  const toolCall: ToolCallUpdate = {
    toolCallId: question.callId,
    title: visibleLine(questionTitle(question, language)),
    status: "pending",
    content: [text(explanation(question, language)), ...diffs, ...others],
    rawInput: question.input,
  };
  return { toolCall, options, choices, diffs };
}

function keyOf({ grant, rule }: Choice): string {
  return grant === undefined ? `rule-${rule}` : `grant-${grant}`;
}

function previewOf(
  { preview, effects }: Approval,
  language: Language,
): {
  diffs: readonly ToolCallContent[];
  others: readonly ToolCallContent[];
} {
  const write = effects.find(({ kind }) => kind === "file.write");
  const diffs = preview === undefined || write === undefined ? [] : diffContent(preview, write.target);
  return {
    diffs,
    others: preview === undefined || diffs.length > 0 ? [] : [fenced(previewText(preview, language))],
  };
}

/** The explanation above the buttons. Text from the call is on separate lines, as code. */
function explanation(question: Approval, language: Language): string {
  const { words, lines, reasons, off } = question;
  return [
    ...questionLead(question, language).map((line) => visibleLine(line)),
    ...(lines === undefined
      ? words[language].map((phrase) => `- ${inCode(phrase)}`)
      : lines.map((line, at) => `${at + 1}. ${inCode(`${line.tool}: ${line.words[language].join("; ")}`)}`)),
    ...originLines(question, language).map(({ text: line, asks }) => `- ${asks ? "⚠ " : ""}${inCode(line)}`),
    "",
    off?.[language] ?? message("because", language, { rules: inCode(whyAsked(reasons, language)) }),
  ].join("\n");
}

/** One line as Markdown code, whatever it contains. */
function inCode(line: string): string {
  const shown = visibleLine(line);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${shown}\`` : `${fence} ${shown} ${fence}`;
}

/** The hunks of a previewed change for an editor: the text before and after each. */
function diffContent({ kind, text }: Preview, path: string): ToolCallContent[] {
  if (kind !== "diff") return [];
  const [, ...hunks] = text.split(/^@@ .*\n/m);
  return hunks.map((hunk) => {
    const lines = hunk.replace(/\n$/, "").split("\n");
    const oldText = linesOf(lines, "-");
    return { type: "diff", path, oldText: oldText === "" ? null : oldText, newText: linesOf(lines, "+") };
  });
}

/** One side of a hunk. */
function linesOf(lines: readonly string[], side: "-" | "+"): string {
  return lines
    .filter((line) => line.startsWith(side) || line.startsWith(" "))
    .map((line) => `${line.slice(1)}\n`)
    .join("");
}
