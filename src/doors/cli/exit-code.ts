import type { ErrorCode } from "../../contract/error.ts";

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

const BY_CODE: Readonly<Partial<Record<ErrorCode, number>>> = {
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
};

/** The exit code for a call or command that failed. */
export function exitCodeOf(code: ErrorCode): number {
  return BY_CODE[code] ?? EXIT.failed;
}
