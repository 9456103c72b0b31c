import { DejimaError } from "../contract/error.ts";

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** How many bytes a key has. */
export const KEY_BYTES = 32;

/**
 * Encrypts a text with AES-256-GCM. `context` is not encrypted, but the text decrypts only with the same one.
 */
export function seal(text: string, { key, context }: SealOptions): string {
  const { createCipheriv, randomBytes } = process.getBuiltinModule("node:crypto");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(context));
  const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), hidden]).toString("base64");
}

/** Decrypts the output of `seal`. Throws if the key or the context differs, or if it was changed. */
export function unseal(sealed: string, { key, context }: SealOptions): string {
  const { createDecipheriv } = process.getBuiltinModule("node:crypto");
  const bytes = Buffer.from(sealed, "base64");
  const hiddenAt = 1 + NONCE_BYTES + TAG_BYTES;
  try {
    if (bytes[0] !== VERSION || bytes.length < hiddenAt) throw new RangeError("unknown form");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, hiddenAt));
    return decipher.update(bytes.subarray(hiddenAt), undefined, "utf8") + decipher.final("utf8");
  } catch (cause) {
    throw new DejimaError("io_error", "it was stored with another key, or changed since", {}, { cause });
  }
}

interface SealOptions {
  readonly key: Uint8Array;
  readonly context: string;
}
