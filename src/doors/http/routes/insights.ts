import { createRoute, z } from "@hono/zod-openapi";
import type { Runtime } from "../../../runtime.ts";
import { type Api, answers } from "../api.ts";
import { requireRole } from "../security/require-role.ts";

const DAY_MS = 86_400_000;

const daySchema = z.object({
  day: z.string(),
  runs: z.number(),
  calls: z.number(),
  failures: z.number(),
  averageMs: z.number(),
  p95Ms: z.number(),
  modelRequests: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  tokensSaved: z.number().describe("Definitions that were not shown and outputs that were cut"),
  asked: z.number(),
  approved: z.number(),
  denied: z.number(),
  granted: z.number().describe("Questions that a grant made needless"),
});

/** `/api/insights`: how the days went. Counts only: nothing of it tells who did what. */
export function insightRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/insights",
      middleware: requireRole("viewer"),
      request: { query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }) },
      responses: answers(
        z.object({ days: z.array(daySchema) }),
        "One entry for each of the last days, oldest first",
      ),
    }),
    async (context) => {
      const { days } = context.req.valid("query");
      const today = Date.now();
      const names = Array.from({ length: days }, (_nothing, back) =>
        new Date(today - (days - 1 - back) * DAY_MS).toISOString().slice(0, 10),
      );
      const known = new Map(
        (await runtime.insights(names[0] ?? "")).map((figures) => [figures.day, figures]),
      );
      return context.json({ days: names.map((day) => known.get(day) ?? quiet(day)) }, 200);
    },
  );
}

function quiet(day: string): z.infer<typeof daySchema> {
  const names = Object.keys(daySchema.shape).filter((name) => name !== "day");
  return { day, ...Object.fromEntries(names.map((name) => [name, 0])) } as z.infer<typeof daySchema>;
}
