interface ToolFigures {
  readonly tool: string;
  readonly count: number;
  readonly failures: number;
  readonly averageMs: number;
  readonly p95Ms: number;
}

/** Tool figures and the state of the process in the text form of Prometheus. */
export function prometheusText(tools: readonly ToolFigures[]): string {
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
): string[] {
  const lines = values.map(([tool, value]) => `${name}{tool="${tool.replace(/[\\"\n]/g, "_")}"} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}
