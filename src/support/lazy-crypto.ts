import { lazily } from "./once.ts";

// Loaded with the first hash or id: commands that only look at the catalogue start faster without it.
const crypto = lazily(() => process.getBuiltinModule("node:crypto"));

/** The SHA-256 of text (as UTF-8) or bytes, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return crypto().hash("sha256", content, "hex");
}

/** A new id that nobody can guess: a prefix that says what it is of, and twelve hexadecimal digits. */
export function shortId(prefix: string): string {
  return `${prefix}-${crypto().randomBytes(6).toString("hex")}`;
}
