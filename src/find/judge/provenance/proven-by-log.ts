import type { RFC3161Timestamp, X509Certificate } from "@sigstore/core";
import { parseJson } from "../../../support/json.ts";
import { type LogEntry, newLogBodySchema } from "./bundle.ts";
import type { TrustedKeys } from "./trusted-keys.ts";

/** A signature as a log of the newer kind records it. */
interface LoggedSignature {
  /** The SHA-256 of the signed bytes, and of the payload alone: logs keep either. */
  readonly digests: readonly Buffer[];
  readonly signature: Buffer;
  /** The signer's certificate, as base 64 of DER. */
  readonly certificate: string;
}

/** The time of the signature, or the reason why it is unverified or false. */
type LogResult =
  | Date
  | { readonly status: "unverified"; readonly why: string }
  | { readonly status: "broken"; readonly why: string };

const broken = (why: string): LogResult => ({ status: "broken", why });

/**
 * Verifies an entry of a log of the newer kind (Rekor v2), offline: the log signed a checkpoint, the entry is in the tree of that
 * checkpoint, and the entry is about this signature. These logs name no time, so a known authority must have stamped the signature.
 */
export async function provenByLog(
  { logId, inclusionProof, canonicalizedBody }: LogEntry,
  stamps: readonly string[],
  signed: LoggedSignature,
  { logs, stampers }: TrustedKeys,
): Promise<LogResult> {
  if (!inclusionProof) return broken("its log proves nothing");
  const { crypto } = await import("@sigstore/core");
  const key = crypto.createPublicKey(Buffer.from(logs[logId.keyId] ?? "", "base64"));
  const tree = await signedTree(inclusionProof.checkpoint.envelope, key, logId.keyId);
  if (tree === undefined) return broken("the checkpoint of its log is not valid");
  const leaf = Buffer.from(canonicalizedBody, "base64");
  const hashes = inclusionProof.hashes.map((one) => Buffer.from(one, "base64"));
  const root = rootFrom(leaf, BigInt(inclusionProof.logIndex), tree.size, hashes, crypto.digest);
  if (root === undefined || !crypto.bufferEqual(root, tree.root)) return broken("it is not in its log");
  const body = newLogBodySchema.safeParse(parseJson(leaf.toString()));
  if (!body.success) return { status: "unverified", why: "its log stores it in an unknown format" };
  if (!isAbout(body.data, signed)) return broken("its log has seen another signature");
  return stampedAt(stamps, signed.signature, stampers);
}

/** The tree that a log signed in a checkpoint, if the signature is the log's. The id of a log is the hash of its name and its key. */
async function signedTree(
  checkpoint: string,
  key: ReturnType<typeof import("@sigstore/core").crypto.createPublicKey>,
  keyId: string,
): Promise<{ readonly size: bigint; readonly root: Buffer } | undefined> {
  const { crypto } = await import("@sigstore/core");
  const end = checkpoint.indexOf("\n\n");
  const note = checkpoint.slice(0, end + 1);
  const [name = "", size = "", root = ""] = note.split("\n");
  const raw = key.export({ format: "der", type: "spki" }).subarray(-32);
  const id = crypto.digest("sha256", `${name}\n`, Buffer.from([1]), raw);
  if (end < 0 || id.toString("base64") !== keyId || !/^\d{1,18}$/.test(size)) return undefined;
  const lines = checkpoint.slice(end + 2).matchAll(/^\u2014 (\S+) (\S+)$/gmu);
  const isSigned = [...lines].some(([, signer, signature = ""]) => {
    const bytes = Buffer.from(signature, "base64");
    const isOwn = signer === name && bytes.subarray(0, 4).equals(id.subarray(0, 4));
    return isOwn && crypto.verify(Buffer.from(note), key, bytes.subarray(4));
  });
  return isSigned ? { size: BigInt(size), root: Buffer.from(root, "base64") } : undefined;
}

/** The root of the tree with this leaf (RFC 6962): the path goes up from the leaf, then along the right edge. */
function rootFrom(
  leaf: Buffer,
  index: bigint,
  size: bigint,
  hashes: readonly Buffer[],
  digest: (algorithm: string, ...data: Buffer[]) => Buffer,
): Buffer | undefined {
  if (index < 0n || index >= size) return undefined;
  const bits = (number: bigint) => (number === 0n ? 0 : number.toString(2).length);
  const inner = bits(index ^ (size - 1n));
  const border = (index >> BigInt(inner)).toString(2).replaceAll("0", "").length;
  if (hashes.length !== inner + border) return undefined;
  const parent = (left: Buffer, right: Buffer) => digest("sha256", Buffer.from([1]), left, right);
  return hashes.reduce(
    (hash, other, at) =>
      at >= inner || (index >> BigInt(at)) & 1n ? parent(other, hash) : parent(hash, other),
    digest("sha256", Buffer.from([0]), leaf),
  );
}

function isAbout(
  body: ReturnType<typeof newLogBodySchema.parse>,
  { digests, signature, certificate }: LoggedSignature,
): boolean {
  const [digest, signatures] =
    body.kind === "dsse"
      ? [body.spec.dsseV002.payloadHash.digest, body.spec.dsseV002.signatures]
      : [body.spec.hashedRekordV002.data.digest, [body.spec.hashedRekordV002.signature]];
  return (
    digests.some((one) => one.toString("base64") === digest) &&
    signatures.length === 1 &&
    signatures.every(
      ({ content, verifier }) =>
        content === signature.toString("base64") && verifier.x509Certificate.rawBytes === certificate,
    )
  );
}

/** The earliest time at which a known authority stamped the signature. A stamp in the name of a known authority must be valid. */
async function stampedAt(
  stamps: readonly string[],
  signature: Buffer,
  stampers: TrustedKeys["stampers"],
): Promise<LogResult> {
  const { RFC3161Timestamp, X509Certificate } = await import("@sigstore/core");
  const known = stampers.map(({ certificate, from }) => ({
    certificate: X509Certificate.parse(Buffer.from(certificate, "base64")),
    from: Date.parse(from),
  }));
  const times: Date[] = [];
  for (const one of stamps) {
    const stamp = RFC3161Timestamp.parse(Buffer.from(one, "base64"));
    const stamper = known.find(
      ({ certificate: { serialNumber, issuer } }) =>
        serialNumber.equals(stamp.signerSerialNumber) && issuer.equals(stamp.signerIssuer),
    );
    if (stamper === undefined) continue;
    const isKnownThen = stamp.signingTime.getTime() >= stamper.from;
    if (!isKnownThen || !(await isStamp(stamp, signature, stamper.certificate)))
      return broken("the time stamp of its signature is not valid");
    times.push(stamp.signingTime);
  }
  const [first] = times.toSorted((a, b) => a.getTime() - b.getTime());
  return first ?? { status: "unverified", why: "no known authority states when it was signed" };
}

async function isStamp(stamp: RFC3161Timestamp, signature: Buffer, by: X509Certificate): Promise<boolean> {
  const { crypto } = await import("@sigstore/core");
  try {
    stamp.verify(signature, crypto.createPublicKey(by.publicKey));
    return by.validForDate(stamp.signingTime);
  } catch {
    return false;
  }
}
