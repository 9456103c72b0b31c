import { defined } from "../support/defined.ts";
import type { HttpClient, HttpRequest } from "./http-client.ts";

/** The part of `fetch` that libraries with another protocol need. */
type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Statuses without a body, by the standard. */
const BODILESS = new Set([204, 205, 304]);

/**
 * A `fetch` through the guarded client. Responses may be endless. Follows redirects inside the origin and
 * returns others.
 */
export function guardedFetch(client: HttpClient, fixed: Pick<HttpRequest, "secretUser"> = {}): GuardedFetch {
  return async (url, init = {}) => {
    const { method = "GET", signal } = init;
    const body = textOf(init.body);
    const answer = await client.open({
      ...fixed,
      url: String(url),
      method,
      headers: headersOf(init),
      redirects: "same-host",
      endless: true,
      ...defined({ body }),
      ...(signal === undefined || signal === null ? {} : { signal }),
    });
    const { status, headers, url: from } = answer;
    const empty = BODILESS.has(status) || method === "HEAD" || headers["content-length"] === "0";
    if (empty) await drained(answer.body);
    const response = new Response(empty ? null : streamOf(answer.body), { status, headers: { ...headers } });
    return Object.defineProperty(response, "url", { value: from });
  };
}

function headersOf({ headers, body }: RequestInit): Record<string, string> {
  const plainHeaders = Object.fromEntries(new Headers(headers));
  const form = body instanceof URLSearchParams && plainHeaders["content-type"] === undefined;
  return form ? { ...plainHeaders, "content-type": "application/x-www-form-urlencoded" } : plainHeaders;
}

function textOf(body: RequestInit["body"]): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string" || body instanceof URLSearchParams) return String(body);
  throw new TypeError("Only text and forms can be sent this way");
}

function streamOf(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(piece.value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

async function drained(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _piece of body); // reading to the end closes the connection
}
