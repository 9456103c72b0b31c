import { lazily } from "./once.ts";

// Loaded with the first hash or id, so that commands that only read the catalogue start faster.
const crypto = lazily(() => process.getBuiltinModule("node:crypto"));

/** The SHA-256 of text (as UTF-8) or bytes, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return crypto().hash("sha256", content, "hex");
}

/** A new, unguessable id: a prefix for its kind, and twelve hexadecimal digits. */
export function shortId(prefix: string): string {
  // The last twelve digits are purely random. Random bytes of one's own take ten times as long.
  return `${prefix}-${crypto().randomUUID().slice(-12)}`;
}
