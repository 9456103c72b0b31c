import type { Once } from "./once.ts";

/** A service that opens with the first use of a method. All methods are asynchronous; a stream opens it when it is read. */
export type Opened<Service> = {
  readonly [Key in Exclude<keyof Service, "close">]: Service[Key] extends (
    ...given: infer Given
  ) => infer Result
    ? [Result] extends [Promise<unknown> | AsyncIterable<unknown>]
      ? Service[Key]
      : (...given: Given) => Promise<Result>
    : Opened<Service[Key]>;
};

/** Names the members that cannot be told from plain methods before the service is open. */
type Kinds<Service> = {
  readonly [Key in Exclude<keyof Service, "close"> as Service[Key] extends (...given: never) => infer Result
    ? Result extends AsyncIterable<unknown>
      ? Key
      : never
    : Key]: Service[Key] extends (...given: never) => unknown ? "stream" : "part";
};

/** Puts a service in the place of one that is not open yet. `open` is called with each use: give one that keeps what it made. */
export function opensItself<Service extends object>(
  open: () => Promise<Service>,
  ...[kinds]: keyof Kinds<Service> extends never ? [] : [Kinds<Service>]
): Opened<Service> {
  const known: Readonly<Record<string, "stream" | "part" | undefined>> = kinds ?? {};
  const member = async (name: string) => {
    const service = await open();
    const held: unknown = Reflect.get(service, name);
    return typeof held === "function" ? held.bind(service) : held;
  };
  const members = new Map<string, unknown>();
  const get = (_: object, name: string | symbol) => {
    // Without `then`, so that `await` takes the service for what it is instead of a promise.
    if (typeof name === "symbol" || name === "then") return undefined;
    if (!members.has(name))
      members.set(
        name,
        memberOf(() => member(name), known[name]),
      );
    return members.get(name);
  };
  // The members are those of the service, each in its asynchronous form.
  return new Proxy({}, { get }) as Opened<Service>;
}

function memberOf(open: () => Promise<unknown>, kind: "stream" | "part" | undefined): unknown {
  if (kind === "part") return opensItself(open as () => Promise<object>);
  const call = async (given: unknown[]) => ((await open()) as (...given: unknown[]) => unknown)(...given);
  if (kind === undefined) return (...given: unknown[]) => call(given);
  return async function* (...given: unknown[]) {
    yield* (await call(given)) as AsyncIterable<unknown>;
  };
}

/** Defers the closing of services that open with their first use. A service that was never opened needs no closing. */
export function closeWith(opened: AsyncDisposableStack) {
  return <Value>(service: Once<Value>, close: (value: Value) => unknown) =>
    opened.defer(async () => {
      const value = await service.made?.catch(() => undefined);
      if (value !== undefined) await close(value);
    });
}
