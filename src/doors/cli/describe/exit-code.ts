import type { ErrorCode, ErrorData } from "../../../contract/error.ts";

/** 0 done, 1 failed, 2 wrong usage, 3 denied or approval needed, 4 unavailable, 124 timeout, 130 interrupted. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  unavailable: 4,
  timeout: 124,
  interrupted: 130,
} as const;

const BY_CODE: Readonly<Record<ErrorCode, number>> = {
  tool_not_found: EXIT.failed,
  invalid_input: EXIT.failed,
  not_found: EXIT.failed,
  unauthenticated: EXIT.denied,
  forbidden: EXIT.denied,
  tool_not_allowed: EXIT.denied,
  path_blocked: EXIT.denied,
  host_blocked: EXIT.denied,
  approval_required: EXIT.denied,
  approval_denied: EXIT.denied,
  approval_expired: EXIT.denied,
  server_unavailable: EXIT.unavailable,
  spawn_failed: EXIT.unavailable,
  timeout: EXIT.timeout,
  cancelled: EXIT.interrupted,
  too_large: EXIT.failed,
  exit_nonzero: EXIT.failed,
  output_truncated: EXIT.failed,
  io_error: EXIT.failed,
  skill_not_found: EXIT.failed,
  skill_exists: EXIT.failed,
  skill_invalid: EXIT.failed,
  conflict: EXIT.failed,
  limit_exceeded: EXIT.failed,
  internal: EXIT.failed,
};

/** The exit code for a call that failed. */
export function exitCodeOf(code: ErrorCode): number {
  return BY_CODE[code];
}

/** The exit code for a failed outcome. A program that ended with the error of a call ends as this call would. */
export function exitCodeOfFailure({ code, details }: ErrorData): number {
  const { uncaught } = details;
  return exitCodeOf(isErrorCode(uncaught) ? uncaught : code);
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === "string" && Object.hasOwn(BY_CODE, code);

/**
 * The exit code for a command that failed. Wrong arguments, or arguments that name something missing, are
 * wrong usage.
 */
export function commandExitCodeOf(code: ErrorCode): number {
  return code === "invalid_input" || code === "not_found" ? EXIT.usage : exitCodeOf(code);
}
