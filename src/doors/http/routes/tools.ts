import { createRoute, z } from "@hono/zod-openapi";
import { outcomeSchema } from "../../../contract/outcome.ts";
import { CATEGORIES, toolSummarySchema } from "../../../contract/tool.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Api, answers, inPath } from "../api.ts";
import { requireRole } from "../security/authenticate.ts";

const name = inPath("name");

/** `/api/tools`: list, search, info, statistics, call. */
export function toolRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/tools",
      middleware: requireRole("viewer"),
      request: { query: z.object({ category: z.enum(CATEGORIES).optional() }) },
      responses: answers(z.array(toolSummarySchema), "The tools, by name"),
    }),
    (context) => {
      const { category } = context.req.valid("query");
      return context.json(
        runtime.tools().filter((tool) => category === undefined || tool.category === category),
        200,
      );
    },
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/tools/search",
      middleware: requireRole("viewer"),
      request: {
        query: z.object({
          query: z.string().min(1).max(4000),
          limit: z.coerce.number().int().min(1).max(50).default(5),
        }),
      },
      responses: answers(
        z.object({
          hits: z.array(z.object({ name: z.string(), score: z.number(), why: z.array(z.string()) })),
          advice: z.string().optional(),
        }),
        "The tools that fit best; none when nothing fits",
      ),
    }),
    async (context) => {
      const { query, limit } = context.req.valid("query");
      const { hits, advice } = await (await runtime.search()).tools(query, { limit });
      const found = hits.map(({ name, score, why }) => ({ name, score, why: [...why] }));
      return context.json(advice === undefined ? { hits: found } : { hits: found, advice }, 200);
    },
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/tools/statistics",
      middleware: requireRole("viewer"),
      responses: answers(
        z.array(
          z.object({
            tool: z.string(),
            count: z.int(),
            failures: z.int(),
            averageMs: z.number(),
            p95Ms: z.number(),
          }),
        ),
        "How each tool has fared",
      ),
    }),
    async (context) => context.json(await (await runtime.store()).statistics.all(), 200),
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/tools/{name}",
      middleware: requireRole("viewer"),
      request: { params: name },
      responses: answers(toolSummarySchema.loose(), "A tool in full"),
    }),
    // A schema of JSON Schema stands in it, which has no narrower type than "JSON".
    (context) => context.json(runtime.toolInfo(context.req.valid("param").name) as never, 200),
  );
  api.openapi(
    createRoute({
      method: "post",
      path: "/api/tools/{name}/call",
      middleware: requireRole("user"),
      request: {
        params: name,
        body: {
          content: {
            "application/json": {
              schema: z.object({
                input: z.unknown().optional(),
                approve: z.string().length(64).optional(),
                park: z.boolean().default(false).describe("Wait for an approval instead of refusing"),
              }),
            },
          },
        },
      },
      responses: answers(outcomeSchema, "How the call ended; a failure is an outcome, too"),
    }),
    async (context) => {
      const { name: tool } = context.req.valid("param");
      const { input, approve, park } = context.req.valid("json");
      const run = await runtime.openRun({
        title: `${context.get("caller").name}: tool call ${tool}`,
        place: "rest",
        park,
      });
      const outcome = await run.execute({
        tool,
        input,
        signal: context.req.raw.signal,
        ...(approve === undefined ? {} : { approve }),
      });
      await run.end(outcome.type === "success" ? "done" : "failed");
      return context.json(outcome, 200);
    },
  );
}
