import { createHash, randomBytes, X509Certificate } from "node:crypto";
import { appendFileSync, closeSync, fsyncSync, openSync } from "node:fs";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { ChainTip } from "./read-heads.ts";

/** A third party that remembers the end of the chain, so that rewriting the chain here is noticed. */
export interface Witness {
  /** Its kind and address, as configured. */
  readonly name: string;
  /** Sends the end of the chain. Returns the witness's answer if it is a proof for later. */
  take(tip: ChainTip): Promise<string | undefined>;
}

/** Sends a request to a witness and returns the body of the response. Throws if the status is not a success. */
export type SendToWitness = (request: {
  readonly url: string;
  readonly contentType: string;
  readonly body: string | Uint8Array;
}) => Promise<Buffer>;

/** A file elsewhere: on another disk, a mounted share, or a folder of another account with append-only access. */
export function fileWitness(path: string): Witness {
  return {
    name: `file ${path}`,
    async take(tip) {
      const file = openSync(path, "a", 0o600);
      try {
        appendFileSync(file, `${JSON.stringify(tip)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      return undefined;
    },
  };
}

const MAX_RECEIPT = 4_000;

/** A server that receives each end of the chain as JSON. Its answer, for example a signature, is stored. */
export function webhookWitness(url: string, send: SendToWitness): Witness {
  return {
    name: `webhook ${url}`,
    async take(tip) {
      const answer = await send({ url, contentType: "application/json", body: JSON.stringify(tip) });
      return answer.length === 0 ? undefined : answer.toString("utf8").slice(0, MAX_RECEIPT);
    },
  };
}

/** A time stamping authority (RFC 3161). Its answer is a signed statement that this hash existed at that time. */
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

/** The time at which a token says the hash existed, and whether the certificate's key signed it. Throws if the token is for another hash. */
export async function readTimestamp(
  token: Buffer,
  hash: string,
  certificate?: string,
): Promise<{ readonly at: Date; readonly signed: boolean }> {
  // Imported on first use.
  const { RFC3161Timestamp } = await import("@sigstore/core");
  try {
    const stamp = RFC3161Timestamp.parse(Buffer.from(token));
    stamp.tstInfo.verify(Buffer.from(hash));
    if (certificate === undefined) return { at: stamp.signingTime, signed: false };
    stamp.verify(Buffer.from(hash), new X509Certificate(certificate).publicKey);
    return { at: stamp.signingTime, signed: true };
  } catch (cause) {
    throw new DejimaError("conflict", `The time stamp is not valid: ${thrownText(cause)}`, {}, { cause });
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
