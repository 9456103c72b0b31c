import { connect, type Socket } from "node:net";

/** Speaks to a server byte by byte, as no well-behaved client would. */
export interface RawConnection {
  readonly socket: Socket;
  write(text: string): void;
  /** All that the server sends until it closes the connection. */
  readonly answer: Promise<string>;
}

/** Opens a connection to the server at this address. */
export function rawConnection(url: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answer = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    // A server may close before we have finished sending: what it said first is what counts.
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
  return { socket, answer, write: (text) => void socket.write(text) };
}

/** The status of an answer; 0 when the connection was closed without one. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}
