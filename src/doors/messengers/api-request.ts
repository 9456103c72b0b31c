import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { fieldsOf } from "../../text/record.ts";

const REQUEST_TIMEOUT_MS = 30_000;
const LOST_CONNECTION = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

interface ApiRequest {
  readonly url: string;
  /** The purpose of the request, in words: "send a message". */
  readonly what: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a form. */
  readonly body?: object;
}

/**
 * Sends one request to a messenger's API, once more if the connection is lost: a message that arrives twice is better than one
 * that never does. Refuses redirects: they would carry the token elsewhere.
 */
export async function apiRequest(request: ApiRequest): Promise<Response> {
  const { url, what, method = "POST", headers = {}, body } = request;
  const isForm = body instanceof FormData;
  const send = () =>
    fetch(url, {
      method,
      headers: body === undefined || isForm ? headers : { "content-type": "application/json", ...headers },
      redirect: "error",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
  const response = await send()
    .catch((error) => {
      if (!isLostConnection(error)) throw error;
      return send();
    })
    .catch((error) => {
      throw new DejimaError("server_unavailable", `Cannot ${what}: ${thrownText(error)}`);
    });
  if (response.ok) return response;
  const reply = (await response.text().catch(() => "")).slice(0, 300);
  throw new DejimaError("server_unavailable", `Cannot ${what}: status ${response.status} ${reply}`.trim());
}

/** Whether the server closed the connection without an answer, as when it had been idle for long. */
function isLostConnection({ cause }: { readonly cause?: unknown }): boolean {
  return LOST_CONNECTION.has(String(fieldsOf(cause).code));
}

/** A WebSocket address that an API names. It must be encrypted if the API is. */
export function socketUrl(apiRoot: string) {
  return z.url({ protocol: apiRoot.startsWith("http:") ? /^wss?$/ : /^wss$/ });
}

/** The content of a received file, up to the limit. */
export async function boundedBytes(
  response: Response,
  { name, maxBytes }: { readonly name: string; readonly maxBytes: number },
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes)
      throw new DejimaError("too_large", `Cannot take "${name}": it is over ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
