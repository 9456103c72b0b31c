import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { dsse, X509Certificate } from "@sigstore/core";
import type { TrustedKeys } from "../../src/find/judge/provenance/trusted-keys.ts";

/** Bytes in DER: a tag, the length, and what is inside. */
function der(tag: number, ...inside: (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(inside.map((one) => Buffer.from(one)));
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const number = (value: number) => der(0x02, Buffer.from([value]));
const list = (...inside: Uint8Array[]) => der(0x30, ...inside);
const SHA256 = list(oid("608648016503040201"));
const TST_INFO = oid("2a864886f70d0109100104");

const hash = (...data: (string | Uint8Array)[]) =>
  data.reduce<ReturnType<typeof createHash>>((all, one) => all.update(one), createHash("sha256")).digest();

/** A log of the newer kind (Rekor v2), and an authority that stamps when something was signed. */
export interface ANewerLog {
  /** What must be known to trust it. */
  readonly logs: Readonly<Record<string, string>>;
  readonly stampers: TrustedKeys["stampers"];
  /** Turns the entry of a bundle into one of this log, the last of five, stamped at a time. */
  enter(
    bundle: ReturnType<typeof JSON.parse>,
    told: { readonly kind: "dsse" | "hashedrekord"; readonly at: number },
  ): void;
}

/** Makes a log and an authority with keys of their own. */
export async function aNewerLog(name = "log.made.example"): Promise<ANewerLog> {
  const key = generateKeyPairSync("ed25519");
  const spki = key.publicKey.export({ format: "der", type: "spki" });
  const id = hash(`${name}\n`, Buffer.from([1]), spki.subarray(-32));
  const EC = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(EC, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=made stamps",
    keys,
    signingAlgorithm: EC,
    serialNumber: "17",
    notBefore: new Date("2026-01-01"),
    notAfter: new Date("2027-01-01"),
  });
  const stamper = new Uint8Array(certificate.rawData);
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
  const stampKey = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  return {
    logs: { [id.toString("base64")]: spki.toString("base64") },
    stampers: [{ certificate: Buffer.from(stamper).toString("base64"), from: "2026-03-01" }],
    enter(bundle, { kind, at }) {
      const { dsseEnvelope, verificationMaterial } = bundle;
      const { payload, payloadType, signatures } = dsseEnvelope;
      const bytes = Buffer.from(payload, "base64");
      const content = signatures[0].sig;
      const x509Certificate = { rawBytes: verificationMaterial.certificate.rawBytes };
      const signature = { content, verifier: { x509Certificate, keyDetails: "PKIX_ECDSA_P256_SHA_256" } };
      const digestOf = (data: Uint8Array) => ({
        algorithm: "SHA2_256",
        digest: hash(data).toString("base64"),
      });
      const spec =
        kind === "dsse"
          ? { dsseV002: { payloadHash: digestOf(bytes), signatures: [signature] } }
          : {
              hashedRekordV002: {
                data: digestOf(dsse.preAuthEncoding(payloadType, bytes)),
                signature,
              },
            };
      const body = Buffer.from(JSON.stringify({ apiVersion: "0.0.2", kind, spec }));
      const [first, second, third, fourth, own] = ["a", "b", "c", "d", body].map((leaf) =>
        hash(Buffer.from([0]), leaf),
      ) as [Buffer, Buffer, Buffer, Buffer, Buffer];
      const parent = (left: Buffer, right: Buffer) => hash(Buffer.from([1]), left, right);
      const left = parent(parent(first, second), parent(third, fourth));
      const root = parent(left, own).toString("base64");
      const note = `${name}\n5\n${root}\n`;
      const mark = Buffer.concat([id.subarray(0, 4), sign(null, Buffer.from(note), key.privateKey)]);
      verificationMaterial.tlogEntries = [
        {
          logIndex: "4",
          logId: { keyId: id.toString("base64") },
          kindVersion: { kind, version: "0.0.2" },
          canonicalizedBody: body.toString("base64"),
          inclusionProof: {
            logIndex: "4",
            rootHash: root,
            treeSize: "5",
            hashes: [left.toString("base64")],
            checkpoint: { envelope: `${note}\n\u2014 ${name} ${mark.toString("base64")}\n` },
          },
        },
      ];
      const stamp = aStamp(Buffer.from(content, "base64"), at, { stamper, key: stampKey });
      verificationMaterial.timestampVerificationData = {
        rfc3161Timestamps: [{ signedTimestamp: stamp.toString("base64") }],
      };
    },
  };
}

/** A stamp (RFC 3161) that says that the authority saw the bytes at a time. */
function aStamp(
  seen: Buffer,
  at: number,
  { stamper, key }: { readonly stamper: Uint8Array; readonly key: KeyObject },
): Buffer {
  const { issuer, serialNumber } = X509Certificate.parse(Buffer.from(stamper));
  const time = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  const info = list(
    number(1),
    oid("2a0304"),
    list(SHA256, der(0x04, hash(seen))),
    number(9),
    der(0x18, time),
  );
  const attributes = Buffer.concat([
    list(oid("2a864886f70d010903"), der(0x31, TST_INFO)),
    list(oid("2a864886f70d010904"), der(0x31, der(0x04, hash(info)))),
  ]);
  const signature = sign("sha256", der(0x31, attributes), key);
  const signer = list(
    ...[number(1), list(list(issuer), der(0x02, serialNumber)), SHA256, der(0xa0, attributes)],
    ...[list(oid("2a8648ce3d040302")), der(0x04, signature)],
  );
  const content = list(TST_INFO, der(0xa0, der(0x04, info)));
  const data = list(number(3), der(0x31, SHA256), content, der(0x31, signer));
  return list(list(number(0)), list(oid("2a864886f70d010702"), der(0xa0, data)));
}
