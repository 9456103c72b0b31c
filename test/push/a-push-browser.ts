import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

interface Keys {
  readonly privateKey: Uint8Array;
  readonly auth: Uint8Array;
}

/** The side of the browser: it subscribes, and reads what comes, by RFC 8291 and RFC 8188. */
export interface PushBrowser {
  subscription(endpoint: string, language?: "en" | "zh"): object;
  /** What a message says. Throws if it was not made for this browser. */
  read(body: Uint8Array): string;
}

/** Makes one with keys of its own. */
export function aPushBrowser(given?: Keys): PushBrowser {
  const ecdh = createECDH("prime256v1");
  if (given === undefined) ecdh.generateKeys();
  else ecdh.setPrivateKey(given.privateKey);
  const auth = Buffer.from(given?.auth ?? randomBytes(16));
  const publicKey = ecdh.getPublicKey();
  const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, info, length));
  return {
    subscription: (endpoint, language = "en") => ({
      endpoint,
      keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
      language,
    }),
    read(bytes) {
      const body = Buffer.from(bytes);
      const salt = body.subarray(0, 16);
      const end = 21 + (body[20] ?? 0);
      const senderKey = body.subarray(21, end);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, senderKey]);
      const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
      const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
      const decipher = createDecipheriv("aes-128-gcm", key, nonce);
      decipher.setAuthTag(body.subarray(-16));
      const plain = Buffer.concat([decipher.update(body.subarray(end, -16)), decipher.final()]);
      const last = plain.findLastIndex((byte) => byte !== 0);
      if (plain[last] !== 2) throw new Error("The message does not end here");
      return plain.subarray(0, last).toString("utf8");
    },
  };
}
