import { useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import type { ItemOf } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { type Loaded, useData } from "../../core/use-data.ts";

/** A record of the harbour log: an event with its place in the chain. */
export type LogRecord = ItemOf<"/api/runs/{run}/events">;

export interface Records extends Loaded<readonly LogRecord[]> {
  /** Whether there are earlier ones. */
  readonly more: boolean;
  loadEarlier(): Promise<void>;
}

const PAGE = 500;

/** The latest records of a run, and earlier ones on demand. */
export function useRecords(runId: string): Records {
  const { api } = useConsole();
  const earlier = useSignal<readonly LogRecord[]>([]);
  const cursor = useSignal<string | undefined>(undefined);
  const latest = useData(async () => {
    const { items, next } = await api.page("/api/runs/{run}/events", {
      params: { run: runId },
      query: { limit: PAGE },
    });
    if (earlier.peek().length === 0) cursor.value = next;
    return items;
  }, [runId]);
  const loadEarlier = useCallback(async () => {
    const { items, next } = await api.page("/api/runs/{run}/events", {
      params: { run: runId },
      query: { limit: PAGE, cursor: cursor.peek() },
    });
    earlier.value = [...items, ...earlier.peek()];
    cursor.value = next;
  }, [api, runId]);
  const value = latest.value === undefined ? undefined : joined(earlier.value, latest.value);
  return { ...latest, value, more: cursor.value !== undefined, loadEarlier };
}

function joined(earlier: readonly LogRecord[], latest: readonly LogRecord[]): readonly LogRecord[] {
  const first = latest[0]?.seq ?? Number.POSITIVE_INFINITY;
  return [...earlier.filter(({ seq }) => seq < first), ...latest];
}
