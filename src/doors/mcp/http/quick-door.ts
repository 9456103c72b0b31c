import type { Socket } from "node:net";
import type { QuickAnswer } from "./quick-call.ts";
import { type QuickConnection, type QuickConnectionOptions, takeConnection } from "./quick-connection.ts";

export interface QuickDoorOptions extends Omit<QuickConnectionOptions, "wireText" | "onClose"> {
  /** A connection that rests as long is closed. */
  readonly restMs: number;
}

/** All connections of a door. */
export interface QuickDoor {
  take(socket: Socket): void;
  close(): void;
}

/** Opens the door. */
export function createQuickDoor({ restMs, ...options }: QuickDoorOptions): QuickDoor {
  const connections = new Set<QuickConnection>();
  const wireText = createWireText(restMs);
  const sweep = setInterval(() => {
    const since = performance.now() - restMs;
    for (const connection of connections) connection.closeIfResting(since);
  }, restMs / 4).unref();
  return {
    take(socket) {
      const onClose = () => void connections.delete(connection);
      const connection = takeConnection(socket, { ...options, wireText, onClose });
      connections.add(connection);
    },
    close() {
      clearInterval(sweep);
      for (const connection of connections) connection.close();
    },
  };
}

const REASONS: Readonly<Record<number, string>> = { 200: "OK", 400: "Bad Request" };

/** Answers as HTTP. The fields that are the same for all of them are made once, the time once a second. */
function createWireText(restMs: number): QuickDoorWire {
  const same = `content-type: application/json\r\nconnection: keep-alive\r\nkeep-alive: timeout=${Math.floor(restMs / 1000)}`;
  let second = 0;
  let fields = "";
  return ({ status, body }) => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      fields = `${same}\r\ndate: ${new Date(now * 1000).toUTCString()}`;
    }
    return `HTTP/1.1 ${status} ${REASONS[status]}\r\n${fields}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
}

type QuickDoorWire = (answer: QuickAnswer) => string;
