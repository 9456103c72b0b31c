import type { Runtime, Speaker } from "../../../../runtime.ts";
import { type Api, rawAnswers, route } from "../../api.ts";
import { auditorOf, requireRole } from "../../caller.ts";
import { type SentEvent, type StreamLimit, sentTexts } from "../../sse.ts";

/** `/api/events`: live server-sent events of the runs that this person may see. */
export function eventRoute(api: Api, runtime: Runtime, { streams }: { readonly streams: StreamLimit }): void {
  api.openapi(
    route("get /api/events", {
      middleware: requireRole("viewer"),
      responses: rawAnswers("text/event-stream", "Everything that happens, from `open` on"),
    }),
    (context) => streams.send(context, (signal) => sentTexts(happening(runtime, auditorOf(context), signal))),
  );
}

/** How many events are buffered for a slow client. */
const MAX_BUFFERED_EVENTS = 100;

/** New messages for a person, and new titles of their conversations. */
async function newsFor(runtime: Runtime, { user, seesAll }: Speaker) {
  const waiting: SentEvent[] = [];
  let news = Promise.withResolvers<"news">();
  const add = (owner: string, data: Readonly<Record<string, unknown>> & { readonly type: string }) => {
    if (owner !== user && seesAll !== true) return;
    waiting.push({ event: data.type, data });
    waiting.splice(0, waiting.length - MAX_BUFFERED_EVENTS);
    news.resolve("news");
  };
  const stops = [
    await runtime.mail.onKept((message, to, how) =>
      add(to.user, { type: `message-${how}`, conversation: to.conversation, ...message }),
    ),
    await runtime.conversations.onTitled(({ user: owner, ...titled }) =>
      add(owner, { type: "conversation-titled", ...titled }),
    ),
  ];
  return {
    stop: () => stops.forEach((stop) => void stop()),
    news: () => news.promise,
    take() {
      news = Promise.withResolvers();
      return waiting.splice(0);
    },
  };
}

async function* happening(runtime: Runtime, from: Speaker, signal: AbortSignal): AsyncIterable<SentEvent> {
  const { conversations } = runtime;
  const events = runtime.events({ signal })[Symbol.asyncIterator]();
  const news = await newsFor(runtime, from);
  const known = new Map<string, Promise<boolean>>();
  const isOpen = (runId: string) => {
    const answer =
      known.get(runId) ??
      conversations.checkRun(runId, from).then(
        () => true,
        () => false,
      );
    known.set(runId, answer);
    return answer;
  };
  yield { event: "open", data: {} };
  try {
    let next = events.next();
    for (;;) {
      const came = await Promise.race([next, news.news()]);
      if (came === "news") {
        yield* news.take();
        continue;
      }
      if (came.done === true) return;
      next = events.next();
      const event = came.value;
      // A run is announced before it is stored: its owner is known with its next event.
      if (from.seesAll !== true && (event.type === "run-start" || !(await isOpen(event.runId)))) continue;
      if (event.type === "run-end") known.delete(event.runId);
      yield { event: event.type, data: event };
    }
  } finally {
    news.stop();
    await events.return?.();
  }
}
