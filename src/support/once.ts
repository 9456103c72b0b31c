/** A value that is made when it is first asked for, and then kept. */
export interface Once<Value> {
  readonly get: () => Promise<Value>;
  /** What has been made so far; `undefined` if nobody has asked. */
  readonly made: Promise<Value> | undefined;
}

/** Puts the making of something off until it is needed. What could not be made is tried again the next time. */
export function once<Value>(make: () => Promise<Value>): Once<Value> {
  let made: Promise<Value> | undefined;
  return {
    get: () => {
      if (made === undefined) {
        const making = make();
        made = making;
        making.catch(() => {
          if (made === making) made = undefined;
        });
      }
      return made;
    },
    get made() {
      return made;
    },
  };
}

/** Makes a value with its first use, and gives the same ever after. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

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
