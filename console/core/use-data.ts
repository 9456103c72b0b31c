import { useSignal } from "@preact/signals";
import { useCallback, useEffect, useRef } from "preact/hooks";
import { type ApiProblem, asProblem } from "./api-problem.ts";
import { useConsole } from "./console-context.ts";

/** Data being loaded. At most one of `value` and `problem` is current; `value` stays while it is reloaded. */
export interface Loaded<Data> {
  readonly value: Data | undefined;
  readonly problem: ApiProblem | undefined;
  readonly loading: boolean;
  reload(): Promise<void>;
  /** Shows another value at once, before the server has it. */
  set(value: Data): void;
}

/** Loads data whenever `keys` change. Only the latest response counts. */
export function useData<Data>(load: () => Promise<Data>, keys: readonly unknown[]): Loaded<Data> {
  const { live } = useConsole();
  const value = useSignal<Data | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const loading = useSignal(true);
  const newest = useRef(0);
  const reload = useCallback(async () => {
    const turn = ++newest.current;
    loading.value = true;
    await live.settled();
    // A newer request is under way and loads it.
    if (turn !== newest.current) return;
    try {
      const found = await load();
      if (turn !== newest.current) return;
      value.value = found;
      problem.value = undefined;
    } catch (error) {
      if (turn !== newest.current) return;
      problem.value = asProblem(error);
    }
    loading.value = false;
    // The caller names what the data depends on.
  }, keys);
  useEffect(() => {
    void reload();
    return () => {
      newest.current++;
    };
  }, [reload]);
  return {
    value: value.value,
    problem: problem.value,
    loading: loading.value,
    reload,
    set(next) {
      value.value = next;
    },
  };
}
