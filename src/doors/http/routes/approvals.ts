import { createRoute, z } from "@hono/zod-openapi";
import { APPROVAL_STATUSES, approvalSchema } from "../../../contract/approval.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Api, answers, inPath, pageQuery } from "../api.ts";
import { requireRole } from "../security/authenticate.ts";

const id = inPath("id");

/** `/api/approvals`: what is asked, and what a person answers. */
export function approvalRoutes(api: Api, { approvals }: Runtime): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/approvals",
      middleware: requireRole("viewer"),
      request: { query: pageQuery.extend({ status: z.enum(APPROVAL_STATUSES).optional() }) },
      responses: answers(z.array(approvalSchema), "The questions, newest first"),
    }),
    async (context) => {
      const { limit, before, status } = context.req.valid("query");
      const page = {
        limit,
        ...(before === undefined ? {} : { before }),
        ...(status === undefined ? {} : { status }),
      };
      return context.json(await approvals.list(page), 200);
    },
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/approvals/{id}",
      middleware: requireRole("viewer"),
      request: { params: id },
      responses: answers(approvalSchema.loose(), "One question, with what became of its call"),
    }),
    // The record of the execution stands beside the approval, and is JSON like it.
    async (context) => context.json((await approvals.show(context.req.valid("param").id)) as never, 200),
  );
  api.openapi(
    createRoute({
      method: "post",
      path: "/api/approvals/{id}/answer",
      middleware: requireRole("approver"),
      request: {
        params: id,
        body: {
          content: {
            "application/json": {
              schema: z.strictObject({
                answer: z.enum(["approve", "deny"]),
                grant: z.string().max(200).optional(),
                lines: z.array(z.int().min(1)).max(1000).optional(),
              }),
            },
          },
        },
      },
      responses: answers(
        z.object({ accepted: z.boolean(), message: z.string(), approval: approvalSchema }),
        "Whether the answer counted; the first one does",
      ),
    }),
    async (context) => {
      const { answer, grant, lines } = context.req.valid("json");
      const given = {
        answer,
        by: context.get("caller").name,
        door: "http",
        ...(grant === undefined ? {} : { grant }),
        ...(lines === undefined ? {} : { lines }),
      };
      return context.json(await approvals.answer(context.req.valid("param").id, given), 200);
    },
  );
}
