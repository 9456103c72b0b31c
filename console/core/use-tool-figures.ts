import { useConsole } from "./console-context.ts";
import { type Loaded, useData } from "./use-data.ts";

/** How a tool has fared so far. */
export interface ToolFigures {
  readonly tool: string;
  readonly count: number;
  readonly failures: number;
  readonly averageMs: number;
  readonly p95Ms: number;
}

/** The figures of every tool that was called. */
export function useToolFigures(): Loaded<readonly ToolFigures[]> {
  const { api } = useConsole();
  return useData(() => api.get<ToolFigures[]>("/api/tools/statistics", { limit: 1000 }), [api]);
}
