import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { eventSchema } from "../../../contract/event.ts";
import { RUN_STATUSES, type Run, runSchema } from "../../../contract/run.ts";
import { parseEventId, type Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import {
  type Api,
  answers,
  beforeCursor,
  inPath,
  listAnswers,
  listResponse,
  numberCursor,
  pageOf,
  pageQuery,
  rawResponse,
  route,
} from "../api.ts";
import type { AppVariables } from "../app-context.ts";
import { auditorOf, requireRole, speakerOf } from "../caller.ts";
import { runTexts, type StreamLimit } from "../sse.ts";

const runId = inPath("run");
/** An event with its place in the log's hash chain. */
const recordSchema = z.intersection(
  eventSchema,
  z.object({ seq: z.int(), prev: z.string(), hash: z.string() }),
);
const viewer = requireRole("viewer");

/** The filters for runs. Tools, models and tokens are known once a run has ended. */
const runQuery = z.object({
  status: z.enum(RUN_STATUSES).optional(),
  tool: z.string().max(200).optional().describe("Runs that called this tool"),
  model: z.string().max(200).optional().describe("Runs that asked this model"),
  user: z.string().max(200).optional().describe("Runs of this person; for who sees all"),
  from: z.coerce.number().int().optional().describe("Runs that began then or later (milliseconds)"),
  to: z.coerce.number().int().optional().describe("Runs that began before (milliseconds)"),
  text: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe("Runs whose title, message or answer contains this text"),
});

/** `/api/runs`: list, events, verify, replay, stop, undo. People see their own; approvers see all. */
export function runRoutes(api: Api, runtime: Runtime, { streams }: { readonly streams: StreamLimit }): void {
  const seen = async (context: Context<{ Variables: AppVariables }>, run: string) => {
    await runtime.conversations.checkRun(run, auditorOf(context));
    return run;
  };
  api.openapi(
    route("get /api/runs", {
      middleware: viewer,
      query: pageQuery.extend(runQuery.shape),
      responses: listAnswers(runSchema, "The matching runs, newest first"),
    }),
    async (context) => {
      const { limit, cursor, user: named, status, text, ...filter } = context.req.valid("query");
      const { user, seesAll } = auditorOf(context);
      // Someone who sees only their own runs finds none under another name.
      if (named !== undefined && seesAll !== true && named !== user)
        return listResponse<Run>(context, [], { limit, cursorOf: ({ id }) => id });
      const whose = defined({ user: seesAll === true ? named : user });
      const wanted = defined({
        ...filter,
        statuses: status && [status],
        text: text === "" ? undefined : text,
      });
      const page = { limit, ...beforeCursor(cursor), ...whose, ...wanted };
      return listResponse(context, await runtime.history.list(page), { limit, cursorOf: ({ id }) => id });
    },
  );
  api.openapi(
    route("get /api/runs/{run}", {
      middleware: viewer,
      params: runId,
      responses: answers(
        runSchema.extend({
          conversation: z.string().optional(),
          message: z.string().optional(),
          answer: z.string().optional(),
          cost: z
            .number()
            .optional()
            .describe("Of its calls of models and tools, in millionths of a US dollar"),
          unpriced: z
            .number()
            .optional()
            .describe(
              "Calls whose price is not known; `cost` counts a tool at its most, and a model not at all",
            ),
          saved: z.number().optional().describe("What prompt caching saved, in millionths of a US dollar"),
        }),
        "One run, with its message and its answer if it belongs to a conversation",
      ),
    }),
    async (context) => {
      const run = await seen(context, context.req.valid("param").run);
      const turn = await runtime.store.conversations.turn(run);
      const problem =
        turn === undefined
          ? {}
          : { conversation: turn.conversationId, message: turn.message, answer: turn.answer };
      const spends = await runtime.money.sums("runId", "", run);
      const spent = spends.map(({ cost, unpriced, saved }) => ({ cost, unpriced, saved }))[0];
      return context.json({ ...(await runtime.history.get(run)), ...problem, ...spent }, 200);
    },
  );
  api.openapi(
    route("get /api/runs/{run}/events", {
      middleware: viewer,
      description:
        "Records of the harbour log, oldest first, the latest page first. With `Accept: text/event-stream` the events from the first on, or from the one after `Last-Event-ID`, as they happen, until the run ends.",
      params: runId,
      query: pageOf({ defaults: 200, most: 1000 }),
      responses: listAnswers(recordSchema, "Records of the log"),
    }),
    async (context) => {
      const run = await seen(context, context.req.valid("param").run);
      if (context.req.header("accept")?.includes("text/event-stream")) {
        const after = parseEventId(context.req.header("last-event-id") ?? "");
        const { conversations } = runtime;
        const from = auditorOf(context);
        const start = after?.runId === run ? { after: after.number } : {};
        return rawResponse(
          streams.send(context, (signal) =>
            runTexts(conversations.followTogether(run, from, { ...start, signal })),
          ),
        );
      }
      const { limit, cursor } = context.req.valid("query");
      const page = { limit, ...(cursor === undefined ? {} : { before: numberCursor(cursor) }) };
      const records = await runtime.history.readEnd(run, page);
      const [first] = records;
      // Pages go backwards: unless the first record is on this page, more come before it.
      if (first !== undefined && first.seq > 0) context.header("x-next-cursor", String(first.seq));
      return context.json(records, 200);
    },
  );
  api.openapi(
    route("get /api/runs/{run}/verify", {
      middleware: viewer,
      params: runId,
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
        "Whether the log is unchanged, the checks, and what they prove",
      ),
    }),
    async (context) => {
      const run = await seen(context, context.req.valid("param").run);
      const { checks, ...check } = await runtime.history.verify(run);
      return context.json({ ...check, checks: [...checks] }, 200);
    },
  );
  api.openapi(
    route("post /api/runs/{run}/replay", {
      middleware: requireRole("user"),
      params: runId,
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
    route("get /api/runs/{run}/requests", {
      middleware: requireRole("user"),
      params: runId,
      responses: answers(
        z.object({
          requests: z.array(
            z.object({
              system: z.string(),
              messages: z.array(z.object({ role: z.string(), text: z.string() })),
              tools: z.array(z.string()),
              same: z.boolean().describe("Whether it is the request that was sent then, by its hash"),
            }),
          ),
        }),
        "The requests to the model, rebuilt from the record; ends after the first that differs",
      ),
    }),
    async (context) => {
      const { run } = context.req.valid("param");
      // A request contains memories and the profile of the run's user. To judge a call, its question and its record are enough.
      await runtime.conversations.checkRun(run, speakerOf(context));
      const shown = (await runtime.agent.requests(run)).map(async ({ system, messages, tools, same }) => ({
        system: await runtime.redact(system),
        messages: await Promise.all(
          messages.map(async ({ role, text }) => ({ role, text: await runtime.redact(text) })),
        ),
        tools: [...tools],
        same,
      }));
      return context.json({ requests: await Promise.all(shown) }, 200);
    },
  );
  api.openapi(
    route("post /api/runs/{run}/stop", {
      middleware: requireRole("user"),
      params: runId,
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
    route("post /api/calls/{call}/undo", {
      middleware: requireRole("user"),
      params: inPath("call"),
      responses: answers(
        z.object({ undone: z.array(z.object({ path: z.string(), action: z.string() })) }),
        "What was restored",
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
