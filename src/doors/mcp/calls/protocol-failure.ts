import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { DejimaError, type ErrorData, errorDataSchema } from "../../../contract/error.ts";

/** The error of the protocol itself with which a server answered, to be passed on as it came; nothing for any other failure. */
export function serverProtocolError({ message, details }: ErrorData): ProtocolError | undefined {
  const { rpcCode, rpcData } = details;
  return typeof rpcCode === "number" ? new ProtocolError(rpcCode, message, rpcData) : undefined;
}

/** A failure as an error of the protocol, where a result cannot say that something failed. */
export function protocolError(cause: unknown): unknown {
  const error = cause instanceof DejimaError ? cause.toData() : errorDataSchema.safeParse(cause).data;
  if (error === undefined) return cause;
  const { code, message } = error;
  const wrong = code === "invalid_input" || code === "skill_not_found" || code === "tool_not_found";
  return (
    serverProtocolError(error) ??
    new ProtocolError(
      wrong ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
      `${code}: ${message}`,
      { "dejima/error": code },
    )
  );
}
