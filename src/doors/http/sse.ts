import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
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

/** Counts the open event streams and refuses politely beyond a number of them. */
export interface StreamLimit {
  /** Sends what comes, with a heartbeat in between, until it ends or the client leaves. */
  send(
    context: Context<{ Variables: AppVariables }>,
    events: (signal: AbortSignal) => AsyncIterable<SentEvent>,
  ): Response;
  readonly open: number;
}

const HEARTBEAT_MS = 15_000;
const RETRY_AFTER_SECONDS = "5";

/** Makes a limit of so many streams at once. */
export function createStreamLimit(most: number): StreamLimit {
  let open = 0;
  return {
    get open() {
      return open;
    },
    send(context, events) {
      if (open >= most) {
        context.header("retry-after", RETRY_AFTER_SECONDS);
        throw new DejimaError(
          "limit_exceeded",
          `Cannot open another stream: ${most} are open; try again later`,
        );
      }
      open++;
      // Proxies must hand the events on as they come.
      context.header("x-accel-buffering", "no");
      return streamSSE(context, async (stream) => {
        const over = new AbortController();
        stream.onAbort(() => over.abort());
        context.req.raw.signal.addEventListener("abort", () => over.abort(), { once: true });
        const heartbeat = setInterval(() => void stream.write(": still here\n\n"), HEARTBEAT_MS);
        try {
          for await (const text of gathered(events(over.signal))) await stream.write(text);
        } catch (error) {
          if (!over.signal.aborted) await stream.write(sseText({ event: "problem", data: told(error) }));
        } finally {
          clearInterval(heartbeat);
          open--;
        }
      });
    },
  };
}

/** The events of a run as a client gets them, each under a name that it can come back with. */
export async function* sentEvents(events: AsyncIterable<NumberedEvent>): AsyncIterable<SentEvent> {
  for await (const { number, event } of events)
    yield { id: eventId(event.runId, number), event: event.type, data: event };
}

/** What comes at once is sent at once: a burst of small events is one write. */
async function* gathered(events: AsyncIterable<SentEvent>): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (;;) {
      const first = await next;
      if (first.done === true) return;
      let text = sseText(first.value);
      next = iterator.next();
      for (;;) {
        const more = await Promise.race([next, soon()]);
        if (more === undefined || more.done === true) break;
        text += sseText(more.value);
        next = iterator.next();
      }
      yield text;
    }
  } finally {
    await iterator.return?.();
  }
}

function soon(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(resolve, undefined));
}

// JSON has no line breaks of its own, so that each event is a few lines.
function sseText({ event, data, id, plain = false }: SentEvent): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  const number = id === undefined ? "" : `id: ${id}\n`;
  return `${name}${number}data: ${plain ? String(data) : JSON.stringify(data)}\n\n`;
}

function told(error: unknown): unknown {
  return error instanceof DejimaError
    ? error.toData()
    : {
        code: "internal",
        message: "Something went wrong inside; the server's log has the cause",
        details: {},
      };
}
