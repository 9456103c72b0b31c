import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { ApprovalRequest } from "../../../contract/asking/approval.ts";
import { DejimaError, type ErrorCode, type ErrorData, errorDataSchema } from "../../../contract/error.ts";
import type { Outcome } from "../../../contract/outcome.ts";
import { defined } from "../../../support/defined.ts";
import { observationUri } from "../offers/observations.ts";
import { approvalText, waysToApprove } from "./approval-form.ts";
import { shortenStructured } from "./shorten-structured.ts";

/** The default limit for structured content sent whole, in characters of JSON. */
const MAX_STRUCTURED = 1_000_000;

/** What decides the form of a result. */
interface ResultOptions {
  /** The output schema that its tool declares. */
  readonly schema?: unknown;
  /** The longest structured content that the client accepts, in characters of JSON. */
  readonly limit?: number | undefined;
}

/** An outcome in MCP's format. Results of MCP servers are passed on unchanged. */
export function callResult(outcome: Outcome, whole: unknown, options: ResultOptions = {}): CallToolResult {
  if (outcome.type === "failure") {
    const { code, message, details } = outcome.error;
    const { content, structuredContent } = details as Partial<CallToolResult>; // fields are checked below
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
  // Pictures and files cannot be cut. Text that is too long comes as an excerpt with a link to the rest.
  const output = isWire(whole) && whole.content.some(({ type }) => type !== "text") ? whole : outcome.output;
  if (isWire(output)) return shortBlocks(output, outcome, options.limit);
  if (typeof output === "string")
    return withStructured(shortText(outcome, output, whole), outcome, { ...options, whole });
  const text = JSON.stringify(output ?? null);
  const isObject = typeof output === "object" && output !== null && !Array.isArray(output);
  return {
    content: [{ type: "text", text }],
    ...(isObject ? { structuredContent: output as Record<string, unknown> } : {}), // `isObject`
  };
}

type Success = Extract<Outcome, { type: "success" }>;

/** The text of a result. Of a server's texts that are too long together: their beginning, and a link to the whole. */
function shortText(outcome: Success, output: string, whole: unknown): CallToolResult {
  const isOneText = !isWire(whole) || whole.content.length < 2;
  const link = isOneText ? undefined : wholeLink(outcome);
  if (isOneText || link === undefined) return { content: [{ type: "text", text: output }] };
  const all = whole.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  const shown = all.slice(0, output.length).toWellFormed();
  const note = `… [${all.length - shown.length} characters left out; ${link.uri} has the whole]`;
  return { content: [{ type: "text", text: all === shown ? all : `${shown}\n${note}` }, link] };
}

/** A result whose blocks are passed on, but for texts that are longer than the client accepts. */
function shortBlocks(result: CallToolResult, outcome: Success, limit = MAX_STRUCTURED): CallToolResult {
  const link = wholeLink(outcome);
  const isLong = (block: CallToolResult["content"][number]) =>
    block.type === "text" && block.text.length > limit;
  if (link === undefined || !result.content.some(isLong)) return result;
  const content = result.content.map((block) =>
    block.type === "text" && isLong(block)
      ? { ...block, text: `${block.text.slice(0, limit).toWellFormed()}\n… [${link.uri} has the whole]` }
      : block,
  );
  return { ...result, content: [...content, link] };
}

/** A link to the resource that pages a stored result. */
function wholeLink({ runId, observation }: Success) {
  if (observation === undefined) return undefined;
  const uri = observationUri(runId, observation.sha256);
  const description = "The whole result, page by page";
  return { type: "resource_link", name: "whole result", mimeType: "text/plain", uri, description } as const;
}

/**
 * Adds the structured content of a result whose text was cut. Clients check it against the tool's schema, so
 * it is sent whole. If it is too long for the client, it is shortened to something valid, with a link to the
 * whole. If it cannot be shortened, the result becomes an error, which clients do not check.
 */
function withStructured(
  result: CallToolResult,
  outcome: Success,
  { whole, schema, limit = MAX_STRUCTURED }: ResultOptions & { readonly whole: unknown },
): CallToolResult {
  if (typeof whole !== "object" || whole === null) return result;
  const { structuredContent, ...rest } = isWire(whole)
    ? whole
    : { structuredContent: schema !== undefined && !Array.isArray(whole) ? { ...whole } : undefined };
  const { isError, _meta } = rest as Partial<CallToolResult>; // fields are checked below
  const shortResult = { ...result, ...defined({ _meta }), ...(isError === true ? { isError } : {}) };
  if (structuredContent === undefined) return shortResult;
  const characters = JSON.stringify(structuredContent).length;
  if (characters <= limit) return { ...shortResult, structuredContent };
  const shorter = shortenStructured(structuredContent, schema, limit);
  const link = wholeLink(outcome);
  const isLinked = result.content.some(({ type }) => type === "resource_link");
  return {
    ...shortResult,
    content: [...result.content, ...(link === undefined || isLinked ? [] : [link])],
    ...(shorter === undefined ? { isError: true } : { structuredContent: shorter }),
    _meta: { ..._meta, "dejima/shortened": { characters, ...defined({ uri: link?.uri }) } },
  };
}

/**
 * The answer to a client whose user gave none: the call waits, and this says how to continue it. It is an
 * error, because nothing was done yet and clients would check a result against the tool's schema.
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

/**
 * The protocol error that a server answered with, to be passed on unchanged. Returns `undefined` for any
 * other failure.
 */
export function serverProtocolError({ message, details }: ErrorData): ProtocolError | undefined {
  const { rpcCode, rpcData } = details;
  return typeof rpcCode === "number" ? new ProtocolError(rpcCode, message, rpcData) : undefined;
}

const { InvalidParams, InternalError } = ProtocolErrorCode;

/** The protocol has one code for invalid requests and one for the rest. Our own code is added as data. */
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

/** A failure as a protocol error, for requests whose result cannot express one. */
export function protocolError(cause: unknown): unknown {
  const error = cause instanceof DejimaError ? cause.toData() : errorDataSchema.safeParse(cause).data;
  if (error === undefined) return cause;
  const { code, message } = error;
  return (
    serverProtocolError(error) ??
    new ProtocolError(PROTOCOL_CODE_OF[code], `${code}: ${message}`, { "dejima/error": code })
  );
}
