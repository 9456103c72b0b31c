import { ANSWER_MARK } from "./trial-answers.ts";
import { trialClock } from "./trial-clock.ts";
import { codeWitness } from "./trial-code.ts";

/** The prefix of a trial witness's lines in a program's stderr. */
export const TRIAL_MARK = "\u001edejima-trial ";

/** The program text of the witness, with its clock moved forward by this many milliseconds. */
export function trialWitnessText(aheadMs: number): string {
  const mark = JSON.stringify(ANSWER_MARK);
  const clock = aheadMs > 0 ? `(${trialClock.toString()})(${aheadMs});\n` : "";
  const code = `(${codeWitness.toString()})(${mark});\n`;
  return `"use strict";\n${code}${clock}(${trialWitness.toString()})(__filename, ${mark});\n`;
}

/**
 * Runs inside the sandbox, in a Node program before its own code, while the program is on trial: reports on
 * stderr what it reads, sends, starts and requests. Requests get a marked response without content, so that
 * what follows them is observed as well, and whether it is executed. Sent as text, so it uses nothing from
 * outside itself.
 */
function trialWitness(own: string, answerMark: string): void {
  const load = process.getBuiltinModule;
  const fs = load("node:fs");
  const write = fs.writeSync;
  // The environment and folder of the program inside, not ours.
  const { env, cwd } = process;
  const home = env.HOME ?? "/nonexistent";
  // A program that a watched one starts reports to that one's stderr, even if its own is closed or redirected.
  const out = Number(env.DEJIMA_TRIAL_OUT ?? 2);
  let reportCount = 0;
  // Node's objects are patched under names that its types do not permit to assign.
  type Patched = Record<string, (...args: never[]) => unknown>;

  const report = (kind: string, what: unknown, detail: unknown = ""): void => {
    if (reportCount++ > 4_000) return;
    try {
      const line = { kind, what: String(what).slice(0, 500), detail: String(detail).slice(0, 64_000) };
      write(out, `\n\u001edejima-trial ${JSON.stringify(line)}\n`);
    } catch {
      // nobody listens
    }
  };

  const pathOf = (input: unknown): string => {
    const text =
      input instanceof URL
        ? decodeURIComponent(input.pathname)
        : Buffer.isBuffer(input)
          ? input.toString()
          : input;
    if (typeof text !== "string") return "";
    return text.startsWith("/") ? text : `${cwd()}/${text}`;
  };
  const isOfHome = (path: string): boolean => path.startsWith(`${home}/`) && !path.includes("/node_modules/");
  const contentOf = (input: unknown): string =>
    typeof input === "string" ? input : input instanceof Uint8Array ? Buffer.from(input).toString() : "";

  const READS = ["open", "readFile", "readdir", "opendir", "createReadStream", "cp", "copyFile"];
  const WRITES = [
    "writeFile",
    "appendFile",
    "createWriteStream",
    "rename",
    "symlink",
    "link",
    "unlink",
    "rm",
    "chmod",
  ];
  const watch = (owner: Patched, name: string, kind: string): void => {
    const plain = owner[name];
    if (typeof plain !== "function") return;
    owner[name] = Object.assign(function (this: unknown, ...args: never[]): unknown {
      const path = pathOf(args[0]);
      const flags: unknown = args[1];
      const writes =
        kind === "write" || (name.startsWith("open") && typeof flags === "string" && /[wa+]/.test(flags));
      if (isOfHome(path)) report(writes ? "write" : "read", path, writes ? contentOf(args[1]) : "");
      const other = pathOf(args[1]);
      if (/^(?:rename|symlink|link|cp|copyFile)/.test(name) && isOfHome(other)) report("write", other);
      return Reflect.apply(plain, this, args);
    }, plain);
  };
  for (const name of READS)
    for (const form of [name, `${name}Sync`]) watch(fs as unknown as Patched, form, "read");
  for (const name of WRITES)
    for (const form of [name, `${name}Sync`]) watch(fs as unknown as Patched, form, "write");
  for (const name of READS) watch(fs.promises as unknown as Patched, name, "read");
  for (const name of WRITES) watch(fs.promises as unknown as Patched, name, "write");

  // Who closes this wants to be silent.
  for (const name of ["close", "closeSync"]) {
    const plain = (fs as unknown as Patched)[name];
    (fs as unknown as Patched)[name] = function (this: unknown, ...args: never[]): unknown {
      if (args[0] !== out) return plain === undefined ? undefined : Reflect.apply(plain, this, args);
      report("internal", "fs.close", "stderr");
      return undefined;
    };
  }

  // Programs that it starts. A Node among them gets the same witness.
  const spawnOwner = load("node:child_process").ChildProcess.prototype as unknown as Patched;
  const plainSpawn = spawnOwner.spawn;
  type Spawned = { file?: string; args?: string[]; envPairs?: string[]; stdio?: unknown };
  const reporting = (stdio: unknown = "pipe"): unknown[] => {
    const all: unknown[] = Array.isArray(stdio) ? [...stdio] : [stdio, stdio, stdio];
    while (all.length < 3) all.push("pipe");
    return [...all, out];
  };
  const preload = `NODE_OPTIONS=--require=${own}`;
  spawnOwner.spawn = function (this: unknown, ...args: never[]): unknown {
    const [options = {}] = args as unknown as [Spawned?];
    report("program", options.file, (options.args ?? []).join(" "));
    if (Array.isArray(options.envPairs)) {
      const stdio = reporting(options.stdio);
      options.stdio = stdio;
      options.envPairs.push(preload, `DEJIMA_TRIAL_OUT=${stdio.length - 1}`);
    }
    return plainSpawn === undefined ? undefined : Reflect.apply(plainSpawn, this, args);
  };
  const children = load("node:child_process") as unknown as Patched;
  for (const name of ["spawnSync", "execSync", "execFileSync"]) {
    const plain = children[name];
    children[name] = function (this: unknown, ...args: never[]): unknown {
      const list: unknown = args[1];
      report("program", args[0], Array.isArray(list) ? list.join(" ") : "");
      return plain === undefined ? undefined : Reflect.apply(plain, this, args);
    };
  }

  const isOwnHost = (host: string): boolean => /^(?:localhost|127\..*|::1|\[::1\]|0\.0\.0\.0|)$/.test(host);
  const reportHost = (host: string, detail: unknown): void => {
    if (!isOwnHost(host)) report("host", host, detail);
  };

  // Requests: the address and the body are reported, and the response is empty.
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (
    input: unknown,
    init?: { method?: string; body?: unknown; headers?: unknown },
  ) => {
    const request = input instanceof Request ? input : undefined;
    const url = new URL(String(request?.url ?? input));
    // Only the program itself listens here: a made-up answer would fake a service that does not exist.
    if (isOwnHost(url.hostname)) return plainFetch(input as string, init as RequestInit);
    const body = request === undefined ? init?.body : await request.clone().text();
    const headers = JSON.stringify([
      ...new Headers((init?.headers ?? request?.headers ?? {}) as Record<string, string>),
    ]);
    const text =
      body instanceof URLSearchParams
        ? body.toString()
        : body instanceof Blob
          ? await body.text()
          : contentOf(body);
    const form = body instanceof FormData ? JSON.stringify([...body]) : "";
    reportHost(
      url.hostname,
      `${init?.method ?? request?.method ?? "GET"} ${url.href}\n${headers}\n${text}${form}`,
    );
    return new Response(JSON.stringify({ mark: answerMark }), {
      status: 200,
      headers: { "content-type": "application/json" },
    });
  };
  for (const name of ["node:http", "node:https"] as const) {
    const owner = load(name as "node:http") as unknown as Patched;
    const plain = owner.request;
    const request = function (this: unknown, ...args: never[]): unknown {
      type Options = {
        hostname?: string;
        host?: string;
        path?: string;
        method?: string;
        headers?: unknown;
        href?: string;
      };
      const [first, second] = args as unknown as [string | URL | Options, Options?];
      const named: Options =
        typeof first === "string" ? new URL(first) : first instanceof URL ? first : { ...first };
      const more = typeof second === "object" && second !== null ? second : {};
      const host = String(named.hostname ?? named.host ?? "").replace(/:\d+$/, "");
      const path = named.path ?? (named instanceof URL ? named.pathname + named.search : "");
      const parts = [
        `${more.method ?? named.method ?? "GET"} ${path}`,
        JSON.stringify(more.headers ?? named.headers ?? {}),
      ];
      const made = (plain === undefined ? undefined : Reflect.apply(plain, this, args)) as Patched;
      for (const step of ["write", "end"]) {
        const before = made[step];
        made[step] = function (this: unknown, ...parameters: never[]): unknown {
          parts.push(contentOf(parameters[0]));
          if (step === "end") reportHost(host, parts.join("\n"));
          return before === undefined ? undefined : Reflect.apply(before, this, parameters);
        };
      }
      return made;
    };
    owner.request = request;
    owner.get = function (this: unknown, ...args: never[]): unknown {
      const made = Reflect.apply(request, this, args) as Patched;
      (made.end as () => void)();
      return made;
    };
  }
  const sockets = load("node:net").Socket.prototype as unknown as Patched;
  const connect = sockets.connect;
  sockets.connect = function (this: unknown, ...args: never[]): unknown {
    const parameters = (Array.isArray(args[0]) ? args[0] : args) as unknown as unknown[];
    const [first, second] = parameters;
    const {
      host = "",
      port = 0,
      path,
    } = typeof first === "object" && first !== null
      ? (first as { host?: string; port?: number; path?: string })
      : { host: typeof second === "string" ? second : "", port: Number(first) };
    if (path === undefined) reportHost(host, `connects to port ${port}`);
    const send = (this as Patched).write;
    (this as Patched).write = function (this: unknown, ...pieces: never[]): unknown {
      if (path === undefined) reportHost(host, contentOf(pieces[0]));
      return send === undefined ? undefined : Reflect.apply(send, this, pieces);
    };
    return connect === undefined ? undefined : Reflect.apply(connect, this, args);
  };
  const datagrams = load("node:dgram").Socket.prototype as unknown as Patched;
  const sendTo = datagrams.send;
  datagrams.send = function (this: unknown, ...args: never[]): unknown {
    const host = args.findLast((value) => typeof value === "string" && value !== args[0]);
    reportHost(String(host ?? ""), contentOf(args[0]));
    return sendTo === undefined ? undefined : Reflect.apply(sendTo, this, args);
  };
  const names = load("node:dns");
  // The methods of a separate resolver are one or two prototypes up, in the releases of Node so far.
  const resolvers = [names.Resolver.prototype, names.promises.Resolver.prototype].flatMap((own) => [
    own,
    Object.getPrototypeOf(own),
  ]);
  for (const owner of [names, names.promises, ...resolvers] as unknown as Patched[])
    for (const name of Object.getOwnPropertyNames(owner).filter((key) =>
      /^(?:lookup|resolve|reverse)/.test(key),
    )) {
      const plain = owner[name];
      if (typeof plain !== "function") continue;
      owner[name] = function (this: unknown, ...args: never[]): unknown {
        reportHost(String(args[0]), "looks up the name");
        return Reflect.apply(plain, this, args);
      };
    }

  // The sandbox does not permit the question, and Node would throw.
  const os = load("node:os");
  const interfaces = os.networkInterfaces;
  os.networkInterfaces = () => {
    try {
      return interfaces();
    } catch {
      return {};
    }
  };

  // Ways around all of the above.
  for (const name of ["binding", "_linkedBinding", "dlopen"]) {
    const owner = process as unknown as Patched;
    const plain = owner[name];
    if (typeof plain !== "function") continue;
    owner[name] = function (this: unknown, ...args: never[]): unknown {
      const what = name === "dlopen" ? args[1] : args[0];
      report("internal", `process.${name}`, what);
      return Reflect.apply(plain, this, args);
    };
  }

  const readNames = new Set<string>();
  const value = new Proxy(env, {
    // The environment takes whole properties only, and a proxy hands on a bare value for one that exists already.
    set: (target, name, given) => Reflect.set(target, name, given),
    get(target, name) {
      if (
        typeof name === "string" &&
        /^[A-Z][A-Z0-9_]{2,60}$/.test(name) &&
        readNames.size < 300 &&
        !readNames.has(name)
      ) {
        readNames.add(name);
        report("variable", name);
      }
      return typeof name === "string" ? target[name] : undefined;
    },
    ownKeys(target) {
      report("variable", "*");
      return Reflect.ownKeys(target);
    },
  });
  Object.defineProperty(process, "env", { value, writable: true, configurable: true, enumerable: true });

  load("node:module").syncBuiltinESMExports();
}
