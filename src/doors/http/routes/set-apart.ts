import { createRoute, z } from "@hono/zod-openapi";
import { type SetApart, setApartSchema } from "../../../contract/set-apart.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Api, answers, inPath, listAnswers, listed, pageQuery, slicePage } from "../api.ts";
import { requireRole } from "../security/require-role.ts";

/** `/api/set-apart`: self-starting files that programs wrote, and that wait for a person. */
export function setApartRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/set-apart",
      middleware: requireRole("approver"),
      request: { query: pageQuery },
      responses: listAnswers(setApartSchema, "The files, oldest first"),
    }),
    async (context) => {
      const page = context.req.valid("query");
      const nameOf = ({ id }: SetApart) => id;
      const items = slicePage(await runtime.setApart.list(), page, nameOf);
      return listed(context, items, { limit: page.limit, cursorOf: nameOf });
    },
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/set-apart/{id}",
      middleware: requireRole("approver"),
      request: { params: inPath("id") },
      responses: answers(setApartSchema.extend({ content: z.string() }), "One file, with its content"),
    }),
    async (context) => context.json(await runtime.setApart.show(context.req.valid("param").id), 200),
  );
  for (const decision of ["accept", "discard"] as const)
    api.openapi(
      createRoute({
        method: "post",
        path: `/api/set-apart/{id}/${decision}`,
        middleware: requireRole("approver"),
        request: { params: inPath("id") },
        responses: answers(setApartSchema, "The file, decided about"),
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
