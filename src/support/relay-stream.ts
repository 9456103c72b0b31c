/** What a relay does with the stream that it passes on. */
interface Relayed<Value> {
  readonly inner: AsyncIterator<Value>;
  /** The value to pass on for one of the stream. */
  pass(value: Value): Value;
  /** Runs before each further value is read. Returns `undefined` if there is nothing to wait for. */
  before(): Promise<void> | undefined;
  /** Called once, when the stream has ended, has failed, or is not read any more. */
  end(): Promise<void>;
}

/** Passes a stream on to one reader. `open` is called with the first read. A value costs one promise; in a generator it takes several. */
export function relayStream<Value>(
  open: () => Promise<Relayed<Value>>,
): AsyncIterableIterator<Value, undefined> {
  type Result = IteratorResult<Value, undefined>;
  let relayed: Relayed<Value> | undefined;
  let over = false;

  async function end(): Promise<void> {
    if (over) return;
    over = true;
    await relayed?.end();
  }

  async function fail(error: unknown): Promise<never> {
    await end();
    throw error;
  }

  /** Lets the stream go, too: the error is not its own. */
  async function leave(): Promise<void> {
    try {
      await relayed?.inner.return?.();
    } finally {
      await end();
    }
  }

  function read({ inner, pass }: Relayed<Value>): Promise<Result> {
    return inner.next().then((result): Result | Promise<Result> => {
      if (over) return DONE;
      if (result.done === true) return end().then(() => DONE);
      try {
        return { done: false, value: pass(result.value) };
      } catch (error) {
        return leave().then(() => Promise.reject(error));
      }
    }, fail);
  }

  async function prepare(work: Promise<void>, opened: Relayed<Value>): Promise<Result> {
    try {
      await work;
    } catch (error) {
      await leave();
      throw error;
    }
    return read(opened);
  }

  async function first(): Promise<Result> {
    try {
      relayed = await open();
    } catch (error) {
      over = true;
      throw error;
    }
    return read(relayed);
  }

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      if (over) return Promise.resolve(DONE);
      if (relayed === undefined) return first();
      const work = relayed.before();
      return work === undefined ? read(relayed) : prepare(work, relayed);
    },
    async return() {
      if (!over) await leave();
      return DONE;
    },
  };
}

const DONE = { done: true as const, value: undefined };
