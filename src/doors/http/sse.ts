import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { stream as streamTo } from "hono/streaming";
import { fairShare } from "../../access/fair-share.ts";
import { userOf } from "../../access/tokens.ts";
import { DejimaError } from "../../contract/error.ts";
import { eventId, type NumberedEvent } from "../../runtime.ts";
import type { AppVariables } from "./app-context.ts";

/** One event for a client. */
export interface SentEvent {
  readonly event?: string;
  readonly data: unknown;
  /** Send the data as it is, not as JSON. */
  readonly plain?: boolean;
  readonly id?: string;
}

/** Events that are sent at once, as one text. */
export type SentText = string;

/** Counts the open event streams and refuses politely beyond a number of them. */
export interface StreamLimit {
  /** Sends what comes, with a heartbeat in between, until it ends or the client leaves. */
  send(
    context: Context<{ Variables: AppVariables }>,
    texts: (signal: AbortSignal) => AsyncIterable<SentText>,
    headers?: Readonly<Record<string, string>>,
  ): Response;
  readonly open: number;
}

const HEARTBEAT_MS = 15_000;
const RETRY_AFTER_SECONDS = "5";
const HEADERS = {
  "content-type": "text/event-stream",
  // Proxies must hand the events on as they come.
  "x-accel-buffering": "no",
};

/** Makes a limit of so many streams at once. */
export function createStreamLimit(most: number): StreamLimit {
  let open = 0;
  const byUser = new Map<string, number>();
  const count = (user: string, change: 1 | -1) => {
    open += change;
    const left = (byUser.get(user) ?? 0) + change;
    if (left > 0) byUser.set(user, left);
    else byUser.delete(user);
  };
  return {
    get open() {
      return open;
    },
    send(context, texts, headers = {}) {
      const user = userOf(context.get("caller").name);
      const share = fairShare(most, user);
      const own = byUser.get(user) ?? 0;
      if (open >= most || own >= share) {
        context.header("retry-after", RETRY_AFTER_SECONDS);
        const why = own >= share ? `${user} has ${share} open` : `${most} are open`;
        throw new DejimaError(
          "limit_exceeded",
          `Cannot open another stream: ${why}; close one, or try again later`,
        );
      }
      const all = { ...HEADERS, ...headers };
      // Nobody would read what comes after the headers, nor end it.
      if (context.req.method === "HEAD") return context.body(null, 200, all);
      count(user, 1);
      return openEventSink(context, all, async (sink) => {
        const heartbeat = setInterval(() => void sink.write(": still here\n\n"), HEARTBEAT_MS);
        try {
          for await (const text of texts(sink.signal)) await sink.write(text);
        } catch (error) {
          if (!sink.signal.aborted) await sink.write(sseText({ event: "problem", data: told(error) }));
        } finally {
          clearInterval(heartbeat);
          count(user, -1);
        }
      });
    },
  };
}

/** The events of a run as a client gets them, each under a name that it can come back with. */
export async function* runTexts(events: AsyncIterable<readonly NumberedEvent[]>): AsyncGenerator<SentText> {
  for await (const together of events) {
    let text = "";
    for (const { number, event } of together)
      text += sseText({ id: eventId(event.runId, number), event: event.type, data: event });
    yield text;
  }
}

/** Other events, each sent as it comes. */
export async function* sentTexts(events: AsyncIterable<SentEvent>): AsyncGenerator<SentText> {
  for await (const event of events) yield sseText(event);
}

/** One event as it is sent. JSON has no line breaks of its own, so that each is a few lines. */
export function sseText({ event, data, id, plain = false }: SentEvent): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  const number = id === undefined ? "" : `id: ${id}\n`;
  return `${name}${number}data: ${plain ? String(data) : JSON.stringify(data)}\n\n`;
}

function told(error: unknown): unknown {
  return error instanceof DejimaError
    ? error.toData()
    : {
        code: "internal",
        message: "Internal error; the server's log has the cause",
        details: {},
      };
}

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
function openEventSink(
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
