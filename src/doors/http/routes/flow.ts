import { createRoute, z } from "@hono/zod-openapi";
import { listedMarkSchema, MARK_KINDS, markSchema } from "../../../contract/mark.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Api, answers, listAnswers, listed, pageOf } from "../api.ts";
import { requireRole } from "../security/require-role.ts";

/** `/api/flow`: which files hold content from outside, and a person's word that one is fine. */
export function flowRoutes(api: Api, { marks }: Runtime): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/flow",
      middleware: requireRole("approver"),
      request: {
        query: pageOf({ defaults: 100, most: 1_000 }).extend({ kind: z.enum(MARK_KINDS).optional() }),
      },
      responses: listAnswers(listedMarkSchema, "The marks on stored content, the latest first"),
    }),
    async (context) => {
      const { limit, cursor, kind } = context.req.valid("query");
      const before = cursor === undefined ? undefined : Number(cursor) || 0;
      const held = await marks.list({ limit, kind, before });
      return listed(context, held, { limit, cursorOf: ({ revision }) => String(revision) });
    },
  );
  api.openapi(
    createRoute({
      method: "delete",
      path: "/api/flow",
      middleware: requireRole("approver"),
      request: { query: z.object({ path: z.string().min(1).max(4_000) }) },
      responses: answers(z.object({ cleared: z.array(markSchema) }), "The marks that were cleared"),
    }),
    async (context) => context.json({ cleared: await marks.clear(context.req.valid("query").path) }, 200),
  );
}
