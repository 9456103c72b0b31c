/**
 * Runs inside the sandbox, in a Node program on trial: moves its clocks forward, further with each message it
 * receives, and shortens long timers. Sent as text, so it uses nothing from outside itself.
 */
export function trialClock(aheadMs: number): void {
  // Node's objects are patched under names that its types do not permit to assign.
  type Patched = Record<string, (...args: never[]) => unknown>;
  // Each message moves the clock another half a year, to another hour and another day of the week.
  const STEP_MS = 4_423 * 3_600_000;
  let moved = aheadMs;
  const { stdin } = process;
  const emit = stdin.emit as unknown as (...args: unknown[]) => boolean;
  (stdin as unknown as Patched).emit = function (this: unknown, ...args: never[]): unknown {
    if ((args[0] as unknown) === "data" || (args[0] as unknown) === "readable") moved += STEP_MS;
    return Reflect.apply(emit, this, args);
  };
  const Plain = Date;
  const later = () => Plain.now() + moved;
  const Moved = new Proxy(Plain, {
    construct: (target, args, made) =>
      Reflect.construct(target, args.length === 0 ? [later()] : args, made) as object,
    apply: () => new Plain(later()).toString(),
    get: (target, name) => (name === "now" ? later : (Reflect.get(target, name) as unknown)),
  });
  globalThis.Date = Moved;
  Object.defineProperty(Plain.prototype, "constructor", {
    value: Moved,
    writable: true,
    configurable: true,
  });
  // Other clocks than Date.
  const formats = Intl.DateTimeFormat.prototype as unknown as Patched;
  const plainFormat = Object.getOwnPropertyDescriptor(formats, "format")?.get;
  Object.defineProperty(formats, "format", {
    configurable: true,
    get(this: unknown) {
      const format = plainFormat?.call(this) as (at?: unknown) => string;
      return (at?: unknown) => format(at ?? later());
    },
  });
  const plainParts = formats.formatToParts;
  formats.formatToParts = function (this: unknown, at?: unknown): unknown {
    return plainParts === undefined ? [] : Reflect.apply(plainParts, this, [at ?? later()]);
  } as Patched[string];
  const origin = performance.timeOrigin;
  Object.defineProperty(performance, "timeOrigin", { configurable: true, get: () => origin + moved });
  // Timers of two seconds or more fire soon: a trial is short.
  const shorten = (delay: unknown) => (typeof delay === "number" && delay >= 2_000 ? 25 : delay);
  const shortened = (owner: Patched, name: string, at: number): void => {
    const plain = owner[name];
    if (plain === undefined) return;
    owner[name] = Object.assign((...args: unknown[]): unknown => {
      args[at] = shorten(args[at]);
      return Reflect.apply(plain, owner, args);
    }, plain);
  };
  const timers = process.getBuiltinModule("node:timers") as unknown as Patched;
  for (const name of ["setTimeout", "setInterval"]) {
    shortened(timers, name, 1);
    shortened(globalThis as unknown as Patched, name, 1);
    shortened(process.getBuiltinModule("node:timers/promises") as unknown as Patched, name, 0);
  }
}
