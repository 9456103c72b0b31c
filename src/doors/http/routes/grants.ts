import { createRoute, z } from "@hono/zod-openapi";
import { GRANT_STATUSES, grantSchema } from "../../../contract/grant.ts";
import type { Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { type Api, answers, before, inPath, listAnswers, listed, pageQuery } from "../api.ts";
import { requireRole } from "../security/require-role.ts";

/** `/api/grants`: agreements that cover more than one call. They are given with an answer, and taken back here. */
export function grantRoutes(api: Api, { grants }: Runtime): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/grants",
      middleware: requireRole("approver"),
      request: { query: pageQuery.extend({ status: z.enum(GRANT_STATUSES).optional() }) },
      responses: listAnswers(grantSchema, "The grants, newest first"),
    }),
    async (context) => {
      const { limit, cursor, status } = context.req.valid("query");
      const wanted = defined({ status });
      const held = await grants.list({ limit, ...before(cursor), ...wanted });
      return listed(context, held, { limit, cursorOf: ({ id }) => id });
    },
  );
  api.openapi(
    createRoute({
      method: "delete",
      path: "/api/grants/{id}",
      middleware: requireRole("approver"),
      request: { params: inPath("id") },
      responses: answers(grantSchema, "The grant, which covers nothing any more"),
    }),
    async (context) =>
      context.json(await grants.revoke(context.req.valid("param").id, context.get("caller").name), 200),
  );
}
