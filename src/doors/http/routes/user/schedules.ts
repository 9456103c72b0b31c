import { z } from "@hono/zod-openapi";
import { DejimaError } from "../../../../contract/error.ts";
import {
  MISSED_POLICIES,
  SCHEDULE_STATUSES,
  scheduleSchema,
  TASK_KINDS,
  UNATTENDED_RULES,
} from "../../../../contract/user/schedule.ts";
import type { Runtime } from "../../../../runtime.ts";
import {
  type Api,
  answers,
  beforeCursor,
  inPath,
  jsonBody,
  listAnswers,
  listResponse,
  pageQuery,
  route,
} from "../../api.ts";
import { requireRole, speakerOf, targetUser } from "../../caller.ts";

const user = z.string().min(1).max(200).optional();
const id = inPath("id");
const words = z.string().trim().min(1).max(200).optional();
const when = { at: words, in: words, every: words, cron: words, timezone: words };
const choices = {
  kind: z.enum(TASK_KINDS).optional(),
  missed: z.enum(MISSED_POLICIES).optional(),
  unattended: z.enum(UNATTENDED_RULES).optional(),
  title: z.string().trim().min(1).max(120).optional(),
};
const task = z.string().trim().min(1).max(10_000);

/** `/api/schedules`: scheduled tasks. Always the caller's own, unless an admin names someone. */
export function scheduleRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    route("get /api/schedules", {
      middleware: requireRole("viewer"),
      query: pageQuery.extend({ status: z.enum(SCHEDULE_STATUSES).optional(), user }),
      responses: listAnswers(scheduleSchema, "The planned tasks, newest first"),
    }),
    async (context) => {
      const { user: named, cursor, limit, status } = context.req.valid("query");
      const owner = targetUser(context.get("caller"), named);
      const listed = await runtime.schedules.list(owner, { limit, status, ...beforeCursor(cursor) });
      return listResponse(context, listed, { limit, cursorOf: ({ id: last }) => last });
    },
  );
  api.openapi(
    route("post /api/schedules", {
      middleware: requireRole("user"),
      ...jsonBody(
        z.strictObject({ task, ...choices, ...when, conversation: z.string().min(1).max(200).optional() }),
      ),
      responses: answers(scheduleSchema, "The planned task; one of at, in, every and cron sets the time"),
    }),
    async (context) => {
      const { conversation, ...intent } = context.req.valid("json");
      if (conversation !== undefined)
        await runtime.conversations.get(conversation, { ...speakerOf(context), seesAll: false });
      const owner = { user: context.get("caller").name, conversation, door: "http" };
      return context.json(await runtime.schedules.add(owner, intent), 200);
    },
  );
  api.openapi(
    route("get /api/schedules/{id}", {
      middleware: requireRole("viewer"),
      params: id,
      query: z.object({ user }),
      responses: answers(scheduleSchema, "A planned task with its latest runs"),
    }),
    async (context) => {
      const owner = targetUser(context.get("caller"), context.req.valid("query").user);
      return context.json(await runtime.schedules.get(owner, context.req.valid("param").id), 200);
    },
  );
  api.openapi(
    route("patch /api/schedules/{id}", {
      middleware: requireRole("user"),
      params: id,
      query: z.object({ user }),
      ...jsonBody(
        z.strictObject({
          task: task.optional(),
          ...choices,
          ...when,
          status: z.enum(["active", "paused"]).optional(),
        }),
      ),
      responses: answers(scheduleSchema, "The task as it is now"),
    }),
    async (context) => {
      const caller = context.get("caller");
      const owner = targetUser(caller, context.req.valid("query").user);
      const { id: named } = context.req.valid("param");
      const change = context.req.valid("json");
      // A run of the task counts as its owner's, so its words are the owner's too.
      if (owner !== caller.name && (change.task ?? change.title) !== undefined)
        throw new DejimaError("forbidden", `Cannot put words into a task of ${owner} as ${caller.name}`);
      return context.json(await runtime.schedules.update(owner, named, change), 200);
    },
  );
  for (const [place, act] of [
    ["delete /api/schedules/{id}", "cancel"],
    ["post /api/schedules/{id}/trigger", "trigger"],
  ] as const) {
    api.openapi(
      route(place, {
        middleware: requireRole("user"),
        params: id,
        query: z.object({ user }),
        responses: answers(
          scheduleSchema,
          act === "cancel" ? "The task, cancelled" : "The task, which runs once now",
        ),
      }),
      async (context) => {
        const owner = targetUser(context.get("caller"), context.req.valid("query").user);
        return context.json(await runtime.schedules[act](owner, context.req.valid("param").id), 200);
      },
    );
  }
}
