/** Where the values of a stream come from. */
interface PushedTo<Value> {
  push(value: Value): void;
  /** Ends the stream after all pushed values were read, with an error if there is one. */
  end(fault?: { readonly error: unknown }): void;
}

/** A stream that can also call its reader, who then needs no promise for each value. */
export interface CallingStream<Value> extends AsyncIterableIterator<Value, undefined> {
  /**
   * Calls `onValue` with each value, as soon as it is there. Resolves at the end of the stream. Rejects with its error, or with one of
   * `onValue`, after which the stream is over.
   */
  forEach(onValue: (value: Value) => void): Promise<void>;
}

/**
 * A stream of pushed values for one reader. `begin` is called with the first read; what it returns is called when the stream ends or
 * the reader leaves. A value costs its reader one promise, or none with `forEach`; a generator takes several.
 */
export function pushStream<Value>(begin: (to: PushedTo<Value>) => () => void): CallingStream<Value> {
  let queue: Value[] = [];
  let at = 0;
  let begun = false;
  let over: { readonly fault?: { readonly error: unknown } } | undefined;
  let leave = () => {};
  let readers: PromiseWithResolvers<IteratorResult<Value, undefined>>[] = [];
  let call: ((value: Value) => void) | undefined;

  function push(value: Value): void {
    if (over !== undefined) return;
    const reader = call === undefined ? readers.shift() : undefined;
    if (call !== undefined) call(value);
    else if (reader === undefined) queue.push(value);
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
    forEach(onValue) {
      call = (value) => {
        try {
          onValue(value);
        } catch (error) {
          end({ error });
        }
      };
      for (const value of queue.splice(at)) push(value);
      [queue, at] = [[], 0];
      // Values are not read any more, so this read is answered by the end.
      return next().then(() => {});
    },
    async return() {
      end();
      over = {};
      [queue, at] = [[], 0];
      return DONE;
    },
  };
}

/** Calls `onValue` with each value of a stream: as it comes from a stream that can call, else by reading one after the other. */
export async function forEachOf<Value>(
  stream: AsyncIterable<Value>,
  onValue: (value: Value) => void,
): Promise<void> {
  if (calls(stream)) return stream.forEach(onValue);
  for await (const value of stream) onValue(value);
}

function calls<Value>(stream: AsyncIterable<Value>): stream is CallingStream<Value> {
  return "forEach" in stream && typeof stream.forEach === "function";
}

const DONE = { done: true as const, value: undefined };
