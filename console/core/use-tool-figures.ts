import type { ItemOf } from "./api-calls.ts";
import { useConsole } from "./console-context.ts";
import { type Loaded, useData } from "./use-data.ts";

/** The statistics of a tool. */
export type ToolFigures = ItemOf<"/api/tools/statistics">;

/** The statistics of every tool that was called. */
export function useToolFigures(): Loaded<readonly ToolFigures[]> {
  const { api } = useConsole();
  return useData(() => api.get("/api/tools/statistics", { query: { limit: 1000 } }), [api]);
}
