import { performServerHandshake } from "node:http2";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/** What one connection may leave unread; the line has room for all of them, so that none holds up the others. */
const STREAM_BYTES = 256 * 1024;
const LINE_BYTES = 64 * 1024 * 1024;
const LINE_MEBIBYTES = 128;

/**
 * Carries the connections of one run to its proxy over a single descriptor that is open before the program starts, as
 * streams of HTTP/2. The run then needs no Unix socket of its own, and the system call filter refuses it all of them.
 */
export function joinProxy(line: Duplex, socket: string): void {
  line.on("error", () => line.destroy());
  const session = performServerHandshake(line, {
    maxSessionMemory: LINE_MEBIBYTES,
    settings: { initialWindowSize: STREAM_BYTES },
  });
  session.setLocalWindowSize(LINE_BYTES);
  session.on("error", () => session.destroy());
  session.on("stream", (stream) => {
    const proxy = connect(socket);
    const close = () => {
      stream.destroy();
      proxy.destroy();
    };
    for (const end of [stream, proxy]) end.on("error", close).on("close", close);
    stream.respond({ ":status": 200 });
    stream.pipe(proxy).pipe(stream);
  });
}
