/** The prefix of the witness's lines in a server's stderr. */
export const WITNESS_MARK = "\u001edejima ";

/**
 * Runs inside the sandbox, in a Node server before its own code: reports on stderr what the server tries to
 * access without permission. It changes one thing only: the list of network interfaces is empty, because the
 * sandbox refuses the request and Node would throw. Sent as text, so it uses nothing from
 * outside itself.
 */
export function witness(): void {
  const fs = process.getBuiltinModule("node:fs");
  const net = process.getBuiltinModule("node:net");
  const children = process.getBuiltinModule("node:child_process");
  const write = fs.writeSync;
  const missing = new Set<string>();
  let reportCount = 0;
  // Node's objects are patched under names that its types do not permit to assign.
  type Patched = Record<string, (...args: never[]) => unknown>;
  type Failure = { code?: string; path?: unknown; syscall?: unknown };

  const report = (kind: string, what: string): void => {
    if (reportCount++ > 2_000) return;
    try {
      write(2, `\u001edejima ${JSON.stringify({ kind, what: what.slice(0, 500) })}\n`);
    } catch {
      // nobody listens
    }
  };

  const connect = net.Socket.prototype.connect;
  (net.Socket.prototype as unknown as Patched).connect = function (this: unknown, ...args: never[]): unknown {
    const [first] = (Array.isArray(args[0]) ? args[0] : args) as unknown as [
      { host?: string; port?: number; path?: string } | undefined,
    ];
    const { host = "localhost", port = 443, path } = typeof first === "object" && first !== null ? first : {};
    const isOwn = /^(?:localhost|127\..*|::1|\[::1\]|0\.0\.0\.0)$/.test(host);
    if (path === undefined && !isOwn) report("host", port === 80 || port === 443 ? host : `${host}:${port}`);
    return Reflect.apply(connect, this, args);
  };

  const noteFile = (error: unknown): void => {
    const { code = "", path } = (error ?? {}) as Failure;
    if (typeof path !== "string" || !path.startsWith("/")) return;
    if (code === "EROFS" || code === "EACCES" || code === "EPERM") report("write", path);
    else if (code === "ENOENT") report("read", path);
  };
  const names = [
    "open",
    "readFile",
    "writeFile",
    "appendFile",
    "mkdir",
    "readdir",
    "access",
    "stat",
    "opendir",
  ];
  for (const name of names) {
    watch(fs as unknown as Patched, name);
    watch(fs as unknown as Patched, `${name}Sync`);
    watch(fs.promises as unknown as Patched, name);
  }
  function watch(owner: Patched, name: string): void {
    const plain = owner[name];
    if (plain === undefined) return;
    const watched = function (this: unknown, ...args: never[]): unknown {
      const last = args.at(-1) as unknown;
      if (typeof last === "function")
        args[args.length - 1] = ((error: unknown, ...rest: unknown[]) => {
          noteFile(error);
          return last(error, ...rest);
        }) as never;
      try {
        const result: unknown = Reflect.apply(plain, this, args);
        if (result instanceof Promise) result.catch(noteFile);
        return result;
      } catch (error) {
        noteFile(error);
        throw error;
      }
    };
    owner[name] = Object.assign(watched, plain);
  }

  const os = process.getBuiltinModule("node:os");
  const interfaces = os.networkInterfaces;
  os.networkInterfaces = () => {
    try {
      return interfaces();
    } catch {
      return {};
    }
  };

  const { ChildProcess } = children;
  const spawn = ChildProcess.prototype as unknown as Patched;
  const plainSpawn = spawn.spawn;
  spawn.spawn = function (this: unknown, ...args: never[]): unknown {
    const result: unknown = plainSpawn === undefined ? undefined : Reflect.apply(plainSpawn, this, args);
    const [{ file = "" } = {}] = args as unknown as [{ file?: string }?];
    if (result === -2) report("program", file);
    return result;
  };

  // The environment of the program inside, not ours.
  const { env } = process;
  const value = new Proxy(env, {
    // The environment takes whole properties only, and a proxy hands on a bare value for one that exists already.
    set: (target, name, given) => Reflect.set(target, name, given),
    get(target, name) {
      const value = typeof name === "string" ? target[name] : undefined;
      const isNamed = typeof name === "string" && /^[A-Z][A-Z0-9_]{2,60}$/.test(name);
      if (value === undefined && isNamed && missing.size < 300) missing.add(name);
      return value;
    },
  });
  Object.defineProperty(process, "env", { value, writable: true, configurable: true, enumerable: true });
  const reportVariables = (): void => {
    for (const name of missing) report("variable", name);
    missing.clear();
  };
  setTimeout(reportVariables, 1_500).unref();
  process.on("exit", reportVariables);
  process.getBuiltinModule("node:module").syncBuiltinESMExports();
}
