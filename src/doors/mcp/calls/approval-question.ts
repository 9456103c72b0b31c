import type { ApprovalRequest } from "../../../contract/approval.ts";
import type { DialogueRequest } from "../../../contract/dialogue.ts";
import { questionTitle } from "../../../contract/question-words.ts";
import { quotedBlock } from "../../../text/quoted-block.ts";
import { visibleLine } from "../../../text/visible-text.ts";

const MAX_INPUT = 1_500;

/** The question about one call, as a form that the client shows to its user. */
export function approvalQuestion(request: ApprovalRequest): DialogueRequest {
  return {
    method: "elicitation/create",
    params: {
      mode: "form",
      message: approvalText(request),
      requestedSchema: {
        type: "object",
        properties: {
          answer: {
            type: "string",
            title: visibleLine(questionTitle(request, "en")),
            enum: ["approve", "deny"],
            default: "deny",
          },
        },
        required: ["answer"],
      },
    },
  };
}

/** What a person has to know to decide. What the call brings along stands quoted, on one line. */
export function approvalText(request: ApprovalRequest): string {
  const { tool, input, risk, effects, reasons, words, preview } = request;
  const given = JSON.stringify(input);
  const because = reasons.filter(({ effect }) => effect === "ask").map(({ rule }) => rule);
  return [
    visibleLine(`${tool}, risk ${risk}`),
    visibleLine(questionTitle(request, "en")),
    ...words.en.map(visibleLine),
    visibleLine(
      `input: ${given.length > MAX_INPUT ? `${given.slice(0, MAX_INPUT)}… (${given.length} characters)` : given}`,
    ),
    ...effects
      .filter(({ inWord }) => inWord !== true)
      .map(({ kind, target }) => visibleLine(`${kind} ${target}`)),
    ...(preview === undefined ? [] : [quotedBlock(preview.text.slice(0, MAX_INPUT))]),
    ...(because.length === 0 ? [] : [visibleLine(`asked because: ${because.join("; ")}`)]),
  ].join("\n");
}
