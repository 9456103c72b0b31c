import type { Once } from "./once.ts";
import { type CallingStream, forEachOf } from "./push-stream.ts";

/** A service that opens on the first use of a method. All methods are asynchronous. A stream opens it when it is read. */
export type Opened<Service> = {
  readonly [Key in Exclude<keyof Service, "close">]: Service[Key] extends (
    ...args: infer Args
  ) => infer Result
    ? [Result] extends [Promise<unknown> | AsyncIterable<unknown>]
      ? Service[Key]
      : (...args: Args) => Promise<Result>
    : Opened<Service[Key]>;
};

/** Lists the members that cannot be distinguished from plain methods before the service is open. */
type Kinds<Service> = {
  readonly [Key in Exclude<keyof Service, "close"> as Service[Key] extends (...args: never) => infer Result
    ? Result extends AsyncIterable<unknown>
      ? Key
      : never
    : Key]: Service[Key] extends (...args: never) => unknown ? "stream" : "part";
};

/** A placeholder for a service that is not open yet. `open` is called with each use, so it must cache the service. */
export function opensItself<Service extends object>(
  open: () => Promise<Service>,
  ...[kinds]: keyof Kinds<Service> extends never ? [] : [Kinds<Service>]
): Opened<Service> {
  const known: Readonly<Record<string, "stream" | "part" | undefined>> = kinds ?? {};
  const members = new Map<string, unknown>();
  const get = (_: object, name: string | symbol) => {
    // Without `then`, so that `await` does not take the service for a promise.
    if (typeof name === "symbol" || name === "then") return undefined;
    if (!members.has(name)) members.set(name, memberOf(open, name, known[name]));
    return members.get(name);
  };
  // The members are those of the service, in their asynchronous form.
  return new Proxy({}, { get }) as Opened<Service>;
}

function memberOf(open: () => Promise<object>, name: string, kind: "stream" | "part" | undefined): unknown {
  if (kind === "part") return opensItself(async () => Reflect.get(await open(), name) as object); // a part is an object
  const call = async (args: unknown[]) => {
    const service = await open();
    return Reflect.apply(Reflect.get(service, name), service, args);
  };
  if (kind === undefined) return (...args: unknown[]) => call(args);
  return (...args: unknown[]) => openStream(async () => (await call(args)) as AsyncIterable<unknown>); // the kind says that it is a stream
}

/** A stream that is opened with the first read. Later reads go straight to it: a generator in between would cost each event. */
export function openStream<Value>(open: () => Promise<AsyncIterable<Value>>): CallingStream<Value> {
  let opening: Promise<AsyncIterator<Value>> | undefined;
  let inner: Pick<AsyncIterator<Value>, "next" | "return"> | undefined;
  const opened = async () => {
    opening ??= open().then((stream) => stream[Symbol.asyncIterator]());
    try {
      inner = await opening;
    } catch (error) {
      inner = ENDED;
      throw error;
    }
    return inner;
  };
  const first = async () => (await opened()).next();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => (inner === undefined ? first() : inner.next()),
    async forEach(onValue) {
      const stream = inner ?? (await opened());
      return forEachOf(isIterable(stream) ? stream : { [Symbol.asyncIterator]: () => stream }, onValue);
    },
    async return(value) {
      // A stream that nobody has read need not be opened to be ended.
      inner ??= (await opening) ?? ENDED;
      return (await inner.return?.(value)) ?? { done: true, value };
    },
  };
}

// An iterator that can be iterated is its own stream, and may call its reader.
function isIterable<Value>(inner: Pick<AsyncIterator<Value>, "next">): inner is AsyncIterableIterator<Value> {
  return Symbol.asyncIterator in inner;
}

const ENDED = { next: async () => ({ done: true as const, value: undefined }) };

/** Defers the closing of services that open on first use. A service that was never opened needs no closing. */
export function closeWith(opened: AsyncDisposableStack) {
  return <Value>(service: Once<Value>, close: (value: Value) => unknown) =>
    opened.defer(async () => {
      const value = await service.made?.catch(() => undefined);
      if (value !== undefined) await close(value);
    });
}
