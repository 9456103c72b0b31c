import type { IncomingMessage } from "node:http";

/** The JSON of a request, undefined inside when it is none; nothing at all when the body is too long. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<{ json: unknown } | undefined> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    request.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length > maxBytes) resolve(undefined);
      else pieces.push(piece);
    });
    request.on("end", () => resolve(parsed(pieces)));
    request.on("error", reject);
    request.on("close", () => request.complete || reject(new Error("The request broke off")));
  });
}

function parsed(pieces: readonly Buffer[]): { json: unknown } {
  const [only] = pieces;
  try {
    const whole = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
    return { json: JSON.parse(whole.toString("utf8")) };
  } catch {
    return { json: undefined };
  }
}
