import type { SpendSum } from "../../../contract/figures/spend.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Api, rawAnswers, route } from "../api.ts";
import { requireRole } from "../caller.ts";

/** `/metrics`, in Prometheus's format. */
export function metricsRoute(api: Api, runtime: Runtime): void {
  api.openapi(
    route("get /metrics", {
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
          await teamFiguresOf(runtime),
        ),
        200,
        { "content-type": "text/plain; version=0.0.4" },
      ),
  );
}

type TeamFigures = Awaited<ReturnType<Runtime["worker"]["figures"]>>;

/** The figures of the whole team. `undefined` if runs are not left to workers. */
async function teamFiguresOf(runtime: Runtime): Promise<TeamFigures | undefined> {
  return runtime.settings.config.runs === "workers" ? runtime.worker.figures() : undefined;
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
  team: TeamFigures | undefined,
): string {
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
    ...(team === undefined ? [] : teamLines(team)),
    ...single("process_resident_memory_bytes", "Resident memory", process.memoryUsage.rss()),
    "",
  ].join("\n");
}

function teamLines({ queue, leases, lag }: TeamFigures): string[] {
  const buckets = lag.upTo.map(({ seconds, count }) => [String(seconds), count] as const);
  return [
    ...series(
      "dejima_runs_queued",
      "gauge",
      "Jobs for workers, by state",
      [
        ["waiting", queue.waiting],
        ["active", queue.active],
      ],
      "state",
    ),
    ...single(
      "dejima_oldest_job_seconds",
      "How long the oldest waiting job has waited",
      queue.oldestMs / 1000,
    ),
    ...series(
      "dejima_leases",
      "gauge",
      "Leases of runs: active, and expired before another process took the run over",
      [
        ["held", leases.held],
        ["expired", leases.expired],
      ],
      "state",
    ),
    "# HELP dejima_event_lag_seconds From a record to its being read here for a client that follows",
    "# TYPE dejima_event_lag_seconds histogram",
    ...[...buckets, ["+Inf", lag.count] as const].map(
      ([limit, count]) => `dejima_event_lag_seconds_bucket{le="${limit}"} ${count}`,
    ),
    `dejima_event_lag_seconds_sum ${lag.seconds}`,
    `dejima_event_lag_seconds_count ${lag.count}`,
  ];
}

function single(name: string, help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
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
