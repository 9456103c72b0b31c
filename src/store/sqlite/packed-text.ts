import { deflateRawSync, inflateRawSync } from "node:zlib";

// Compression does not make shorter texts smaller.
const MIN_LENGTH = 1_000;
// No JSON text begins with this letter.
const MARK = "z";

/** Packs a JSON text for storage. Compresses long texts. */
export function packText(json: string): string {
  if (json.length < MIN_LENGTH) return json;
  return MARK + deflateRawSync(json, { level: 1 }).toString("base64");
}

/** Restores the JSON text from the result of `packText`. */
export function unpackText(stored: string): string {
  if (!stored.startsWith(MARK)) return stored;
  return inflateRawSync(Buffer.from(stored.slice(MARK.length), "base64")).toString();
}
