/** The port on the sandbox's own loopback at which programs find the proxy. */
export const BRIDGE_PORT = 3128;

const PROXY = `http://127.0.0.1:${BRIDGE_PORT}`;
const LOOPBACK = "localhost,127.0.0.1,::1";

/** What tells programs, in the spellings that they read, to go through the bridge. */
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
 * Runs inside the sandbox, in front of a program that was granted hosts: makes the way to the proxy reachable as an HTTP
 * proxy on loopback, then runs the program as a child. Travels as text, so it uses nothing from outside itself.
 * Arguments: the way, the port, the program and its arguments. The way is the number of an open descriptor, or the path of
 * a Unix socket where no descriptor can be handed over.
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
    client.pipe(upstream).pipe(client);
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    client.on("error", close);
    upstream.on("error", close).on("close", close);
  });

  server.listen(Number(port), "127.0.0.1", () => {
    const child = spawn(program, rest, { stdio: programStreams() });
    child.on("error", (error) => {
      process.stderr.write(`bridge: ${program}: ${"code" in error ? error.code : error.message}\n`);
      process.exit(127);
    });
    child.on("exit", (code, signal) =>
      process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });

  /** One descriptor carries all connections, each as a stream of HTTP/2 with its own flow control. */
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

  /** Our own streams, and nothing in the place of the line: the program has no use for it. */
  function programStreams(): ("inherit" | "ignore" | number)[] {
    const streams: ("inherit" | "ignore" | number)[] = ["inherit", "inherit", "inherit"];
    if (line === undefined) return streams;
    while (streams.length < line) streams.push("ignore");
    return [...streams, openSync("/dev/null", "r")];
  }
}
