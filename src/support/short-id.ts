import { lazily } from "./lazily.ts";

// Loaded with the first id, as in sha256.ts.
const crypto = lazily(() => process.getBuiltinModule("node:crypto"));

/** A new id that nobody can guess: a prefix that says what it is of, and twelve hexadecimal digits. */
export function shortId(prefix: string): string {
  return `${prefix}-${crypto().randomBytes(6).toString("hex")}`;
}
