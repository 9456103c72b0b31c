import { createHash, randomBytes, X509Certificate } from "node:crypto";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { SendToWitness, Witness } from "./witness.ts";

/** A time stamping authority (RFC 3161): its answer is a signed statement that this hash existed at that time. */
export function timestampWitness(url: string, send: SendToWitness): Witness {
  return {
    name: `timestamp ${url}`,
    async take({ hash }) {
      const body = timestampRequest(hash);
      const token = await send({ url, contentType: "application/timestamp-query", body });
      await readTimestamp(token, hash);
      return token.toString("base64");
    },
  };
}

/** When a token says that the hash existed, and whether the certificate's key signed it. Throws if it is about something else. */
export async function readTimestamp(
  token: Buffer,
  hash: string,
  certificate?: string,
): Promise<{ readonly at: Date; readonly signed: boolean }> {
  // Loaded where time stamps are used.
  const { RFC3161Timestamp } = await import("@sigstore/core");
  try {
    const stamp = RFC3161Timestamp.parse(Buffer.from(token));
    stamp.tstInfo.verify(Buffer.from(hash));
    if (certificate === undefined) return { at: stamp.signingTime, signed: false };
    stamp.verify(Buffer.from(hash), new X509Certificate(certificate).publicKey);
    return { at: stamp.signingTime, signed: true };
  } catch (cause) {
    throw new DejimaError("conflict", `The time stamp does not hold: ${thrownText(cause)}`, {}, { cause });
  }
}

const NONCE_BYTES = 8;

// TimeStampReq: version 1, SHA-256 with its digest, a nonce, and the request for the signer's certificate. All lengths are fixed.
function timestampRequest(hash: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  nonce.writeUInt8((nonce.readUInt8() & 0x3f) | 0x40);
  return Buffer.concat([
    Buffer.from("3043020101" + "3031" + "300d06096086480165030402010500" + "0420", "hex"),
    createHash("sha256").update(hash).digest(),
    Buffer.from("0208", "hex"),
    nonce,
    Buffer.from("0101ff", "hex"),
  ]);
}
