import type { ApprovalRequest } from "../../../contract/approval.ts";
import type { DialogueRequest } from "../../../contract/dialogue.ts";

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
            title: "Run exactly this call?",
            enum: ["approve", "deny"],
            default: "deny",
          },
        },
        required: ["answer"],
      },
    },
  };
}

/** What a person has to know to decide. */
export function approvalText({
  tool,
  input,
  risk,
  effects,
  reasons,
  words,
  preview,
}: ApprovalRequest): string {
  const given = JSON.stringify(input);
  const because = reasons.filter(({ effect }) => effect === "ask").map(({ rule }) => rule);
  return [
    `${tool}, risk ${risk}`,
    ...words.en,
    `input: ${given.length > MAX_INPUT ? `${given.slice(0, MAX_INPUT)}… (${given.length} characters)` : given}`,
    ...effects.map(({ kind, target }) => `${kind} ${target}`),
    ...(preview === undefined ? [] : [preview.text.slice(0, MAX_INPUT)]),
    ...(because.length === 0 ? [] : [`asked because: ${because.join("; ")}`]),
  ].join("\n");
}
