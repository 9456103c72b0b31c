import { useSignal } from "@preact/signals";
import { useCallback, useEffect, useRef } from "preact/hooks";
import type { ItemOf, ListPath, QueryOf } from "./api-calls.ts";
import { type ApiProblem, asProblem } from "./api-problem.ts";
import { useConsole } from "./console-context.ts";

/** A list that comes in pages. */
export interface Pages<Item> {
  readonly items: readonly Item[] | undefined;
  readonly problem: ApiProblem | undefined;
  readonly loading: boolean;
  /** Whether there is more. */
  readonly more: boolean;
  loadMore(): Promise<void>;
  reload(): Promise<void>;
}

/** The server's maximum page size. */
const MOST = 200;

/** Loads a list page by page. A reload starts with the first. Only the latest response counts. */
export function usePages<Path extends ListPath>(
  path: Path,
  limit: number,
  query?: QueryOf<"get", Path>,
): Pages<ItemOf<Path>> {
  const { api, live } = useConsole();
  const items = useSignal<readonly ItemOf<Path>[] | undefined>(undefined);
  const next = useSignal<string | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const loading = useSignal(false);
  const newest = useRef(0);
  const load = useCallback(
    async (cursor: string | undefined) => {
      const turn = ++newest.current;
      loading.value = true;
      await live.settled();
      if (turn !== newest.current) return;
      try {
        // Everything shown stays visible after a reload.
        const wanted = cursor === undefined ? Math.max(limit, items.peek()?.length ?? 0) : limit;
        const page = await api.list(path, { limit: Math.min(wanted, MOST), cursor }, query);
        if (turn !== newest.current) return;
        items.value = cursor === undefined ? page.items : [...(items.peek() ?? []), ...page.items];
        next.value = page.next;
        problem.value = undefined;
      } catch (error) {
        if (turn !== newest.current) return;
        problem.value = asProblem(error);
      }
      loading.value = false;
    },
    [api, path, limit, JSON.stringify(query)],
  );
  const reload = useCallback(() => load(undefined), [load]);
  useEffect(() => void reload(), [reload]);
  return {
    items: items.value,
    problem: problem.value,
    loading: loading.value,
    more: next.value !== undefined,
    loadMore: () => load(next.value),
    reload,
  };
}
