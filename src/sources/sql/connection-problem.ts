import { thrownText } from "../../support/thrown-text.ts";

/** Explains a failed connection: one word for doors, and a sentence. `code` is an SQL state or a socket error code. */
export function connectionProblem(code: string, error: Error): readonly [reason: string, sentence: string] {
  const message = thrownText(error);
  if (code.startsWith("28") || message.startsWith("SASL"))
    return ["login", `the server refused the user or the password (${message})`];
  if (code === "3D000") return ["missing", `the server has no database of this name (${message})`];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return ["host", `there is no host of this name, or it cannot be looked up (${message})`];
  if (/^E(?:CONNREFUSED|HOSTUNREACH|NETUNREACH|TIMEDOUT|CONNRESET)$/.test(code))
    return ["unreachable", `nothing answers at this host and port (${message})`];
  return ["other", message];
}
