import { createRoute, z } from "@hono/zod-openapi";
import type { SpendSum } from "../../../contract/figures/spend.ts";
import type { Runtime } from "../../../runtime.ts";
import { VERSION } from "../../../version.ts";
import { type Api, answers, raw, rawAnswers } from "../api.ts";
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
    createRoute({
      method: "get",
      path: "/healthz",
      responses: answers(status.extend({ version: z.string() }), "The server is alive"),
    }),
    (context) => context.json({ status: "ok", version: VERSION }, 200),
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/readyz",
      responses: answers(status, "The server is ready; 503 if it is not"),
    }),
    async (context) => {
      const missing = await runtime.missing();
      if (missing.length === 0) return context.json({ status: "ready" }, 200);
      const verb = missing.length === 1 ? "does" : "do";
      return raw(
        context.json({ status: `not ready: ${missing.join(" and ")} ${verb} not answer` }, 503, {
          "retry-after": RETRY_AFTER_SECONDS,
        }),
      );
    },
  );
}

/** `/metrics`, in Prometheus's format. */
export function metricsRoute(api: Api, runtime: Runtime): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/metrics",
      middleware: requireRole("viewer"),
      responses: rawAnswers("text/plain", "Figures in the text form of Prometheus"),
    }),
    async (context) =>
      context.text(
        prometheusText(
          await runtime.statistics(),
          {
            models: (await runtime.money.sums("model", "")).filter(({ key }) => key !== ""),
            ofTools: await runtime.money.toolSums(""),
          },
          await depthOf(runtime),
        ),
        200,
        { "content-type": "text/plain; version=0.0.4" },
      ),
  );
}

type QueueDepth = Awaited<ReturnType<Runtime["worker"]["depth"]>>;

/** The length of the workers' queue. `undefined` if runs are not left to workers. */
async function depthOf(runtime: Runtime): Promise<QueueDepth | undefined> {
  return runtime.settings.config.runs === "workers" ? runtime.worker.depth() : undefined;
}

interface ToolFigures {
  readonly tool: string;
  readonly count: number;
  readonly failures: number;
  readonly averageMs: number;
  readonly p95Ms: number;
}

/** Tool statistics and process state in Prometheus's text format. */
function prometheusText(
  tools: readonly ToolFigures[],
  { models, ofTools }: { readonly models: readonly SpendSum[]; readonly ofTools: readonly SpendSum[] },
  depth: QueueDepth | undefined,
): string {
  const memory = process.memoryUsage.rss();
  return [
    ...series(
      "dejima_calls_total",
      "counter",
      "Calls by tool",
      tools.map(({ tool, count }) => [tool, count]),
    ),
    ...series(
      "dejima_call_failures_total",
      "counter",
      "Failed calls by tool",
      tools.map(({ tool, failures }) => [tool, failures]),
    ),
    ...series(
      "dejima_call_duration_average_ms",
      "gauge",
      "Average duration by tool",
      tools.map(({ tool, averageMs }) => [tool, averageMs]),
    ),
    ...series(
      "dejima_call_duration_p95_ms",
      "gauge",
      "95th percentile of the duration by tool",
      tools.map(({ tool, p95Ms }) => [tool, p95Ms]),
    ),
    ...series(
      "dejima_model_cost_usd_total",
      "counter",
      "What models have cost, as far as their prices are known",
      models.map(({ key, cost }) => [key, cost / 1_000_000]),
      "model",
    ),
    ...series(
      "dejima_model_tokens_total",
      "counter",
      "Tokens that models have read and written",
      models.map(({ key, inputTokens, outputTokens }) => [key, inputTokens + outputTokens]),
      "model",
    ),
    ...series(
      "dejima_tool_cost_usd_total",
      "counter",
      "What calls of tools have cost, as far as their prices are known",
      ofTools.map(({ key, cost }) => [key, cost / 1_000_000]),
    ),
    ...(depth === undefined
      ? []
      : series(
          "dejima_runs_queued",
          "gauge",
          "Jobs for workers, by state",
          [
            ["waiting", depth.waiting],
            ["active", depth.active],
          ],
          "state",
        )),
    "# HELP process_resident_memory_bytes Resident memory",
    "# TYPE process_resident_memory_bytes gauge",
    `process_resident_memory_bytes ${memory}`,
    "",
  ].join("\n");
}

function series(
  name: string,
  type: string,
  help: string,
  values: readonly (readonly [string, number])[],
  label = "tool",
): string[] {
  const lines = values.map(([of, value]) => `${name}{${label}="${of.replace(/[\\"\n]/g, "_")}"} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

/** `/api/insights`: daily counts. They do not show who did what. */
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
