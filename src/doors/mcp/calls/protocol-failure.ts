import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { DejimaError, type ErrorCode, type ErrorData, errorDataSchema } from "../../../contract/error.ts";

/** The error of the protocol itself with which a server answered, to be passed on as it came; nothing for any other failure. */
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
