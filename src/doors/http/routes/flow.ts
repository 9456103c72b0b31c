import { z } from "@hono/zod-openapi";
import { type SetApart, setApartSchema } from "../../../contract/asking/set-apart.ts";
import { listedMarkSchema, MARK_KINDS, markSchema } from "../../../contract/mark.ts";
import type { Runtime } from "../../../runtime.ts";
import {
  type Api,
  answers,
  inPath,
  listAnswers,
  listResponse,
  numberCursor,
  pageOf,
  pageQuery,
  route,
  slicedResponse,
} from "../api.ts";
import { requireRole } from "../caller.ts";

/** `/api/flow`: files with content from outside, and how a person clears one. */
export function flowRoutes(api: Api, { marks }: Runtime): void {
  api.openapi(
    route("get /api/flow", {
      middleware: requireRole("approver"),
      query: pageOf({ defaults: 100, most: 1_000 }).extend({ kind: z.enum(MARK_KINDS).optional() }),
      responses: listAnswers(listedMarkSchema, "The marks on stored content, the latest first"),
    }),
    async (context) => {
      const { limit, cursor, kind } = context.req.valid("query");
      const before = cursor === undefined ? undefined : numberCursor(cursor);
      const found = await marks.list({ limit, kind, before });
      return listResponse(context, found, { limit, cursorOf: ({ revision }) => String(revision) });
    },
  );
  api.openapi(
    route("delete /api/flow", {
      middleware: requireRole("approver"),
      query: z.object({ path: z.string().min(1).max(4_000) }),
      responses: answers(z.object({ cleared: z.array(markSchema) }), "The marks that were cleared"),
    }),
    async (context) => context.json({ cleared: await marks.clear(context.req.valid("query").path) }, 200),
  );
}

/** `/api/set-apart`: self-starting files that programs wrote, waiting for a person. */
export function setApartRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    route("get /api/set-apart", {
      middleware: requireRole("approver"),
      query: pageQuery,
      responses: listAnswers(setApartSchema, "The files, oldest first"),
    }),
    async (context) => {
      const page = context.req.valid("query");
      const nameOf = ({ id }: SetApart) => id;
      return slicedResponse(context, await runtime.setApart.list(), page, nameOf);
    },
  );
  api.openapi(
    route("get /api/set-apart/{id}", {
      middleware: requireRole("approver"),
      params: inPath("id"),
      responses: answers(setApartSchema.extend({ content: z.string() }), "One file, with its content"),
    }),
    async (context) => context.json(await runtime.setApart.show(context.req.valid("param").id), 200),
  );
  for (const decision of ["accept", "discard"] as const)
    api.openapi(
      route(`post /api/set-apart/{id}/${decision}`, {
        middleware: requireRole("approver"),
        params: inPath("id"),
        responses: answers(setApartSchema, "The file, with its new status"),
      }),
      async (context) => {
        const files = runtime.setApart;
        return context.json(
          await files[decision](context.req.valid("param").id, context.get("caller").name),
          200,
        );
      },
    );
}
