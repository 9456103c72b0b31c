import type { IncomingMessage } from "node:http";

/** The JSON of a request, undefined inside when it is none; nothing at all when the body is too long. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ json: unknown } | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBytes) return undefined;
    pieces.push(piece);
  }
  try {
    return { json: JSON.parse(Buffer.concat(pieces).toString("utf8")) };
  } catch {
    return { json: undefined };
  }
}
