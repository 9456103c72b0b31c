import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/**
 * Delivers responses after the progress that came before them. The SDK delivers notifications later than
 * responses, so the last progress of a request would arrive when nobody listens any more. Call it once the
 * transport is connected.
 */
export function inOrder(transport: Transport): void {
  const deliver = transport.onmessage;
  let delivered = Promise.resolve();
  let telling = 0;
  transport.onmessage = (message, extra) => {
    if (isProgress(message)) {
      telling++;
      deliver?.(message, extra);
      delivered = delivered.then(nextTurn).then(() => void telling--);
    } else if (telling === 0) deliver?.(message, extra);
    else void delivered.then(() => deliver?.(message, extra));
  };
}

const isProgress = (message: JSONRPCMessage): boolean =>
  "method" in message && message.method === "notifications/progress";

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
