import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { ApprovalRequest } from "../../../contract/asking/approval.ts";
import { DejimaError, type ErrorCode, type ErrorData, errorDataSchema } from "../../../contract/error.ts";
import type { Outcome } from "../../../contract/outcome.ts";
import { defined } from "../../../support/defined.ts";
import { fieldsOf } from "../../../text/record.ts";
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
  /** The longest text that is sent whole. Default: the length of the excerpt. */
  readonly maxText?: number;
}

/** An outcome in MCP's format. Results of MCP servers are passed on unchanged where they fit the client. */
export function callResult(outcome: Outcome, whole: unknown, options: ResultOptions = {}): CallToolResult {
  if (outcome.type === "failure") return failedResult(outcome);
  // Pictures and files cannot be cut. Text that is too long comes as an excerpt with a link to the rest.
  const isMixed = isWire(whole) && whole.content.some(({ type }) => type !== "text");
  if (isMixed)
    return withStructured(shortBlocks(whole, outcome, options.limit), outcome, { ...options, whole });
  const { output } = outcome;
  if (isWire(output)) return output;
  if (typeof output === "string")
    return withStructured(shortText(outcome, output, { ...options, whole }), outcome, { ...options, whole });
  const text = JSON.stringify(output ?? null);
  const isObject = typeof output === "object" && output !== null && !Array.isArray(output);
  return {
    content: [{ type: "text", text }],
    ...(isObject ? { structuredContent: output as Record<string, unknown> } : {}), // `isObject`
  };
}

/** A failure, with the message of its server. A long message is cut and gets a link to the whole. */
function failedResult({ runId, error }: Extract<Outcome, { type: "failure" }>): CallToolResult {
  const { code, message, details } = error;
  const { content, structuredContent, _meta } = details as Partial<CallToolResult>; // fields are checked below
  const { sha256 } = fieldsOf(details.stored);
  const link = typeof sha256 === "string" ? [linkTo(observationUri(runId, sha256))] : [];
  const words: CallToolResult["content"] =
    Array.isArray(content) && content.length > 0
      ? content
      : [{ type: "text", text: `${code}: ${message}` }, ...link];
  return {
    isError: true,
    content: words,
    ...defined({ structuredContent }),
    _meta: { ..._meta, "dejima/error": code },
  };
}

type Success = Extract<Outcome, { type: "success" }>;

/** The text of a result. Of a server's texts that are too long together: their beginning, and a link to the whole. */
function shortText(
  outcome: Success,
  output: string,
  { whole, maxText = output.length }: ResultOptions & { readonly whole: unknown },
): Pick<CallToolResult, "content"> {
  if (!isWire(whole)) return { content: [{ type: "text", text: output }] };
  const all = whole.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  // Its structured content is what made it long.
  if (all.length <= maxText) return { content: whole.content };
  const link = wholeLink(outcome);
  const shown = all.slice(0, maxText).toWellFormed();
  const where = link === undefined ? "" : `; ${link.uri} has the whole`;
  const text = `${shown}\n… [${all.length - shown.length} characters left out${where}]`;
  return { content: [{ type: "text", text }, ...(link === undefined ? [] : [link])] };
}

/** The blocks of a result, without what texts have beyond the length that the client accepts. */
function shortBlocks(
  { content }: CallToolResult,
  outcome: Success,
  limit = MAX_STRUCTURED,
): Pick<CallToolResult, "content"> {
  const link = wholeLink(outcome);
  const isLong = (block: CallToolResult["content"][number]) =>
    block.type === "text" && block.text.length > limit;
  if (link === undefined || !content.some(isLong)) return { content };
  const shorter = content.map((block) =>
    block.type === "text" && isLong(block)
      ? { ...block, text: `${block.text.slice(0, limit).toWellFormed()}\n… [${link.uri} has the whole]` }
      : block,
  );
  return { content: [...shorter, link] };
}

/** A link to the resource that pages a stored result. */
function wholeLink({ runId, observation }: Success) {
  return observation === undefined ? undefined : linkTo(observationUri(runId, observation.sha256));
}

function linkTo(uri: string) {
  const description = "The whole result, page by page";
  return { type: "resource_link", name: "whole result", mimeType: "text/plain", uri, description } as const;
}

/**
 * Adds the structured content of a result to its blocks, whose long texts were cut. Clients check structured content
 * against the tool's schema, so it is sent whole. If it is too long for the client, it is shortened to something valid, with a link to the
 * whole. If it cannot be shortened, the result becomes an error, which clients do not check.
 */
function withStructured(
  result: Pick<CallToolResult, "content">,
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
