import type { Once } from "./once.ts";

/** Defers the closing of services that open with their first use. A service that was never opened needs no closing. */
export function closeWith(opened: AsyncDisposableStack) {
  return <Value>(service: Once<Value>, close: (value: Value) => unknown) =>
    opened.defer(async () => {
      const value = await service.made?.catch(() => undefined);
      if (value !== undefined) await close(value);
    });
}
