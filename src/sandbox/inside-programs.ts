/** A function as a standalone program, for a Node inside a sandbox that cannot see our files. */
export function programText(main: () => void | Promise<void>): string {
  return `"use strict";\n(${main.toString()})();\n`;
}

/** The port on the sandbox's loopback where programs reach the proxy. */
export const BRIDGE_PORT = 3128;

const PROXY = `http://127.0.0.1:${BRIDGE_PORT}`;

const LOOPBACK = "localhost,127.0.0.1,::1";

/** The environment variables, in all common spellings, that send programs through the bridge. */
export const PROXY_ENVIRONMENT: Readonly<Record<string, string>> = {
  HTTP_PROXY: PROXY,
  http_proxy: PROXY,
  HTTPS_PROXY: PROXY,
  https_proxy: PROXY,
  ALL_PROXY: PROXY,
  all_proxy: PROXY,
  NO_PROXY: LOOPBACK,
  no_proxy: LOOPBACK,
  NODE_USE_ENV_PROXY: "1",
};

/**
 * Runs inside the sandbox, in front of a program that was granted hosts. It offers the line to the proxy as
 * an HTTP proxy on loopback, then runs the program as a child. Sent as text, so it uses nothing from outside
 * itself. Arguments: the line, the port, the program and its arguments. The line is the number of an open
 * descriptor, or the path of a Unix socket if no descriptor can be passed. Without a program it reports when
 * it listens, and ends with its input.
 */
export function bridge(): void {
  const { connect, createServer, Socket } = process.getBuiltinModule("node:net");
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { openSync } = process.getBuiltinModule("node:fs");
  const { constants } = process.getBuiltinModule("node:os");
  const [way = "", port = "", program = "", ...rest] = process.argv.slice(2);
  const line = /^[0-9]+$/.test(way) ? Number(way) : undefined;
  const open = line === undefined ? () => connect(way) : lineOpener(line);

  const server = createServer((client) => {
    const upstream = open();
    join(client, upstream);
    join(upstream, client);
  });

  /**
   * Delivers the bytes sent before an end. A plain pipe() checks our own output, and thereby keeps programs
   * from waiting for it.
   */
  function join(from: import("node:stream").Duplex, to: import("node:stream").Duplex): void {
    from.pipe(to, { end: false });
    from.on("end", () => to.end());
    from.on("error", () => from.destroy());
    from.on("close", () => {
      if (!from.readableEnded) to.destroy();
    });
  }

  server.listen(Number(port), "127.0.0.1", () => {
    if (program === "") {
      process.stdin.on("end", () => process.exit(0)).resume();
      process.stdout.write("listening\n");
      return;
    }
    const child = spawn(program, rest, { stdio: programStreams() });
    child.on("error", (error) => {
      process.stderr.write(`bridge: ${program}: ${"code" in error ? error.code : error.message}\n`);
      process.exit(127);
    });
    child.on("exit", (code, signal) =>
      process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });

  /** One descriptor carries all connections, each as an HTTP/2 stream with its own flow control. */
  function lineOpener(descriptor: number): () => import("node:stream").Duplex {
    const http2 = process.getBuiltinModule("node:http2");
    const socket = new Socket({ fd: descriptor, readable: true, writable: true });
    const session = http2.connect("http://proxy", {
      createConnection: () => socket,
      maxSessionMemory: 128,
      settings: { initialWindowSize: 256 * 1024 },
    });
    session.once("connect", () => session.setLocalWindowSize(64 * 1024 * 1024));
    session.on("error", () => session.destroy());
    return () => session.request({ ":method": "POST", ":path": "/" }, { endStream: false });
  }

  /** Our own streams, and "ignore" in place of the line: the program does not need it. */
  function programStreams(): ("inherit" | "ignore" | number)[] {
    const streams: ("inherit" | "ignore" | number)[] = ["inherit", "inherit", "inherit"];
    if (line === undefined) return streams;
    while (streams.length < line) streams.push("ignore");
    return [...streams, openSync("/dev/null", "r")];
  }
}

/**
 * Runs inside the sandbox: a started Node that waits for one script, becomes it, and is never reused. Sent as
 * text, so it uses nothing from outside itself. The request comes on stdin, before the script's own input:
 * its length in bytes as eight hexadecimal digits, then JSON.
 */
export async function warmNode(): Promise<void> {
  const { readSync } = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  const loader = process.getBuiltinModule("node:module");

  // Load what a script would wait for on first use: the type stripper, the module loader, the output streams.
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  loader.stripTypeScriptTypes("let a: number = 1");
  process.emitWarning = warn;
  loader.createRequire(`${dirname(process.execPath)}/`);
  void process.stdout;
  void process.stderr;

  const read = (size: number): Buffer => {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; ) {
      const count = readSync(0, bytes, at, size - at, null);
      if (count === 0) process.exit(0); // the process was not needed
      at += count;
    }
    return bytes;
  };
  const size = Number.parseInt(read(8).toString(), 16);
  const request = JSON.parse(read(size).toString());

  const { env } = process;
  for (const name of Object.keys(env)) delete env[name];
  Object.assign(env, request.environment);
  process.chdir(request.workingDirectory);
  process.argv = [process.execPath, ...request.arguments];
  process.execArgv = [];
  loader.runMain(request.arguments[0]);
}

/**
 * Runs inside the sandbox: a started Python that waits for one script, becomes it, and is never reused. The
 * request has the same format as for Node.
 */
export const WARM_PYTHON = `\
import json, os, sys

def wait():
    def read(size):
        data = b""
        while len(data) < size:
            piece = os.read(0, size - len(data))
            if not piece:
                os._exit(0)
            data += piece
        return data

    request = json.loads(read(int(read(8), 16)))
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["workingDirectory"])
    sys.argv = request["arguments"]
    sys.path[0] = os.path.dirname(os.path.realpath(sys.argv[0]))
    with open(sys.argv[0], "rb") as file:
        return compile(file.read(), sys.argv[0], "exec")

def become(code, run, main):
    path = sys.argv[0]
    builtins = main["__builtins__"]
    main.clear()
    main.update(__name__="__main__", __file__=path, __builtins__=builtins)
    run(code, main)

become(wait(), exec, globals())
`;

/**
 * Runs inside the sandbox: a shell that reads lines up to a given mark, runs them, and thereby becomes the
 * program. It reads no further than the mark: what follows is the program's own input.
 */
export const WARM_SHELL = `\
code=
while IFS= read -r line; do
  [ "$line" = "$1" ] && eval "$code"
  code="$code$line
"
done
`;
