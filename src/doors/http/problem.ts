import type { Context } from "hono";
import { DejimaError, type ErrorCode } from "../../contract/error.ts";
import { errorText, type Language } from "../../contract/words/messages.ts";

type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 499 | 500 | 503 | 504;

/** The HTTP status of every error code. */
export const STATUS_OF: Readonly<Record<ErrorCode, ProblemStatus>> = {
  tool_not_found: 404,
  invalid_input: 400,
  not_found: 404,
  unauthenticated: 401,
  forbidden: 403,
  tool_not_allowed: 403,
  approval_required: 409,
  approval_denied: 403,
  approval_expired: 409,
  path_blocked: 403,
  host_blocked: 403,
  too_large: 413,
  timeout: 504,
  cancelled: 499,
  exit_nonzero: 422,
  spawn_failed: 503,
  output_truncated: 422,
  io_error: 500,
  server_unavailable: 503,
  skill_not_found: 404,
  skill_exists: 409,
  skill_invalid: 422,
  conflict: 409,
  limit_exceeded: 429,
  internal: 500,
};

/**
 * An error as `application/problem+json` (RFC 9457), with our code and details. Errors that are not ours
 * reveal nothing.
 */
export function problem(context: Context, error: unknown): Response {
  const known =
    error instanceof DejimaError
      ? error
      : new DejimaError("internal", "Internal error; the server's log has the cause");
  const { code, message: exact, details } = known.toData();
  const language: Language | undefined = context.get("language");
  const message = language === "zh" ? errorText(known, language) : exact;
  const status = STATUS_OF[code];
  if (typeof details.retryAfter === "number") context.header("retry-after", String(details.retryAfter));
  const body = {
    type: `urn:dejima:error:${code}`,
    title: code,
    status,
    detail: message,
    code,
    details,
  };
  // OpenAI clients read the error from a different field.
  const openAiError = context.req.path.startsWith("/v1/") ? { error: { message, type: code, code } } : {};
  return context.json({ ...body, ...openAiError }, status as 400, {
    "content-type": "application/problem+json",
  });
}
