import { z } from "zod";
import { DejimaError, type ErrorCode } from "../../../contract/error.ts";
import { defined } from "../../../support/defined.ts";
import { parseJson } from "../../../support/json.ts";
import { innerDejimaError } from "../oauth/oauth-provider.ts";
import type { ServerSettings } from "../server-settings.ts";
import type { ServerRequest } from "./server-request.ts";

const MAX_LENGTH = 1_000;

const issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

interface FailedCall {
  readonly settings: ServerSettings;
  readonly request: Pick<ServerRequest, "purpose" | "signal"> & { readonly tool?: string };
  /** Why the server ended, if it did. */
  readonly ending: string | undefined;
  /** Our own error that ended it, if one did. */
  readonly fault: DejimaError | undefined;
  /** Whether the error came back for a request. Otherwise the SDK found it in a response of the server. */
  readonly isRequestError: boolean;
}

const INVALID_PARAMS = -32_602;

/** Converts an error of the SDK. */
export function callFailure(
  error: unknown,
  { settings, request, ending, fault, isRequestError }: FailedCall,
): DejimaError {
  if (error instanceof DejimaError) return error;
  const own = innerDejimaError(error);
  const { tool, purpose, signal } = request;
  const { name: server, timeoutMs } = settings;
  const fail = (code: ErrorCode, why: string, details: object = {}) =>
    new DejimaError(
      code,
      `Cannot ${purpose} of the MCP server "${server}": ${why}`,
      { server, ...defined({ tool }), ...details },
      { cause: error },
    );
  const { code, message, data } = factsOf(error);
  if (signal?.aborted === true) return fail("cancelled", "cancelled");
  if (own !== undefined) return own;
  if (code === "REQUEST_TIMEOUT") {
    return fail("timeout", `it did not answer within ${timeoutMs} ms; raise timeout of this server`, {
      timeoutMs,
    });
  }
  if (fault?.code === "too_large")
    return fail("too_large", `${fault.message}; raise maxMessage of this server`);
  if (
    code === "CONNECTION_CLOSED" ||
    code === "NOT_CONNECTED" ||
    code === "SEND_FAILED" ||
    ending !== undefined
  )
    return fail("server_unavailable", ending ?? "the connection was closed");
  if (!isRequestError && tool !== undefined && typeof code === "number")
    return fail("server_unavailable", `it broke its own schema. ${message}`);
  // The server's protocol error is kept, for doors that pass it on unchanged.
  const rpc = { rpcCode: code, ...defined({ rpcData: data }) };
  if (code === INVALID_PARAMS) return fail("invalid_input", message, rpc);
  if (typeof code === "number") return fail("exit_nonzero", message, rpc);
  return fail("server_unavailable", message);
}

function factsOf(error: unknown): { code: unknown; message: string; data?: unknown } {
  if (!(error instanceof Error)) return { code: undefined, message: String(error) };
  const { code, data }: Error & { code?: unknown; data?: unknown } = error;
  return { code, data, message: plainProblem(error.message) };
}

/**
 * The problem in one line. The SDK lists everything wrong with a response as JSON: only the first item is
 * used.
 */
export function plainProblem(message: string): string {
  const [, method, listed = ""] = /^Invalid result for ([\w/]+): (\[[\s\S]*)$/.exec(message) ?? [];
  const all = method === undefined ? undefined : issues.safeParse(parseJson(listed)).data;
  const [first] = all ?? [];
  if (all === undefined || first === undefined) return message.slice(0, MAX_LENGTH);
  const more = all.length === 1 ? "" : `; and ${all.length - 1} more`;
  const where = first.path.length === 0 ? "" : ` ${first.path.join(".")}`;
  return `its answer to ${method} does not follow the protocol:${where} ${first.message}${more}`.slice(
    0,
    MAX_LENGTH,
  );
}
