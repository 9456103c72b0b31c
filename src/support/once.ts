/** A value that is created on first use and then cached. */
export interface Once<Value> {
  readonly get: () => Promise<Value>;
  /** The value created so far. `undefined` before the first use. */
  readonly made: Promise<Value> | undefined;
}

/** Creates something on first use. A failed attempt is repeated with the next use. */
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

/** Creates a value on first use and returns the same one afterwards. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Caches a value for some time. A failed attempt is not cached. */
export function cacheFor<Value>(milliseconds: number, ask: () => Promise<Value>): () => Promise<Value> {
  let cached: { readonly value: Promise<Value>; readonly at: number } | undefined;
  return () => {
    const at = performance.now();
    if (cached === undefined || at - cached.at > milliseconds) {
      const value = ask();
      const entry = { value, at };
      cached = entry;
      value.catch(() => {
        if (cached === entry) cached = undefined;
      });
    }
    return cached.value;
  };
}
