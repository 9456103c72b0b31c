import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { ApprovalRequest } from "../../../contract/approval.ts";
import { DejimaError, type ErrorCode, type ErrorData, errorDataSchema } from "../../../contract/error.ts";
import type { Outcome } from "../../../contract/outcome.ts";
import { defined } from "../../../support/defined.ts";
import { approvalText, waysToApprove } from "./approval-form.ts";

/** The longest structured content that is sent whole, in characters of JSON. */
const MAX_STRUCTURED = 1_000_000;

/** An outcome in the words of MCP. What came from an MCP server is passed on as it came. `hasSchema`: its tool declares an output schema. */
export function callResult(outcome: Outcome, whole: unknown, hasSchema = false): CallToolResult {
  if (outcome.type === "failure") {
    const { code, message, details } = outcome.error;
    const { content, structuredContent } = details as Partial<CallToolResult>;
    return {
      isError: true,
      content:
        Array.isArray(content) && content.length > 0
          ? content
          : [{ type: "text", text: `${code}: ${message}` }],
      ...defined({ structuredContent }),
      _meta: { "dejima/error": code },
    };
  }
  // Pictures and files cannot be cut; text that is too long comes as an excerpt with the way to the rest.
  const output = isWire(whole) && whole.content.some(({ type }) => type !== "text") ? whole : outcome.output;
  if (isWire(output)) return output;
  if (typeof output === "string")
    return { content: [{ type: "text", text: output }], ...uncut(whole, hasSchema) };
  const text = JSON.stringify(output ?? null);
  const isObject = typeof output === "object" && output !== null && !Array.isArray(output);
  return {
    content: [{ type: "text", text }],
    ...(isObject ? { structuredContent: output as Record<string, unknown> } : {}),
  };
}

/**
 * What stays whole of a result whose text was cut: clients check structured content against the tool's schema, and an excerpt of it
 * would not be valid. Content that is too long even for this makes the result an error, which is not checked.
 */
function uncut(whole: unknown, hasSchema: boolean): Partial<CallToolResult> {
  if (typeof whole !== "object" || whole === null) return {};
  const { structuredContent, ...rest } = isWire(whole)
    ? whole
    : { structuredContent: hasSchema && !Array.isArray(whole) ? { ...whole } : undefined };
  const { isError, _meta } = rest as Partial<CallToolResult>;
  const tooLong =
    structuredContent !== undefined && JSON.stringify(structuredContent).length > MAX_STRUCTURED;
  return {
    ...defined({ _meta }),
    ...(structuredContent === undefined || tooLong ? {} : { structuredContent }),
    ...(isError === true || tooLong ? { isError: true } : {}),
  };
}

/**
 * The answer to a client whose user gave none: the call waits, and this says how it continues. It is an error, because nothing
 * was done yet and clients would check a result against the tool's schema.
 */
export function parkedResult(request: ApprovalRequest, consoleUrl: string | undefined): CallToolResult {
  const { id = "" } = request;
  const text = [
    "This call waits until a person approves it. Nothing was run yet.",
    approvalText(request),
    "Tell the user how to approve it:",
    ...waysToApprove(id, consoleUrl).map((way) => `- ${way}`),
    `Then call resume_call with {"id": "${id}"} to get its result. Do not repeat the call itself.`,
  ].join("\n");
  const pending = {
    status: "approval_required",
    id,
    approve: `dejima approvals approve ${id}`,
    resume: "resume_call",
  };
  return { isError: true, content: [{ type: "text", text }], _meta: { "dejima/pending": pending } };
}

function isWire(value: unknown): value is CallToolResult {
  if (typeof value !== "object" || value === null || !("content" in value)) return false;
  const { content } = value;
  return Array.isArray(content) && content.every((block) => typeof block?.type === "string");
}

/** The error of the protocol itself with which a server answered, to be passed on as it came. Returns `undefined` for any other failure. */
export function serverProtocolError({ message, details }: ErrorData): ProtocolError | undefined {
  const { rpcCode, rpcData } = details;
  return typeof rpcCode === "number" ? new ProtocolError(rpcCode, message, rpcData) : undefined;
}

const { InvalidParams, InternalError } = ProtocolErrorCode;

/** The protocol has one code for what is wrong in a request and one for the rest; ours goes along as data. */
export const PROTOCOL_CODE_OF: Readonly<Record<ErrorCode, ProtocolErrorCode>> = {
  tool_not_found: InvalidParams,
  invalid_input: InvalidParams,
  not_found: InvalidParams,
  unauthenticated: InternalError,
  forbidden: InternalError,
  tool_not_allowed: InternalError,
  approval_required: InternalError,
  approval_denied: InternalError,
  approval_expired: InternalError,
  path_blocked: InternalError,
  host_blocked: InternalError,
  too_large: InternalError,
  timeout: InternalError,
  cancelled: InternalError,
  exit_nonzero: InternalError,
  spawn_failed: InternalError,
  output_truncated: InternalError,
  io_error: InternalError,
  server_unavailable: InternalError,
  skill_not_found: InvalidParams,
  skill_exists: InternalError,
  skill_invalid: InternalError,
  conflict: InternalError,
  limit_exceeded: InternalError,
  internal: InternalError,
};

/** A failure as an error of the protocol, where a result cannot say that something failed. */
export function protocolError(cause: unknown): unknown {
  const error = cause instanceof DejimaError ? cause.toData() : errorDataSchema.safeParse(cause).data;
  if (error === undefined) return cause;
  const { code, message } = error;
  return (
    serverProtocolError(error) ??
    new ProtocolError(PROTOCOL_CODE_OF[code], `${code}: ${message}`, { "dejima/error": code })
  );
}
