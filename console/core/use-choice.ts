import { useConsole } from "./console-context.ts";

/** One of a few views, stored in the address, so that a link leads to it. The first is the default. */
export function useChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): readonly [Value, (next: Value) => void] {
  const { route } = useConsole();
  const { query } = route.place.value;
  const [fallback] = values;
  const chosen = values.find((value) => value === query.get(name)) ?? fallback;
  return [chosen, (next) => route.ask(name, next === fallback ? "" : next)];
}
