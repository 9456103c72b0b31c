import { DejimaError } from "../../../contract/error.ts";

/** The server wants its user to log in, or to agree to more than before. */
export function loginNeeded(server: string, wider: boolean): DejimaError {
  const wants = wider ? "it wants you to agree to more than before" : "it wants you to log in";
  const command = `dejima mcp login ${server}`;
  return new DejimaError(
    "server_unavailable",
    `Cannot use the MCP server "${server}": ${wants}. \`${command}\` does that`,
    { server, login: command },
  );
}

/** Whether somebody has to log in before this can work: no failure of the server. */
export function isLoginNeeded(error: unknown): boolean {
  return ownError(error)?.details.login !== undefined;
}

/** Our own error inside of what a library made of it. */
export function ownError(error: unknown): DejimaError | undefined {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 8; inner = inner.cause, depth++)
    if (inner instanceof DejimaError) return inner;
  return undefined;
}
