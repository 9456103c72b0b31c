import { once } from "node:events";
import { createServer, connect as open, type Socket } from "node:net";

/** Stands between processes and PostgreSQL, and can lose what is sent. */
export interface CutProxy extends AsyncDisposable {
  readonly port: number;
  /** For a time nothing gets through in either direction and nobody is told; then all connections break. */
  drop(forMs: number): Promise<void>;
  /** Nothing gets through connections that there are, for good, and nobody is told. New connections work. */
  mute(): void;
}

/** A proxy on loopback to a port on loopback. */
export async function aProxy(target: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  const muted = new WeakSet<Socket>();
  let dropping = false;
  const server = createServer((client) => {
    const upstream = open(target, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => {
        if (!dropping && !muted.has(from)) to.write(chunk);
      });
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    async drop(forMs) {
      dropping = true;
      await new Promise((resolve) => setTimeout(resolve, forMs));
      breakAll();
      dropping = false;
    },
    mute() {
      for (const socket of sockets) muted.add(socket);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      breakAll();
    },
  };
}
