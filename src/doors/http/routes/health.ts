import { z } from "@hono/zod-openapi";
import type { Runtime } from "../../../runtime.ts";
import { VERSION } from "../../../version.ts";
import { type Api, answers, rawResponse, route } from "../api.ts";
import { requireRole } from "../caller.ts";

const DAY_MS = 86_400_000;
const RETRY_AFTER_SECONDS = "2";

const daySchema = z.object({
  day: z.string(),
  runs: z.number(),
  calls: z.number().describe("Calls that ran to an end"),
  failures: z.number(),
  refused: z.number().describe("Calls that a person or the policy refused"),
  stopped: z.number().describe("Calls that were stopped"),
  averageMs: z.number(),
  p95Ms: z.number(),
  modelRequests: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  tokensSaved: z.number().describe("Definitions that were not shown and outputs that were cut"),
  asked: z.number(),
  approved: z.number(),
  denied: z.number(),
  expired: z.number().describe("Questions that nobody answered in time"),
  withdrawn: z.number().describe("Questions whose call was stopped"),
  granted: z.number().describe("Questions that a grant made needless"),
});

/** `/healthz` reports liveness, `/readyz` readiness. Neither reveals more, and neither needs a token. */
export function healthRoutes(api: Api, runtime: Runtime): void {
  const status = z.object({ status: z.string() });
  api.openapi(
    route("get /healthz", {
      responses: answers(status.extend({ version: z.string() }), "The server is alive"),
    }),
    (context) => context.json({ status: "ok", version: VERSION }, 200),
  );
  api.openapi(
    route("get /readyz", {
      responses: answers(
        status.extend({ warnings: z.array(z.string()).optional().describe("What runs wait for") }),
        "The server is ready; 503 if it is not",
      ),
    }),
    async (context) => {
      const missing = await runtime.missing();
      if (missing.length === 0) {
        // Messages are taken and wait, so a server without workers stays in service.
        const { warnings } = await runtime.worker.team();
        const workers = warnings.filter(({ about }) => about === "workers").map(({ text }) => text);
        return context.json({ status: "ready", ...(workers.length === 0 ? {} : { warnings: workers }) }, 200);
      }
      const verb = missing.length === 1 ? "does" : "do";
      return rawResponse(
        context.json({ status: `not ready: ${missing.join(" and ")} ${verb} not answer` }, 503, {
          "retry-after": RETRY_AFTER_SECONDS,
        }),
      );
    },
  );
}

/** `/api/insights`: daily counts. They do not show who did what. */
export function insightRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    route("get /api/insights", {
      middleware: requireRole("viewer"),
      query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
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
