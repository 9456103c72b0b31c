import type { IncomingMessage, ServerResponse } from "node:http";
import { DejimaError } from "../../../contract/error.ts";
import type { QuickCall, QuickCalls } from "./quick-call.ts";

/** The request and the response of Node itself. */
export interface NodeExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/**
 * Whether a request may be one for the short path: a call of the new era, whose body has a length that was checked. Only requests of
 * the new era say in a header what they are; those of the old one name their session.
 */
export function isPlainCall({ method, headers }: IncomingMessage): boolean {
  return (
    method === "POST" &&
    headers["mcp-method"] === "tools/call" &&
    headers["mcp-session-id"] === undefined &&
    headers["content-length"] !== undefined &&
    headers["transfer-encoding"] === undefined
  );
}

/** The JSON of a body; `undefined` if it is not JSON. Rejects if the client leaves before its end. */
export function readJson(incoming: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => void pieces.push(piece));
    incoming.once("end", () => resolve(parsed(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))));
    incoming.once("error", (cause) =>
      reject(new DejimaError("cancelled", "Cannot read the request: the client left", {}, { cause })),
    );
  });
}

function parsed(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(bytes?.toString("utf8") ?? "");
  } catch {
    return undefined;
  }
}

/** Makes a call and writes its answer; if the client leaves first, the call is cancelled. */
export async function answerQuickly(
  call: QuickCall,
  quick: QuickCalls,
  { outgoing }: NodeExchange,
): Promise<void> {
  const { answer, cancel } = quick.begin(call);
  outgoing.once("close", () => outgoing.writableFinished || cancel());
  const { status, body } = await answer;
  outgoing.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  outgoing.end(body);
}
