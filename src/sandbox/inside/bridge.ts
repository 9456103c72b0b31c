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
 * Runs inside the sandbox, in front of a program that was granted hosts: makes the proxy's Unix socket reachable as an
 * HTTP proxy on loopback, then runs the program as a child. Travels as text, so it uses nothing from outside itself.
 * Arguments: the socket, the port, the program and its arguments.
 */
export function bridge(): void {
  const { connect, createServer } = process.getBuiltinModule("node:net");
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { constants } = process.getBuiltinModule("node:os");
  const [socket = "", port = "", program = "", ...rest] = process.argv.slice(2);

  const server = createServer((client) => {
    const upstream = connect(socket);
    client.pipe(upstream).pipe(client);
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    client.on("error", close);
    upstream.on("error", close);
  });

  server.listen(Number(port), "127.0.0.1", () => {
    const child = spawn(program, rest, { stdio: "inherit" });
    child.on("error", (error) => {
      process.stderr.write(`bridge: ${program}: ${"code" in error ? error.code : error.message}\n`);
      process.exit(127);
    });
    child.on("exit", (code, signal) =>
      process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}
