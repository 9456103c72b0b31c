import { DejimaError, Unreached } from "../contract/error.ts";
import { thrownText } from "../support/thrown-text.ts";
import { shownUrl } from "./follow-redirect.ts";

interface FailureContext {
  readonly url: URL;
  readonly signal: AbortSignal | undefined;
  readonly deadline: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * The error of a failed request. The caller's abort comes first, then the timeout, then the network error.
 */
export function requestFailure(
  error: unknown,
  { url, signal, deadline, timeoutMs }: FailureContext,
): DejimaError {
  const shown = shownUrl(url);
  const details = { host: url.host };
  if (signal?.aborted) {
    return new DejimaError("cancelled", `Cancelled the request to "${shown}"`, details, { cause: error });
  }
  if (deadline.aborted) {
    const message = `Cannot finish the request to "${shown}": it took longer than ${timeoutMs} ms`;
    return new DejimaError("timeout", message, { ...details, timeoutMs }, { cause: error });
  }
  if (error instanceof DejimaError) return error;
  const code = codeOf(error);
  if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "HPE_HEADER_OVERFLOW") {
    return new DejimaError(
      "too_large",
      `Cannot read the answer of "${shown}": its head is too large`,
      details,
      {
        cause: error,
      },
    );
  }
  if (/TIMEOUT|TIMEDOUT/.test(code)) {
    return new DejimaError("timeout", `Cannot reach "${shown}": it did not answer in time`, details, {
      cause: error,
    });
  }
  return new DejimaError("server_unavailable", `Cannot read "${shown}": ${reasonOf(error, code)}`, details, {
    cause: error,
  });
}

/** Failures to connect. Others may quote the server, such as the names in its certificate. */
const CONNECT_ERRORS: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * The error of a first step without a response. Our own refusals and failures to connect contain nothing from
 * outside.
 */
export function unansweredFailure(error: unknown, context: FailureContext): DejimaError {
  const failure = requestFailure(error, context);
  return error instanceof DejimaError || CONNECT_ERRORS.has(codeOf(error)) ? Unreached.of(failure) : failure;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there",
  ECONNRESET: "the connection was broken off",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to its network",
  UND_ERR_SOCKET: "the connection was broken off",
  Z_BUF_ERROR: "its compressed content breaks off",
  Z_DATA_ERROR: "its compressed content is damaged",
};

function reasonOf(error: unknown, code: string): string {
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  const message = thrownText(error);
  return known ?? `${message.slice(0, 200)}${code === "" ? "" : ` (${code})`}`;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : codeOf(error.cause);
}
