import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { stream as streamTo } from "hono/streaming";

/** Where the events of one answer go. */
interface EventSink {
  /** Resolves when the client has taken enough to be sent more; never rejects. */
  write(text: string): Promise<unknown> | undefined;
  /** Aborts when the client has left. */
  readonly signal: AbortSignal;
}

/**
 * Answers with what `work` writes, until it is done. Goes straight to the connection where there is one: the streams of the web
 * cost several times what the events themselves do.
 */
export function openEventSink(
  context: Context,
  headers: Readonly<Record<string, string>>,
  work: (sink: EventSink) => Promise<void>,
): Response {
  const { outgoing } = (context.env ?? {}) as { readonly outgoing?: ServerResponse };
  if (outgoing !== undefined) return writeDirectly(outgoing, headers, work);
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return streamTo(context, async (stream) => {
    const over = new AbortController();
    stream.onAbort(() => over.abort());
    await work({ signal: over.signal, write: (text) => stream.write(text) });
  });
}

function writeDirectly(
  outgoing: ServerResponse,
  headers: Readonly<Record<string, string>>,
  work: (sink: EventSink) => Promise<void>,
): Response {
  const over = new AbortController();
  outgoing.on("close", () => outgoing.writableFinished || over.abort());
  // Sent with the first events, or by themselves where none come at once.
  outgoing.writeHead(200, headers);
  const sendHead = setImmediate(() => outgoing.flushHeaders());
  const write = (text: string): Promise<unknown> | undefined => {
    clearImmediate(sendHead);
    if (over.signal.aborted || outgoing.write(text)) return undefined;
    return once(outgoing, "drain", { signal: over.signal }).catch(() => {});
  };
  void work({ signal: over.signal, write }).finally(() => outgoing.end());
  return alreadySent();
}

/** Tells the adapter that the answer went to Node's response. It knows this by a header, which it looks for only in an answer that was looked at. */
export function alreadySent(): Response {
  void RESPONSE_ALREADY_SENT.headers;
  return RESPONSE_ALREADY_SENT;
}
