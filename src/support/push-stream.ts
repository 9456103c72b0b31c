/** Where the values of a stream come from. */
interface PushedTo<Value> {
  push(value: Value): void;
  /** Ends the stream once what was pushed is read, with an error if there is one. */
  end(fault?: { readonly error: unknown }): void;
}

/**
 * A stream of pushed values for one reader. `begin` is called with the first read; what it returns is called when the stream ends or
 * the reader leaves. A value costs its reader one promise; a generator takes several.
 */
export function pushStream<Value>(
  begin: (to: PushedTo<Value>) => () => void,
): AsyncIterableIterator<Value, undefined> {
  let queue: Value[] = [];
  let at = 0;
  let begun = false;
  let over: { readonly fault?: { readonly error: unknown } } | undefined;
  let leave = () => {};
  let readers: PromiseWithResolvers<IteratorResult<Value, undefined>>[] = [];

  function push(value: Value): void {
    if (over !== undefined) return;
    const reader = readers.shift();
    if (reader === undefined) queue.push(value);
    else reader.resolve({ done: false, value });
  }

  function end(fault?: { readonly error: unknown }): void {
    if (over !== undefined) return;
    over = fault === undefined ? {} : { fault };
    leave();
    const waiting = readers;
    readers = [];
    for (const reader of waiting) reader.resolve(next());
  }

  function next(): Promise<IteratorResult<Value, undefined>> {
    if (!begun && over === undefined) {
      begun = true;
      leave = begin({ push, end });
      // It may have ended at once.
      if (over !== undefined) leave();
    }
    if (at < queue.length) {
      const value = queue[at++] as Value; // its place is below the length
      if (at === queue.length) [queue, at] = [[], 0];
      return Promise.resolve({ done: false, value });
    }
    if (over === undefined) {
      const reader = Promise.withResolvers<IteratorResult<Value, undefined>>();
      readers.push(reader);
      return reader.promise;
    }
    const { fault } = over;
    over = {};
    return fault === undefined ? Promise.resolve(DONE) : Promise.reject(fault.error);
  }

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next,
    async return() {
      end();
      over = {};
      [queue, at] = [[], 0];
      return DONE;
    },
  };
}

const DONE = { done: true as const, value: undefined };
