import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/**
 * Delivers responses after the progress that came before them. The SDK delivers notifications later than
 * responses, so the last progress of a request would arrive when nobody listens any more. Call it once the
 * transport is connected.
 */
export function deliverInOrder(transport: Transport): void {
  const deliver = transport.onmessage;
  // One turn is enough for all progress before it, however much a server sends.
  let turn: Promise<void> | undefined;
  transport.onmessage = (message, extra) => {
    if (isProgress(message)) {
      deliver?.(message, extra);
      turn ??= nextTurn().then(() => {
        turn = undefined;
      });
    } else if (turn === undefined) deliver?.(message, extra);
    else void turn.then(() => deliver?.(message, extra));
  };
}

const isProgress = (message: JSONRPCMessage): boolean =>
  "method" in message && message.method === "notifications/progress";

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
