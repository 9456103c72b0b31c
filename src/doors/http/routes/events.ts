import { createRoute } from "@hono/zod-openapi";
import type { Runtime, Speaker } from "../../../runtime.ts";
import { type Api, rawAnswers } from "../api.ts";
import { auditorOf, requireRole } from "../caller.ts";
import { type SentEvent, type StreamLimit, sentTexts } from "../sse.ts";

/** `/api/events`: what happens, as server-sent events, from now on; of the runs that this person may see. */
export function eventRoute(api: Api, runtime: Runtime, { streams }: { readonly streams: StreamLimit }): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/events",
      middleware: requireRole("viewer"),
      responses: rawAnswers("text/event-stream", "Everything that happens, from `open` on"),
    }),
    (context) => streams.send(context, (signal) => sentTexts(happening(runtime, auditorOf(context), signal))),
  );
}

async function* happening(runtime: Runtime, from: Speaker, signal: AbortSignal): AsyncIterable<SentEvent> {
  const { conversations } = runtime;
  const events = runtime.events({ signal });
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
  for await (const event of events) {
    // A run is announced before it is stored: whose it is, is known with its next event.
    if (from.seesAll !== true && (event.type === "run-start" || !(await isOpen(event.runId)))) continue;
    if (event.type === "run-end") known.delete(event.runId);
    yield { event: event.type, data: event };
  }
}
