import { originLines } from "../../../text/origin-words.ts";
// The question to a person at an MCP client, and how their answer is parsed.

import type { ApprovalAnswer, ApprovalRequest } from "../../../contract/asking/approval.ts";
import type { DialogueRequest } from "../../../contract/dialogue.ts";
import { message, riskWord } from "../../../contract/words/messages.ts";
import {
  type AnswerChoice,
  answerChoices,
  changesFolder,
  expiresIn,
  questionTitle,
} from "../../../contract/words/question-words.ts";
import { defined } from "../../../support/defined.ts";
import { questionLead } from "../../../text/question-lead.ts";
import { quotedBlock, visibleLine } from "../../../text/visible-text.ts";
import { whyAsked } from "../../../text/why-asked.ts";

const MAX_INPUT = 1_500;

/** Clients fold all but the first lines, so a short input is placed right below the question. */
const MAX_SHORT_INPUT = 200;

/** A client that declines faster than this has asked nobody: no person reads that fast. */
const AUTOMATIC_MS = 1_000;

/**
 * The answer of a person at a client. `nobody`: the question was closed without an answer, so others may give
 * one.
 */
type FormAnswer = Pick<ApprovalAnswer, "answer" | "grant" | "rule"> | "nobody";

/**
 * The question about one call, as a form for the client's user. Its one field is the choice; accepting the
 * form unchanged approves the call, once. The field is always present: some clients accept a form without
 * fields by themselves.
 */
export function approvalForm(
  request: ApprovalRequest,
  { mayChangeRules = false }: FormOptions = {},
): DialogueRequest {
  const offered = formChoices(request, mayChangeRules);
  const choices = [
    // A feature that is off is approved by choosing the scope to turn it on for.
    ...(request.off === undefined ? [{ value: "approve", title: "Yes, this once" }] : []),
    ...offered.map(({ grant, rule, words }) => ({
      value: grant ?? rule ?? "",
      title: visibleLine(words.en),
    })),
    { value: "deny", title: "No" },
  ];
  const answer = {
    type: "string",
    title: visibleLine(questionTitle(request, "en")),
    enum: choices.map(({ value }) => value),
    enumNames: choices.map(({ title }) => title),
    default: request.off === undefined ? "approve" : "deny",
  };
  return {
    method: "elicitation/create",
    params: {
      mode: "form",
      message: approvalText(request),
      requestedSchema: { type: "object", properties: { answer }, required: ["answer"] },
    },
  };
}

interface FormOptions {
  /** Whether the person at the client may change the rules of the folder. */
  readonly mayChangeRules?: boolean;
}

function formChoices(request: ApprovalRequest, mayChangeRules: boolean): AnswerChoice[] {
  return answerChoices(request).filter(({ rule }) => mayChangeRules || !changesFolder(request, rule));
}

/** The question as a console page, for clients that open URLs and show no forms. */
export function approvalPage(request: ApprovalRequest, url: string): DialogueRequest {
  return {
    method: "elicitation/create",
    params: { mode: "url", message: approvalText(request), url, elicitationId: request.id ?? request.callId },
  };
}

/**
 * Parses a client's answer. Only a clear yes is a yes. Closing the form is no answer, nor is a refusal that
 * no person gave.
 */
export function readFormAnswer(
  response: unknown,
  request: ApprovalRequest,
  { elapsedMs, mayChangeRules = false }: FormOptions & { readonly elapsedMs: number },
): FormAnswer {
  const { action, content } = (response ?? {}) as { action?: unknown; content?: { answer?: unknown } }; // looked at as unknown
  if (action === "decline") return elapsedMs < AUTOMATIC_MS ? "nobody" : { answer: "deny" };
  if (action !== "accept") return "nobody";
  const choice = content?.answer;
  const offered = formChoices(request, mayChangeRules);
  if (choice === "approve" && request.off === undefined) return { answer: "approve" };
  if (choice === undefined) return "nobody";
  const chosen = offered.find(({ grant, rule }) => (grant ?? rule) === choice);
  if (chosen === undefined) return { answer: "deny" };
  const { answer, grant, rule } = chosen;
  return { answer, ...defined({ grant, rule }) };
}

/**
 * What a person has to know to decide, in the same words as at every other door. Text from the call is
 * quoted, on one line.
 */
export function approvalText(request: ApprovalRequest): string {
  const { tool, input, risk, reasons, words, preview, id = "", expiresAt } = request;
  const shownInput = JSON.stringify(input);
  const asks = reasons.some(({ effect }) => effect === "ask");
  const shown =
    shownInput.length > MAX_INPUT
      ? `${shownInput.slice(0, MAX_INPUT)}… (${shownInput.length} characters)`
      : shownInput;
  const inputLine = message("inputIs", "en", { input: visibleLine(shown) });
  const isShort = inputLine.length <= MAX_SHORT_INPUT;
  return [
    visibleLine(questionTitle(request, "en")),
    ...(isShort ? [inputLine] : []),
    ...questionLead(request, "en").map((line) => visibleLine(line)),
    ...words.en.map((phrase) => `- ${visibleLine(phrase)}`),
    ...(isShort ? [] : [inputLine]),
    message("approvalNeeded", "en", { tool: visibleLine(tool), risk: riskWord(risk, "en"), id }),
    ...originLines(request, "en").map(({ text, asks }) => `${asks ? "!" : "-"} ${visibleLine(text)}`),
    ...(request.off === undefined ? [] : [visibleLine(request.off.en)]),
    ...(asks ? [message("because", "en", { rules: visibleLine(whyAsked(reasons)) })] : []),
    ...(preview === undefined ? [] : [quotedBlock(preview.text.slice(0, MAX_INPUT).trimEnd())]),
    ...(expiresAt === undefined
      ? []
      : [message("until", "en", { time: expiresIn(expiresAt, { now: Date.now(), language: "en" }) })]),
  ].join("\n");
}

/** How a question can be answered elsewhere, one way per line. */
export function waysToApprove(id: string, consoleUrl: string | undefined): string[] {
  return [
    ...(consoleUrl === undefined ? [] : [`in the console: ${approvalAddress(consoleUrl, id)}`]),
    `in a terminal: dejima approvals approve ${id}`,
  ];
}

/** The console page of a question. */
export function approvalAddress(consoleUrl: string, id: string): string {
  return `${consoleUrl}/#/approvals/${encodeURIComponent(id)}`;
}
