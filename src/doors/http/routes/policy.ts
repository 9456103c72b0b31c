import { createRoute, z } from "@hono/zod-openapi";
import { verdictSchema } from "../../../contract/verdict.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Api, answers } from "../api.ts";
import { requireRole } from "../security/authenticate.ts";

/** `/api/policy` and `/api/config`. */
export function policyRoutes(api: Api, runtime: Runtime): void {
  const body = z.object({
    tool: z.string().max(200),
    input: z.unknown().optional(),
    skills: z.array(z.string().max(200)).max(20).optional(),
  });
  api.openapi(
    createRoute({
      method: "post",
      path: "/api/policy/explain",
      middleware: requireRole("viewer"),
      request: { body: { content: { "application/json": { schema: body } } } },
      responses: answers(
        verdictSchema.extend({ change: z.array(z.string()) }),
        "How the call would be judged, and what would change it",
      ),
    }),
    async (context) => {
      const { tool, input, skills } = context.req.valid("json");
      const { verdict, reasons, change } = await runtime.explain(
        tool,
        input,
        skills === undefined ? {} : { skills },
      );
      return context.json({ verdict, reasons, change: [...change] }, 200);
    },
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/config",
      middleware: requireRole("admin"),
      responses: answers(z.record(z.string(), z.unknown()), "The config that holds, without secrets"),
    }),
    async (context) => context.json((await runtime.redactedConfig()) as Record<string, unknown>, 200),
  );
}
