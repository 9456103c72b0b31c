import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { DejimaError } from "../contract/error.ts";

/** The encodings that the client accepts. */
export const ACCEPTED_ENCODINGS = "gzip, br";

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/** Each layer multiplies what a small body can become. No honest server uses more than two. */
const MAX_LAYERS = 2;

/** Decodes a body piece by piece, so that a decompression bomb stops at its reader's limit. */
export async function* decodeBody(
  body: AsyncIterable<Uint8Array>,
  encodings: string,
  what: string,
): AsyncIterable<Uint8Array> {
  const decoders = decodersOf(encodings, what);
  if (decoders.length === 0) return yield* body;
  const pieces = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return; // servers name an encoding for empty bodies, too
  const source = Readable.from(startingWith(first.value, pieces));
  // The error reaches the reader of the last stream; the pipeline's callback would only repeat it.
  yield* pipeline([source, ...decoders], () => {}) as unknown as Readable;
}

async function* startingWith(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function decodersOf(encodings: string, what: string): Transform[] {
  const names = encodings
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  const makers = names.map((name) => (Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined));
  if (names.length > MAX_LAYERS || makers.includes(undefined)) {
    throw new DejimaError(
      "server_unavailable",
      `Cannot read ${what}: its content encoding "${encodings.slice(0, 60)}" was not asked for`,
    );
  }
  return makers.flatMap((make) => (make === undefined ? [] : [make()])).reverse();
}

/** Passes bytes on until they exceed a limit. */
export async function* limitBytes(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  what: string,
): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new DejimaError("too_large", `Cannot read ${what}: it is larger than ${maxBytes} bytes`, {
        maxBytes,
      });
    }
    yield chunk;
  }
}
