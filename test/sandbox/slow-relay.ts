import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface SlowRelayOptions {
  /** What the address of a troubled request holds. */
  readonly path: string;
  readonly byMs?: number;
  /** Hang up on the first of these requests. */
  readonly dropFirst?: boolean;
}

interface SlowRelay {
  readonly socket: string;
  close(): Promise<void>;
}

/** Stands before an engine and passes everything on, except that some requests arrive late or not at all. */
export async function startSlowRelay(engine: string, options: SlowRelayOptions): Promise<SlowRelay> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-relay-"));
  const socket = join(folder, "engine.sock");
  const sockets = new Set<Socket>();
  let drops = options.dropFirst ? 1 : 0;
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    sockets.add(inner.on("error", () => {}));
    inner.once("data", (first: Buffer) => {
      inner.pause();
      const isTroubled = first.toString("latin1").split("\r\n", 1)[0]?.includes(options.path) === true;
      if (isTroubled && drops > 0) {
        drops -= 1;
        inner.destroy();
        return;
      }
      setTimeout(() => passOn(inner, first), isTroubled ? (options.byMs ?? 0) : 0);
    });
  });
  server.listen(socket);
  await once(server, "listening");
  return {
    socket,
    async close() {
      for (const open of sockets) open.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };

  function passOn(inner: Socket, first: Buffer): void {
    const outer = connect({ path: engine, allowHalfOpen: true });
    sockets.add(outer.on("error", () => inner.destroy()));
    outer.write(first);
    inner.pipe(outer);
    outer.pipe(inner);
  }
}
