import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { stream as streamTo } from "hono/streaming";
import { fairShare } from "../../access/fair-share.ts";
import { DejimaError } from "../../contract/error.ts";
import { userOf } from "../../contract/user/principal.ts";
import { eventId, type NumberedEvent } from "../../runtime.ts";
import type { AppVariables } from "./app-context.ts";

/** One event for a client. */
export interface SentEvent {
  readonly event?: string;
  readonly data: unknown;
  /** Send the data unchanged, not as JSON. */
  readonly plain?: boolean;
  readonly id?: string;
}

/** Events that are sent together, as one text. */
export type SentText = string;

/** Counts open event streams and refuses more than a limit. */
export interface StreamLimit {
  /** Sends events, with heartbeats in between, until they end or the client disconnects. */
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
  // Proxies must not buffer the events.
  "x-accel-buffering": "no",
};

/** Creates a limit of this many streams. */
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
      // Nobody would read the body of a HEAD response, or end it.
      if (context.req.method === "HEAD") return context.body(null, 200, all);
      count(user, 1);
      return openEventSink(context, all, async (sink) => {
        const heartbeat = setInterval(() => void sink.write(": still here\n\n"), HEARTBEAT_MS);
        try {
          for await (const text of texts(sink.signal)) await sink.write(text);
        } catch (error) {
          if (!sink.signal.aborted) await sink.write(sseText({ event: "problem", data: withError(error) }));
        } finally {
          clearInterval(heartbeat);
          count(user, -1);
        }
      });
    },
  };
}

/** The events of a run for a client, each with an id it can resume from. */
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

/** One event in wire format. JSON has no raw line breaks, so each takes only a few lines. */
export function sseText({ event, data, id, plain = false }: SentEvent): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  const number = id === undefined ? "" : `id: ${id}\n`;
  return `${name}${number}data: ${plain ? String(data) : JSON.stringify(data)}\n\n`;
}

function withError(error: unknown): unknown {
  return error instanceof DejimaError
    ? error.toData()
    : {
        code: "internal",
        message: "Internal error; the server's log has the cause",
        details: {},
      };
}

/** Maximum number of characters that wait for the end of a turn. */
const MAX_UNSENT = 16_384;

/** The destination of one response's events. */
interface EventSink {
  /** Resolves when the client has read enough to be sent more. Never rejects. */
  write(text: string): Promise<unknown> | undefined;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Responds with what `work` writes, until it is done. Writes directly to Node's response if there is one: web
 * streams cost several times as much as the events themselves.
 */
function openEventSink(
  context: Context,
  headers: Readonly<Record<string, string>>,
  work: (sink: EventSink) => Promise<void>,
): Response {
  const { outgoing } = (context.env ?? {}) as { readonly outgoing?: ServerResponse }; // set by the server of Node
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
  // Sent with the first events, or alone if none come by the end of the next turn.
  outgoing.writeHead(200, headers);
  let next = setImmediate(() => {
    next = setImmediate(() => outgoing.flushHeaders());
  });
  // All events of one turn of the event loop go out in one piece: a system call costs as much as several events.
  let unsent = "";
  const flush = (): boolean => {
    const text = unsent;
    unsent = "";
    return over.signal.aborted || outgoing.write(text);
  };
  const write = (text: string): Promise<unknown> | undefined => {
    if (unsent === "") {
      clearImmediate(next);
      next = setImmediate(flush);
    }
    unsent += text;
    if (unsent.length < MAX_UNSENT && !outgoing.writableNeedDrain) return undefined;
    clearImmediate(next);
    return flush() ? undefined : once(outgoing, "drain", { signal: over.signal }).catch(() => {});
  };
  void work({ signal: over.signal, write }).finally(() => {
    clearImmediate(next);
    if (unsent !== "") flush();
    outgoing.end();
  });
  return alreadySent();
}

/**
 * Tells the adapter that the response was written to Node's response. The adapter recognizes this by a
 * header, which it reads only from a response whose headers were accessed.
 */
export function alreadySent(): Response {
  void RESPONSE_ALREADY_SENT.headers;
  return RESPONSE_ALREADY_SENT;
}
