/** Asks for a value at most once in a while; in between the last one is good enough. What could not be had is asked for again. */
export function cacheFor<Value>(milliseconds: number, ask: () => Promise<Value>): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly at: number } | undefined;
  return () => {
    const at = performance.now();
    if (kept === undefined || at - kept.at > milliseconds) {
      const value = ask();
      const asked = { value, at };
      kept = asked;
      value.catch(() => {
        if (kept === asked) kept = undefined;
      });
    }
    return kept.value;
  };
}
