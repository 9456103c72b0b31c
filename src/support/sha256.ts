import { hash } from "node:crypto";

/** The SHA-256 of text (as UTF-8) or bytes, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}
