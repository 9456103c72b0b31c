import { createRoute, z } from "@hono/zod-openapi";
import { MARK_KINDS, markSchema } from "../../../contract/mark.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Api, answers } from "../api.ts";
import { requireRole } from "../security/require-role.ts";

/** `/api/flow`: which files hold content from outside, and a person's word that one is fine. */
export function flowRoutes(api: Api, { marks }: Runtime): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/flow",
      middleware: requireRole("approver"),
      request: {
        query: z.object({
          limit: z.coerce.number().int().min(1).max(1_000).default(100),
          kind: z.enum(MARK_KINDS).optional(),
        }),
      },
      responses: answers(z.array(markSchema), "The marks on stored content, the latest first"),
    }),
    async (context) => context.json(await marks.list(context.req.valid("query")), 200),
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
