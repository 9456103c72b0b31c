/**
 * Runs inside the engine, before the program and out of its reach: gives it `tools` and `console`, and reports how it ended. Sent as
 * text, so it uses nothing from outside itself.
 */
export function programPrelude(
  call: (index: number, tool: string, json: string) => void,
  log: (text: string) => void,
  finish: (isDone: number, text: string, lostOrCode: string) => void,
  memory: number,
  most: number,
): unknown {
  const { parse, stringify } = JSON;
  const isNumber = Number.isFinite;
  const { assign, defineProperty, hasOwn } = Object;
  const OwnError = Error;
  const [OwnMap, OwnSet] = [Map, Set];
  const { exec } = RegExp.prototype;
  const PLACE = /program\.js:(\d+):(\d+)/;
  const MISSING = /^'?([\w$]+)'? is not defined/;
  const waiting = new Map<
    number,
    { resolve(value: unknown): void; reject(error: unknown): void; at: Error }
  >();
  const [wait, take, drop] = [
    waiting.set.bind(waiting),
    waiting.get.bind(waiting),
    waiting.delete.bind(waiting),
  ];
  // The codes of calls that failed. An error that a program makes up has none.
  const codes = new WeakMap<object, string>();
  const [keepCode, codeOf] = [codes.set.bind(codes), codes.get.bind(codes)];
  let next = 0;
  // Would hand the program the functions of this prelude, and let it see when memory is collected.
  Object.defineProperty(Error, "prepareStackTrace", { value: undefined });
  for (const name of ["WeakRef", "FinalizationRegistry"]) Reflect.deleteProperty(globalThis, name);
  const NETWORK = "there is no network in a program: use a tool such as tools.http_get";
  const TIMER = "there are no timers in a program: use tools.sleep";
  const MODULE = "there are no modules in a program: it calls tools";
  const INSTEAD: Record<string, string> = {
    fetch: NETWORK,
    XMLHttpRequest: NETWORK,
    WebSocket: NETWORK,
    setTimeout: TIMER,
    setInterval: TIMER,
    setImmediate: TIMER,
    require: MODULE,
    module: MODULE,
    process: "there is no process in a program: it calls tools",
    Buffer: "there is no Buffer in a program: use text",
  };
  const upTo = (limit: number, message: string) => {
    let count = 0;
    return (_key: string, value: unknown) => {
      if (++count > limit) throw new OwnError(message);
      return value;
    };
  };
  const MANY_VALUES = `the input has more than ${most} values. Make several calls`;
  const inputJson = (input: unknown) =>
    stringify(input === undefined ? {} : input, upTo(most, MANY_VALUES)) ?? "null";
  const make = (tool: string, input: unknown, at: Error) =>
    new Promise((resolve, reject) => {
      const json = inputJson(input);
      call(next, tool, json); // throws if the call may not be made: it then has no number
      wait(next++, { resolve, reject, at });
    });
  const tools = new Proxy(Object.freeze(Object.create(null)), {
    get: (_none, name) =>
      // The language itself asks for these, in a template or an await: they are no calls.
      typeof name === "string" &&
      name !== "then" &&
      name !== "toJSON" &&
      name !== "toString" &&
      name !== "valueOf"
        ? (input: unknown) => make(name, input, new OwnError()) // where it was called
        : undefined,
  });
  const textOf = (part: unknown) => {
    try {
      return String(part);
    } catch {
      return "(cannot be shown)";
    }
  };
  const LARGE = "(too large to be shown)";
  const shown = (part: unknown) => {
    try {
      return typeof part === "string" ? part : (stringify(part, upTo(most, LARGE)) ?? textOf(part));
    } catch (error) {
      // Otherwise a BigInt, or an object that contains itself.
      return error instanceof OwnError && error.message === LARGE ? LARGE : textOf(part);
    }
  };
  const show = (...parts: unknown[]) => log(textOf(parts.map(shown).join(" ")));
  const console = Object.freeze({ log: show, info: show, warn: show, error: show });
  /** What to do about an error of the engine, which does not know about tools and limits. */
  const hint = ({ name, message }: Error) => {
    const [, missing = ""] = name === "ReferenceError" ? (exec.call(MISSING, message) ?? []) : [];
    if (hasOwn(INSTEAD, missing)) return `. ${INSTEAD[missing]}`;
    if (exec.call(/could not load module/, message) !== null) return `. ${MODULE}`;
    if (exec.call(/out of memory/, message) !== null)
      return `. A program has ${memory} MB of memory: keep less at a time`;
    if (exec.call(/stack (?:overflow|size exceeded)/, message) !== null)
      return ". Its functions call one another too deeply: use a loop";
    return "";
  };
  const words = (error: unknown) => {
    try {
      if (!(error instanceof Error)) return String(error);
      const [, line, column] = exec.call(PLACE, String(error.stack)) ?? [];
      const place = !(Number(line) > 1) ? "" : ` (line ${Number(line) - 1}, column ${column})`;
      return `${error.name}: ${error.message}${place}${hint(error)}`;
    } catch {
      return "the program threw something that cannot be shown";
    }
  };
  let lost = "";
  let losses = 0;
  const noteLost = (key: string, value: unknown) => {
    const kind = typeof value === "number" && !isNumber(value) ? String(value) : typeof value;
    const isLost =
      kind === "function" ||
      kind === "symbol" ||
      kind === "NaN" ||
      kind === "Infinity" ||
      kind === "-Infinity";
    const of = value instanceof OwnMap ? "Map" : value instanceof OwnSet ? "Set" : isLost ? kind : "";
    if (of !== "" && key !== "" && ++losses <= 10) lost += `${lost === "" ? "" : ", "}"${key}" (${of})`;
    return value;
  };
  const begin = async (program: (tools: unknown, console: unknown) => Promise<unknown>) => {
    try {
      const value = await program(tools, console);
      const json = stringify(value === undefined ? null : value, noteLost);
      if (json === undefined) throw new TypeError(`a program returns JSON data, not a ${typeof value}`);
      finish(1, json, lost);
    } catch (error) {
      finish(0, words(error), codeOf(error as object) ?? "");
    }
  };
  return (index: number, ok: unknown, json: string) => {
    if (index < 0) return void begin(ok as Parameters<typeof begin>[0]); // without an index it is the function to begin with
    const { resolve, reject, at } = take(index) ?? {};
    drop(index);
    if (ok === 1) resolve?.(parse(json));
    else {
      const { code, message } = parse(json);
      const error = assign(new OwnError(message), { name: "ToolError", code });
      defineProperty(error, "stack", {
        value: `ToolError: ${message}\n${at?.stack}`,
        configurable: true,
        writable: true,
      });
      keepCode(error, code);
      reject?.(error);
    }
  };
}
