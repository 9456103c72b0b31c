import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { DejimaError } from "../contract/error.ts";
import type { PushSubscription } from "../contract/user/push.ts";

/** The size of a message's single record. Push services accept at most 4096 bytes in all. */
const RECORD_SIZE = 4_096;
const HEADER_BYTES = 16 + 4 + 1 + 65;
const MAX_BYTES = RECORD_SIZE - HEADER_BYTES - 16 - 1;
/** Marks the end of the last record. */
const END = Buffer.from([2]);

/** The random parts of a message. Tests set them. */
interface Fresh {
  readonly salt: Uint8Array;
  readonly privateKey: Uint8Array;
}

/** Encrypts a message so that only the browser of a subscription can read it (RFC 8291). */
export function encryptPayload(text: string, { keys }: PushSubscription, fresh?: Fresh): Uint8Array {
  const plain = Buffer.from(text, "utf8");
  if (plain.length > MAX_BYTES)
    throw new DejimaError("too_large", `Cannot push ${plain.length} bytes: at most ${MAX_BYTES} fit`);
  const [browserKey, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  const own = createECDH("prime256v1");
  if (fresh === undefined) own.generateKeys();
  else own.setPrivateKey(fresh.privateKey);
  const ownKey = own.getPublicKey();
  const shared = sharedSecret(own, browserKey);
  const salt = fresh?.salt ?? randomBytes(16);
  const secret = derive(shared, auth, { info: [label("WebPush: info"), browserKey, ownKey], length: 32 });
  const key = derive(secret, salt, { info: [label("Content-Encoding: aes128gcm")], length: 16 });
  const nonce = derive(secret, salt, { info: [label("Content-Encoding: nonce")], length: 12 });
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const sealed = Buffer.concat([
    cipher.update(plain),
    cipher.update(END),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([salt, size, Buffer.from([ownKey.length]), ownKey, sealed]);
}

function sharedSecret(own: ReturnType<typeof createECDH>, browserKey: Uint8Array): Buffer {
  try {
    return own.computeSecret(browserKey);
  } catch (cause) {
    throw new DejimaError(
      "invalid_input",
      "Cannot use the subscription: its key is no point of the curve P-256. Turn notifications off and on again",
      {},
      { cause },
    );
  }
}

function label(text: string): Buffer {
  return Buffer.from(`${text}\0`, "ascii");
}

function derive(
  secret: Uint8Array,
  salt: Uint8Array,
  { info, length }: { readonly info: readonly Uint8Array[]; readonly length: number },
): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, salt, Buffer.concat(info), length));
}
