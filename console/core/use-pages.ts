import { useSignal } from "@preact/signals";
import { useCallback, useEffect } from "preact/hooks";
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

/** The longest page that the server gives. */
const MOST = 200;

/** Loads a list page by page; loading it anew begins with the first. */
export function usePages<Item>(path: string, limit: number): Pages<Item> {
  const { api } = useConsole();
  const items = useSignal<readonly Item[] | undefined>(undefined);
  const next = useSignal<string | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const loading = useSignal(false);
  const load = useCallback(
    async (cursor: string | undefined) => {
      loading.value = true;
      try {
        // What was shown stays in sight when it is loaded anew.
        const wanted = cursor === undefined ? Math.max(limit, items.peek()?.length ?? 0) : limit;
        const page = await api.page<Item>(path, { limit: Math.min(wanted, MOST), cursor });
        items.value = cursor === undefined ? page.items : [...(items.peek() ?? []), ...page.items];
        next.value = page.next;
        problem.value = undefined;
      } catch (error) {
        problem.value = asProblem(error);
      }
      loading.value = false;
    },
    [api, path, limit],
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
