import { thrownText } from "../../support/thrown-text.ts";

interface LongConnectionOptions {
  /** Returns the address to connect to, for each attempt: most addresses contain a one-time ticket. */
  address(): Promise<string | URL>;
  onOpen?(socket: WebSocket): void;
  onMessage(data: string | Uint8Array, socket: WebSocket): void;
  /** Called with the WebSocket close code. */
  onClose?(code: number): void;
  /**
   * Called when the connection opens and when it is lost. A wire that has to log in first calls it itself.
   */
  readonly onState?: ((connected: boolean) => void) | undefined;
  onFault(error: unknown): void;
  /** Sent at this interval while the connection is open. */
  readonly ping?: { readonly everyMs: number; send(socket: WebSocket): void };
}

/** A connection that reconnects automatically. */
interface LongConnection {
  /** Sends data. Returns false if the connection is not open; then the data is lost. */
  send(data: string | Uint8Array<ArrayBuffer>): boolean;
  close(): Promise<void>;
}

const FIRST_WAIT_MS = 500;
const MAX_RECONNECT_DELAY_MS = 30_000;
/** A connection that lasts this long was accepted. One that is closed sooner may have been rejected after it opened. */
const STEADY_MS = 10_000;
/** How long to wait for a messenger to confirm the close. */
const CLOSING_MS = 1_000;

/** Connects, and reconnects whenever the connection is lost, with growing delays. */
export function openLongConnection(options: LongConnectionOptions): LongConnection {
  let socket: WebSocket | undefined;
  let wait = FIRST_WAIT_MS;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const address = await options.address();
    if (closed) return;
    const current = new WebSocket(address);
    current.binaryType = "arraybuffer";
    socket = current;
    let pinging: NodeJS.Timeout | undefined;
    let openedAt = Number.POSITIVE_INFINITY;
    current.addEventListener("open", () => {
      openedAt = performance.now();
      options.onState?.(true);
      options.onOpen?.(current);
      const { ping } = options;
      if (ping !== undefined) pinging = setInterval(() => ping.send(current), ping.everyMs);
    });
    current.addEventListener("message", ({ data }) => {
      // Not confirmed, so that it is sent again to the next connection.
      if (closed) return;
      try {
        options.onMessage(typeof data === "string" ? data : new Uint8Array(data), current);
      } catch (error) {
        options.onFault(error);
      }
    });
    current.addEventListener("close", ({ code }) => {
      clearInterval(pinging);
      if (performance.now() - openedAt > STEADY_MS) wait = FIRST_WAIT_MS;
      options.onClose?.(code);
      if (!closed) options.onState?.(false);
      again();
    });
    // The close event that follows reports what happened.
    current.addEventListener("error", () => {});
  }

  function again(): void {
    if (closed) return;
    retry = setTimeout(start, wait);
    wait = Math.min(wait * 2, MAX_RECONNECT_DELAY_MS);
  }

  function start(): void {
    open().catch((error) => {
      options.onFault(new Error(`Cannot connect, trying again: ${thrownText(error)}`, { cause: error }));
      again();
    });
  }

  start();
  return {
    send(data) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(data);
      return true;
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      const current = socket;
      if (current === undefined || current.readyState === WebSocket.CLOSED) return;
      const gone = new Promise((resolve) => current.addEventListener("close", resolve, { once: true }));
      current.close();
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref())]);
    },
  };
}
