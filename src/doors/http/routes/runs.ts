import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { eventSchema } from "../../../contract/event.ts";
import { runSchema } from "../../../contract/run.ts";
import { parseEventId, type Runtime, type Speaker } from "../../../runtime.ts";
import {
  type Api,
  answers,
  before,
  inPath,
  listAnswers,
  listed,
  pageOf,
  pageQuery,
  raw,
  rawAnswers,
} from "../api.ts";
import type { AppVariables } from "../app-context.ts";
import { auditorOf, requireRole, speakerOf } from "../caller.ts";
import { runTexts, type SentEvent, type StreamLimit, sentTexts } from "../sse.ts";

const runId = inPath("run");
/** An event with its place in the chain of the log. */
const recordSchema = z.intersection(
  eventSchema,
  z.object({ seq: z.int(), prev: z.string(), hash: z.string() }),
);
const viewer = requireRole("viewer");

/** `/api/runs`: list, events, verify, replay, stop, undo. Each person sees their own; who approves sees all. */
export function runRoutes(api: Api, runtime: Runtime, { streams }: { readonly streams: StreamLimit }): void {
  const seen = async (context: Context<{ Variables: AppVariables }>, run: string) => {
    await runtime.conversations.checkRun(run, auditorOf(context));
    return run;
  };
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/runs",
      middleware: viewer,
      request: { query: pageQuery },
      responses: listAnswers(runSchema, "The runs, newest first"),
    }),
    async (context) => {
      const { limit, cursor } = context.req.valid("query");
      const { user, seesAll } = auditorOf(context);
      const page = { limit, ...before(cursor), ...(seesAll === true ? {} : { user }) };
      return listed(context, await runtime.history.list(page), { limit, cursorOf: ({ id }) => id });
    },
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/runs/{run}",
      middleware: viewer,
      request: { params: runId },
      responses: answers(
        runSchema.extend({
          conversation: z.string().optional(),
          message: z.string().optional(),
          answer: z.string().optional(),
        }),
        "One run; with what was asked and answered, where it is a conversation's",
      ),
    }),
    async (context) => {
      const run = await seen(context, context.req.valid("param").run);
      const turn = await runtime.store.conversations.turn(run);
      const said =
        turn === undefined
          ? {}
          : { conversation: turn.conversationId, message: turn.message, answer: turn.answer };
      return context.json({ ...(await runtime.history.get(run)), ...said }, 200);
    },
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/runs/{run}/events",
      middleware: viewer,
      description:
        "Records of the harbour log, oldest first, the latest page first. With `Accept: text/event-stream` the events from the first on, or from the one after `Last-Event-ID`, as they happen, until the run ends.",
      request: { params: runId, query: pageOf({ defaults: 200, most: 1000 }) },
      responses: listAnswers(recordSchema, "Records of the log"),
    }),
    async (context) => {
      const run = await seen(context, context.req.valid("param").run);
      if (context.req.header("accept")?.includes("text/event-stream")) {
        const after = parseEventId(context.req.header("last-event-id") ?? "");
        const { conversations } = runtime;
        const from = auditorOf(context);
        const start = after?.runId === run ? { after: after.number } : {};
        return raw(
          streams.send(context, (signal) =>
            runTexts(conversations.followTogether(run, from, { ...start, signal })),
          ),
        );
      }
      const { limit, cursor } = context.req.valid("query");
      const page = { limit, ...(cursor === undefined ? {} : { before: Number(cursor) || 0 }) };
      const records = await runtime.history.readEnd(run, page);
      const [first] = records;
      // Pages go backwards: where the first record is not reached yet, there is more before it.
      if (first !== undefined && first.seq > 0) context.header("x-next-cursor", String(first.seq));
      return context.json(records, 200);
    },
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/runs/{run}/verify",
      middleware: viewer,
      request: { params: runId },
      responses: answers(
        z.object({
          ok: z.boolean(),
          records: z.int(),
          firstBad: z.object({ record: z.int(), problem: z.string() }).optional(),
          torn: z.boolean().optional(),
          checks: z.array(
            z.object({
              what: z.enum(["records", "heads", "signature", "witness"]),
              result: z.enum(["passed", "failed", "absent"]),
              detail: z.string(),
            }),
          ),
          proves: z.string(),
        }),
        "Whether the log is as it was written, what was checked, and what that proves",
      ),
    }),
    async (context) => {
      const run = await seen(context, context.req.valid("param").run);
      const { checks, ...check } = await runtime.history.verify(run);
      return context.json({ ...check, checks: [...checks] }, 200);
    },
  );
  api.openapi(
    createRoute({
      method: "post",
      path: "/api/runs/{run}/replay",
      middleware: requireRole("user"),
      request: { params: runId },
      responses: answers(
        z.object({
          runId: z.string(),
          same: z.boolean(),
          divergence: z.string().optional(),
          steps: z.int(),
          answer: z.string(),
        }),
        "How the run goes when it is run again from its record, without model, tools or network",
      ),
    }),
    async (context) => {
      const run = await seen(context, context.req.valid("param").run);
      return context.json({ ...(await runtime.agent.replay(run)) }, 200);
    },
  );
  api.openapi(
    createRoute({
      method: "post",
      path: "/api/runs/{run}/stop",
      middleware: requireRole("user"),
      request: { params: runId },
      responses: answers(
        z.object({ run: z.string(), stopped: z.boolean() }),
        "Whether it was going on; its last event says that it was cancelled",
      ),
    }),
    async (context) => {
      const { run } = context.req.valid("param");
      return context.json({ run, stopped: await runtime.conversations.stop(run, speakerOf(context)) }, 200);
    },
  );
  api.openapi(
    createRoute({
      method: "post",
      path: "/api/calls/{call}/undo",
      middleware: requireRole("user"),
      request: { params: inPath("call") },
      responses: answers(
        z.object({ undone: z.array(z.object({ path: z.string(), action: z.string() })) }),
        "What was put back",
      ),
    }),
    async (context) => {
      const { call } = context.req.valid("param");
      await runtime.conversations.checkRun(call.replace(/\.\d+$/, ""), speakerOf(context));
      const { undone } = await runtime.undo(call);
      return context.json({ undone: undone.map((change) => ({ ...change })) }, 200);
    },
  );
}

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

/** How many kept messages wait for a client that is slow. */
const MOST_WAITING = 100;

/** Messages that were kept for a person, one by one as they come. */
async function keptMessages(runtime: Runtime, { user, seesAll }: Speaker) {
  const waiting: SentEvent[] = [];
  let news = Promise.withResolvers<"news">();
  const stop = await runtime.mail.onKept((message, to) => {
    if (to.user !== user && seesAll !== true) return;
    const data = { type: "message-kept", conversation: to.conversation, ...message };
    waiting.push({ event: "message-kept", data });
    waiting.splice(0, waiting.length - MOST_WAITING);
    news.resolve("news");
  });
  return {
    stop,
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
  const kept = await keptMessages(runtime, from);
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
      const came = await Promise.race([next, kept.news()]);
      if (came === "news") {
        yield* kept.take();
        continue;
      }
      if (came.done === true) return;
      next = events.next();
      const event = came.value;
      // A run is announced before it is stored: whose it is, is known with its next event.
      if (from.seesAll !== true && (event.type === "run-start" || !(await isOpen(event.runId)))) continue;
      if (event.type === "run-end") known.delete(event.runId);
      yield { event: event.type, data: event };
    }
  } finally {
    kept.stop();
    await events.return?.();
  }
}
