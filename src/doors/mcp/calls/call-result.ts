import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ApprovalRequest } from "../../../contract/approval.ts";
import type { Outcome } from "../../../contract/outcome.ts";
import { approvalText } from "./approval-question.ts";

/** An outcome in the words of MCP. What came from an MCP server goes back as it came. */
export function callResult(outcome: Outcome, whole: unknown): CallToolResult {
  if (outcome.type === "failure") {
    const { code, message, details } = outcome.error;
    const { content, structuredContent } = details as Partial<CallToolResult>;
    return {
      isError: true,
      content:
        Array.isArray(content) && content.length > 0
          ? content
          : [{ type: "text", text: `${code}: ${message}` }],
      ...(structuredContent === undefined ? {} : { structuredContent }),
      _meta: { "dejima/error": code },
    };
  }
  // Pictures and files cannot be cut; text that is too long comes as an excerpt with the way to the rest.
  const output = isWire(whole) && whole.content.some(({ type }) => type !== "text") ? whole : outcome.output;
  if (isWire(output)) return output;
  if (typeof output === "string") return { content: [{ type: "text", text: output }] };
  const text = JSON.stringify(output ?? null);
  const isObject = typeof output === "object" && output !== null && !Array.isArray(output);
  return {
    content: [{ type: "text", text }],
    ...(isObject ? { structuredContent: output as Record<string, unknown> } : {}),
  };
}

/** The answer to a client that cannot ask its user: the call waits, and this says how it goes on. */
export function parkedResult(request: ApprovalRequest): CallToolResult {
  const { id = "" } = request;
  const text = [
    `This call waits for a person: ${approvalText(request)}`,
    `To approve it: dejima approvals approve ${id}`,
    `Then call resume_call with {"id": "${id}"} to get its result. Do not repeat the call itself.`,
  ].join("\n");
  const pending = {
    status: "approval_required",
    id,
    approve: `dejima approvals approve ${id}`,
    resume: "resume_call",
  };
  return { content: [{ type: "text", text }], _meta: { "dejima/pending": pending } };
}

function isWire(value: unknown): value is CallToolResult {
  if (typeof value !== "object" || value === null || !("content" in value)) return false;
  const { content } = value;
  return Array.isArray(content) && content.every((block) => typeof block?.type === "string");
}
