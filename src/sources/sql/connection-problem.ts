import { thrownText } from "../../support/thrown-text.ts";

/**
 * Why there is no connection: one word for doors, and a sentence. `code` is an SQL state or a socket error
 * code.
 */
export function connectionProblem(code: string, error: Error): readonly [reason: string, sentence: string] {
  const said = thrownText(error);
  if (code.startsWith("28") || said.startsWith("SASL"))
    return ["login", `the server refused the user or the password (${said})`];
  if (code === "3D000") return ["missing", `the server is there, and has no database of this name (${said})`];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return ["host", `there is no host of this name, or it cannot be looked up (${said})`];
  if (/^E(?:CONNREFUSED|HOSTUNREACH|NETUNREACH|TIMEDOUT|CONNRESET)$/.test(code))
    return ["unreachable", `nothing answers at this host and port (${said})`];
  return ["other", said];
}
