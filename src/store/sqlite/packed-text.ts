import { deflateRawSync, inflateRawSync } from "node:zlib";

// Shorter texts do not get shorter.
const MIN_LENGTH = 1_000;
// No JSON text begins with it.
const MARK = "z";

/** A JSON text as it is stored: a long one compressed. */
export function packText(json: string): string {
  if (json.length < MIN_LENGTH) return json;
  return MARK + deflateRawSync(json, { level: 1 }).toString("base64");
}

/** The JSON text that `packText` was given. */
export function unpackText(stored: string): string {
  if (!stored.startsWith(MARK)) return stored;
  return inflateRawSync(Buffer.from(stored.slice(MARK.length), "base64")).toString();
}
