// How a person at an MCP client is asked about a call, and how their answer is read.

import type { ApprovalAnswer, ApprovalRequest } from "../../../contract/approval.ts";
import type { DialogueRequest } from "../../../contract/dialogue.ts";
import { message, riskWord, ruleWords } from "../../../contract/messages.ts";
import { expiresIn, questionTitle } from "../../../contract/question-words.ts";
import { quotedBlock } from "../../../text/quoted-block.ts";
import { visibleLine } from "../../../text/visible-text.ts";

const MAX_INPUT = 1_500;

/** A client that declines sooner than this has asked nobody: no person reads a question so fast. */
const AUTOMATIC_MS = 1_000;

/** What a person at a client said. `nobody`: the question was closed without an answer, so that others may give one. */
type FormAnswer = Pick<ApprovalAnswer, "answer" | "grant"> | "nobody";

/**
 * The question about one call, as a form that the client shows to its user. Accepting the form approves the call, once. Where wider
 * approvals are offered, the form has one field for the choice.
 */
export function approvalForm(request: ApprovalRequest): DialogueRequest {
  const choices = [
    { value: "approve", title: "Yes, this once" },
    ...request.offers.map(({ key, words }) => ({ value: key, title: visibleLine(words.en) })),
    { value: "deny", title: "No" },
  ];
  const answer = {
    type: "string",
    title: visibleLine(questionTitle(request, "en")),
    enum: choices.map(({ value }) => value),
    enumNames: choices.map(({ title }) => title),
    default: "approve",
  };
  const asksMore = request.offers.length > 0;
  return {
    method: "elicitation/create",
    params: {
      mode: "form",
      message: approvalText(request),
      requestedSchema: asksMore
        ? { type: "object", properties: { answer }, required: ["answer"] }
        : { type: "object", properties: {} },
    },
  };
}

/** The question as a page of the console, for clients that open addresses and show no forms. */
export function approvalPage(request: ApprovalRequest, url: string): DialogueRequest {
  return {
    method: "elicitation/create",
    params: { mode: "url", message: approvalText(request), url, elicitationId: request.id ?? request.callId },
  };
}

/** Reads what a client brought back. Only a clear yes is a yes; closing the form is no answer, nor is a refusal that no person gave. */
export function readFormAnswer(
  response: unknown,
  { offers }: ApprovalRequest,
  { elapsedMs }: { readonly elapsedMs: number },
): FormAnswer {
  const { action, content } = (response ?? {}) as { action?: unknown; content?: { answer?: unknown } };
  if (action === "decline") return elapsedMs < AUTOMATIC_MS ? "nobody" : { answer: "deny" };
  if (action !== "accept") return "nobody";
  const chosen = content?.answer;
  if (chosen === "approve" || (chosen === undefined && offers.length === 0)) return { answer: "approve" };
  if (chosen === undefined) return "nobody";
  const grant = offers.find(({ key }) => key === chosen)?.key;
  return grant === undefined ? { answer: "deny" } : { answer: "approve", grant };
}

/** What a person has to know to decide, in the words of every other door. What the call brings along stands quoted, on one line. */
export function approvalText(request: ApprovalRequest): string {
  const { tool, input, risk, reasons, words, preview, id = "", expiresAt } = request;
  const given = JSON.stringify(input);
  const rules = reasons.filter(({ effect }) => effect === "ask").map(({ rule }) => ruleWords(rule, "en"));
  const shown =
    given.length > MAX_INPUT ? `${given.slice(0, MAX_INPUT)}… (${given.length} characters)` : given;
  return [
    visibleLine(questionTitle(request, "en")),
    message("approvalNeeded", "en", { tool: visibleLine(tool), risk: riskWord(risk, "en"), id }),
    ...words.en.map((phrase) => `- ${visibleLine(phrase)}`),
    message("inputIs", "en", { input: visibleLine(shown) }),
    ...(rules.length === 0
      ? []
      : [message("because", "en", { rules: visibleLine([...new Set(rules)].join("; ")) })]),
    ...(preview === undefined ? [] : [quotedBlock(preview.text.slice(0, MAX_INPUT).trimEnd())]),
    ...(expiresAt === undefined
      ? []
      : [message("until", "en", { time: expiresIn(expiresAt, { now: Date.now(), language: "en" }) })]),
  ].join("\n");
}

/** How a question can be answered elsewhere, one way a line. */
export function waysToApprove(id: string, consoleUrl: string | undefined): string[] {
  return [
    ...(consoleUrl === undefined ? [] : [`in the console: ${approvalAddress(consoleUrl, id)}`]),
    `in a terminal: dejima approvals approve ${id}`,
  ];
}

/** The page of the console that shows a question. */
export function approvalAddress(consoleUrl: string, id: string): string {
  return `${consoleUrl}/#/approvals/${encodeURIComponent(id)}`;
}
