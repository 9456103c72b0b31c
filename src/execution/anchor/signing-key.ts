import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { existsSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** Signs the end of the chain of heads with an Ed25519 key. */
export interface HeadSigner {
  /** The first 16 hex digits of the SHA-256 of the public key. */
  readonly keyId: string;
  /** When the key was created. Runs that ended later must be signed with it. */
  readonly since: number;
  sign(hash: string): string;
  verify(hash: string, signature: string): boolean;
  /** The longest chain of this home that the key has signed, stored beside the key. A chain that does not contain it was shortened. */
  lastSigned(): SignedEnd | undefined;
  storeLastSigned(end: SignedEnd): void;
}

/** The end of a signed chain of heads. */
interface SignedEnd {
  readonly records: number;
  readonly hash: string;
}

/** Reads the key that signs the chain of this home. Returns `undefined` if there is none. Throws if other accounts can read it or it is not an Ed25519 key. */
export function readSigningKey(file: string, home: string): HeadSigner | undefined {
  if (!existsSync(file)) return undefined;
  const { mode, uid, mtimeMs } = statSync(file);
  if ((mode & 0o077) !== 0 || (process.getuid !== undefined && uid !== process.getuid()))
    throw unusable(file, "other accounts can read or replace it; make it yours and `chmod 600` it");
  const key = parseKey(file);
  if (key.asymmetricKeyType !== "ed25519") throw unusable(file, "it is not an Ed25519 private key");
  const end = `${file}.${createHash("sha256").update(realpathSync(home)).digest("hex").slice(0, 16)}.json`;
  return signerOf(key, mtimeMs, end);
}

function signerOf(key: KeyObject, since: number, endFile: string): HeadSigner {
  const publicKey = createPublicKey(key);
  const der = publicKey.export({ type: "spki", format: "der" });
  const keyId = createHash("sha256").update(der).digest("hex").slice(0, 16);
  return {
    keyId,
    since,
    sign: (hash) => sign(null, Buffer.from(hash), key).toString("base64"),
    verify: (hash, signature) => verify(null, Buffer.from(hash), publicKey, Buffer.from(signature, "base64")),
    lastSigned() {
      if (!existsSync(endFile)) return undefined;
      const { key: signedBy, ...end } = endSchema.parse(JSON.parse(readFileSync(endFile, "utf8")));
      return signedBy === keyId ? end : undefined;
    },
    storeLastSigned({ records, hash }) {
      const fresh = `${endFile}.${process.pid}`;
      writeFileSync(fresh, JSON.stringify({ key: keyId, records, hash }), { mode: 0o600 });
      renameSync(fresh, endFile);
    },
  };
}

const endSchema = z.object({ key: z.string(), records: z.int(), hash: z.string() });

function parseKey(file: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(file));
  } catch (cause) {
    throw unusable(file, thrownText(cause), cause);
  }
}

function unusable(file: string, why: string, cause?: unknown): DejimaError {
  return new DejimaError("io_error", `Cannot sign the log with "${file}": ${why}`, { file }, { cause });
}
