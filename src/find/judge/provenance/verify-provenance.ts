import type { X509Certificate } from "@sigstore/core";
import { parseJson } from "../../../support/json.ts";
import { sha256 } from "../../../support/lazy-crypto.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import {
  attestationsSchema,
  type Bundle,
  bundleSchema,
  type LogEntry,
  logBodySchema,
  statementSchema,
} from "./bundle.ts";
import { provenByLog } from "./proven-by-log.ts";
import { TRUSTED_KEYS, type TrustedKeys } from "./trusted-keys.ts";

/** The result of verifying a proof of origin. `broken` means that the proof is false or was tampered with. */
export type Provenance =
  | { readonly status: "verified"; readonly signer: string; readonly source: string; readonly commit: string }
  | { readonly status: "unverified"; readonly why: string }
  | { readonly status: "broken"; readonly why: string };

/** The exact bytes that a proof must be about. */
export interface ProvenSubject {
  readonly name: string;
  readonly version: string;
  /** The checksum of the fetched package, in npm's format. */
  readonly integrity: string;
}

/** Fields of a builder's certificate, by Sigstore's object identifiers. */
const OID = {
  repository: "1.3.6.1.4.1.57264.1.12",
  commit: "1.3.6.1.4.1.57264.1.13",
} as const;

/**
 * Verifies a proof of where a package was built: it is about these bytes, its signature is valid, a known authority certifies the
 * signer, and a known log recorded the signature while the certificate was valid.
 */
export async function verifyProvenance(
  answer: unknown,
  subject: ProvenSubject,
  trusted: TrustedKeys = TRUSTED_KEYS,
): Promise<Provenance> {
  const parsed = attestationsSchema.safeParse(answer);
  if (!parsed.success) return broken("it cannot be read");
  const proof = parsed.data.attestations.find(({ predicateType }) => isProvenance(predicateType));
  if (proof === undefined) return unverified("the registry lists one but does not provide it");
  const bundle = bundleSchema.safeParse(proof.bundle);
  if (!bundle.success) return broken("it cannot be read");
  try {
    return wrongSubject(bundle.data, subject) ?? (await checkSignature(bundle.data, trusted));
  } catch (error) {
    return broken(`it cannot be read (${thrownText(error).slice(0, 100)})`);
  }
}

const broken = (why: string): Provenance => ({ status: "broken", why });
const unverified = (why: string): Provenance => ({ status: "unverified", why });
const isProvenance = (type: string): boolean => type.startsWith("https://slsa.dev/provenance/");

/** Returns a broken result if the proof is about another package. Even a valid proof of something else is false here. */
function wrongSubject({ dsseEnvelope }: Bundle, { name, version, integrity }: ProvenSubject) {
  const statement = statementSchema.safeParse(
    parseJson(Buffer.from(dsseEnvelope.payload, "base64").toString()),
  );
  if (!statement.success || !isProvenance(statement.data.predicateType))
    return broken("it does not say where anything was built");
  const [sha512 = ""] = /(?<=sha512-)[A-Za-z0-9+/=]+/.exec(integrity) ?? [];
  const wanted = `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
  const own = statement.data.subject.find((one) => one.name === wanted);
  if (own === undefined) return broken(`it is about ${statement.data.subject[0]?.name.slice(0, 100)}`);
  return sha512 !== "" && own.digest.sha512 === Buffer.from(sha512, "base64").toString("hex")
    ? undefined
    : broken("it is about other content than what was fetched");
}

async function checkSignature(bundle: Bundle, trusted: TrustedKeys): Promise<Provenance> {
  // Loaded only when there is a proof to verify.
  const { X509Certificate, crypto, dsse } = await import("@sigstore/core");
  const { dsseEnvelope, verificationMaterial } = bundle;
  const { certificate, x509CertificateChain } = verificationMaterial;
  const raw = certificate?.rawBytes ?? x509CertificateChain?.certificates[0]?.rawBytes;
  if (raw === undefined) return unverified("it is signed by a bare key, which does not identify its owner");
  const leaf = X509Certificate.parse(Buffer.from(raw, "base64"));
  const signed = dsse.preAuthEncoding(dsseEnvelope.payloadType, Buffer.from(dsseEnvelope.payload, "base64"));
  const signature = Buffer.from(dsseEnvelope.signatures[0]?.sig ?? "", "base64");
  if (!crypto.verify(signed, crypto.createPublicKey(leaf.publicKey), signature))
    return broken("its signature is not valid");
  const authorities = trusted.authorities.map((one) => X509Certificate.parse(Buffer.from(one, "base64")));
  const issuer = authorities.find((one) => one.isCA && leaf.issuer.equals(one.subject) && leaf.verify(one));
  if (issuer === undefined || leaf.isCA) return unverified("its certificate is from an unknown authority");
  const seen = await seenByLog(bundle, raw, trusted);
  if (typeof seen === "object" && "status" in seen) return seen;
  if (!leaf.validForDate(seen) || !issuer.validForDate(seen))
    return broken("its certificate was not valid when it was signed");
  const [signer, source] = [leaf.subjectAltName ?? "", textOf(leaf, OID.repository)];
  if (source === "")
    return unverified(`it is signed by ${signer.slice(0, 200)}, which is no builder that names its source`);
  return { status: "verified", signer, source, commit: textOf(leaf, OID.commit) };
}

/** The time at which a known log recorded exactly this signature. */
async function seenByLog(
  bundle: Bundle,
  certificate: string,
  trusted: TrustedKeys,
): Promise<Date | Provenance> {
  const { tlogEntries, timestampVerificationData } = bundle.verificationMaterial;
  const known = tlogEntries.filter(({ logId }) => Object.hasOwn(trusted.logs, logId.keyId));
  const promised = known.find(({ inclusionPromise }) => inclusionPromise);
  if (promised !== undefined) return promisedByLog(promised, bundle, certificate, trusted);
  const proven = known.find(({ inclusionProof }) => inclusionProof);
  if (proven === undefined) return unverified("no known log contains it");
  const { crypto, dsse } = await import("@sigstore/core");
  const { payload, payloadType, signatures } = bundle.dsseEnvelope;
  const bytes = Buffer.from(payload, "base64");
  const digests = [dsse.preAuthEncoding(payloadType, bytes), bytes].map((one) =>
    crypto.digest("sha256", one),
  );
  return provenByLog(
    proven,
    (timestampVerificationData?.rfc3161Timestamps ?? []).map(({ signedTimestamp }) => signedTimestamp),
    { digests, signature: Buffer.from(signatures[0]?.sig ?? "", "base64"), certificate },
    trusted,
  );
}

/** The time at which a log promised to keep exactly this signature. */
async function promisedByLog(
  { integratedTime = 0, inclusionPromise, logIndex, canonicalizedBody, logId }: LogEntry,
  { dsseEnvelope }: Bundle,
  certificate: string,
  { logs }: TrustedKeys,
): Promise<Date | Provenance> {
  const { crypto, json } = await import("@sigstore/core");
  const promised = json.canonicalize({
    body: canonicalizedBody,
    integratedTime,
    logIndex,
    logID: Buffer.from(logId.keyId, "base64").toString("hex"),
  });
  const key = crypto.createPublicKey(Buffer.from(logs[logId.keyId] ?? "", "base64"));
  const promise = Buffer.from(inclusionPromise?.signedEntryTimestamp ?? "", "base64");
  if (!crypto.verify(Buffer.from(promised), key, promise)) return broken("the log's promise is not valid");
  const body = logBodySchema.safeParse(parseJson(Buffer.from(canonicalizedBody, "base64").toString()));
  if (!body.success) return unverified("its log stores it in an unknown format");
  const payload = sha256(Buffer.from(dsseEnvelope.payload, "base64"));
  const isSame = isLogged(body.data, {
    payload,
    signature: dsseEnvelope.signatures[0]?.sig ?? "",
    certificate,
  });
  return isSame ? new Date(integratedTime * 1_000) : broken("its log has seen another signature");
}

interface Signed {
  readonly payload: string;
  readonly signature: string;
  readonly certificate: string;
}

function isLogged(
  body: ReturnType<typeof logBodySchema.parse>,
  { payload, signature, certificate }: Signed,
): boolean {
  const derOf = (pem: string) =>
    Buffer.from(pem, "base64")
      .toString()
      .replaceAll(/-----[A-Z ]+-----|\s/g, "");
  if (body.kind === "dsse") {
    const { payloadHash, signatures } = body.spec;
    return (
      payloadHash.value === payload &&
      signatures.some((one) => one.signature === signature && derOf(one.verifier) === certificate)
    );
  }
  const { payloadHash, envelope } = body.spec.content;
  return (
    payloadHash.value === payload &&
    envelope.signatures.some(
      (one) =>
        Buffer.from(one.sig, "base64").toString() === signature && derOf(one.publicKey) === certificate,
    )
  );
}

/** A text in a certificate, stored either as plain bytes or as an ASN.1 UTF-8 string. */
function textOf(certificate: X509Certificate, oid: string): string {
  const value = certificate.extension(oid)?.value;
  if (value === undefined) return "";
  const bytes = value[0] === 0x0c && value[1] === value.length - 2 ? value.subarray(2) : value;
  return bytes.toString("utf8").slice(0, 300);
}
