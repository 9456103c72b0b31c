import { connect, type Socket } from "node:net";

export interface BareAnswer {
  readonly text: string;
  readonly session: string;
}

/** Posts to one address over connections that stay. Knows just enough of HTTP to see where an answer ends: it must cost little. */
export interface BareHttp {
  post(body: string, headers: Readonly<Record<string, string>>): Promise<BareAnswer>;
  close(): void;
}

interface Line {
  readonly socket: Socket;
  received: string;
  done: ((answer: BareAnswer) => void) | undefined;
  fail: ((error: Error) => void) | undefined;
}

export function createBareHttp(url: string): BareHttp {
  const { hostname, port, pathname, host } = new URL(url);
  const free: Line[] = [];
  const all = new Set<Line>();

  function open(): Line {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const line: Line = { socket, received: "", done: undefined, fail: undefined };
    all.add(line);
    socket.setEncoding("utf8");
    socket.on("data", (piece: string) => {
      line.received += piece;
      const answer = wholeAnswer(line.received);
      if (answer === undefined) return;
      const { done } = line;
      line.received = "";
      line.done = undefined;
      free.push(line);
      done?.(answer);
    });
    socket.on("error", (error) => line.fail?.(error));
    socket.on("close", () => {
      all.delete(line);
      if (free.includes(line)) free.splice(free.indexOf(line), 1);
      line.fail?.(new Error("The connection was closed"));
    });
    return line;
  }

  function send(line: Line, message: string): Promise<BareAnswer> {
    return new Promise((resolve, reject) => {
      line.done = resolve;
      line.fail = reject;
      line.socket.write(message);
    });
  }

  return {
    async post(body, headers) {
      const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\n${given.join("")}content-length: ${Buffer.byteLength(body)}`;
      const message = `${head}\r\n\r\n${body}`;
      const restingSocket = free.pop();
      if (restingSocket === undefined) return send(open(), message);
      // A server may close an idle connection at the very moment of its next use.
      return send(restingSocket, message).catch(() => send(open(), message));
    },
    close() {
      for (const { socket } of all) socket.destroy();
    },
  };
}

function wholeAnswer(received: string): BareAnswer | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = received.slice(0, end).toLowerCase();
  const text = received.slice(end + 4);
  const [, session = ""] = /\r\nmcp-session-id: *([^\r]*)/.exec(head) ?? [];
  const [, length] = /\r\ncontent-length: *(\d+)/.exec(head) ?? [];
  // All that is measured is ASCII, so that characters are bytes.
  const whole =
    length === undefined
      ? !head.includes("\r\ntransfer-encoding: chunked") || text.endsWith("0\r\n\r\n")
      : text.length >= Number(length);
  return whole ? { text, session } : undefined;
}
