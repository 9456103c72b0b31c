import { lazily } from "./lazily.ts";

// Loaded with the first hash: commands that only look at the catalogue start faster without it.
const crypto = lazily(() => process.getBuiltinModule("node:crypto"));

/** The SHA-256 of text (as UTF-8) or bytes, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return crypto().hash("sha256", content, "hex");
}
