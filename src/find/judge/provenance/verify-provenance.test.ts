import "reflect-metadata";
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { dsse, json } from "@sigstore/core";
import { beforeAll, expect, test } from "vitest";
import { aNewerLog } from "../../../../test/find/a-newer-log.ts";
import { candidateSchema } from "../../candidate.ts";
import { riskReport } from "../risk-report.ts";
import type { TrustedKeys } from "./trusted-keys.ts";
import { verifyProvenance } from "./verify-provenance.ts";
import { verifyRegistrySignature } from "./verify-registry-signature.ts";

const EC = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const BYTES = createHash("sha512").update("the package").digest();
const SUBJECT = { name: "@made/words", version: "1.0.0", integrity: `sha512-${BYTES.toString("base64")}` };
const WORKFLOW = "https://github.com/made/words/.github/workflows/release.yml@refs/tags/v1.0.0";
const SIGNED_AT = Date.parse("2026-06-01T12:00:00Z");

type Keys = Awaited<ReturnType<typeof keyPair>>;
const keyPair = () => crypto.subtle.generateKey(EC, true, ["sign", "verify"]);
const privateKey = async ({ privateKey: key }: Keys): Promise<KeyObject> =>
  createPrivateKey({
    format: "der",
    type: "pkcs8",
    key: Buffer.from(await crypto.subtle.exportKey("pkcs8", key)),
  });
const der = (certificate: x509.X509Certificate) => Buffer.from(certificate.rawData).toString("base64");

/** A field of a certificate in Sigstore's format. */
const field = (oid: string, text: string) =>
  new x509.Extension(oid, false, Buffer.concat([Buffer.from([0x0c, text.length]), Buffer.from(text)]));

let trusted: TrustedKeys;
let log: KeyObject;
let authority: Awaited<ReturnType<typeof anAuthority>>;

async function anAuthority() {
  const keys = await keyPair();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=made authority",
    keys,
    signingAlgorithm: EC,
    notBefore: new Date("2020-01-01"),
    notAfter: new Date("2040-01-01"),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  return { keys, certificate };
}

beforeAll(async () => {
  authority = await anAuthority();
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  log = pair.privateKey;
  const spki = pair.publicKey.export({ format: "der", type: "spki" }).toString("base64");
  trusted = {
    authorities: [der(authority.certificate)],
    logs: { bG9n: spki },
    stampers: [],
    registries: { "SHA256:made": spki },
  };
});

interface Told {
  readonly by?: typeof authority;
  readonly subject?: string;
  readonly bytes?: Buffer;
  /** Minutes between the certificate and the signature. */
  readonly late?: number;
  readonly source?: string;
  /** Changes the finished bundle. */
  readonly tamper?: (bundle: ReturnType<typeof JSON.parse>) => void;
}

/** A registry's answer for a package that a builder has signed. */
async function anAnswer(told: Told = {}): Promise<unknown> {
  const { by = authority, bytes = BYTES, late = 1, source = "https://github.com/made/words", tamper } = told;
  const keys = await keyPair();
  const certificate = await x509.X509CertificateGenerator.create({
    issuer: by.certificate.subject,
    signingKey: by.keys.privateKey,
    publicKey: keys.publicKey,
    signingAlgorithm: EC,
    notBefore: new Date(SIGNED_AT),
    notAfter: new Date(SIGNED_AT + 10 * 60_000),
    extensions: [
      new x509.SubjectAlternativeNameExtension([{ type: "url", value: WORKFLOW }]),
      ...(source === "" ? [] : [field("1.3.6.1.4.1.57264.1.12", source)]),
      field("1.3.6.1.4.1.57264.1.13", "abcdef0123456789"),
    ],
  });
  const predicateType = "https://slsa.dev/provenance/v1";
  const subject = [
    { name: told.subject ?? "pkg:npm/%40made/words@1.0.0", digest: { sha512: bytes.toString("hex") } },
  ];
  const payload = Buffer.from(JSON.stringify({ subject, predicateType }));
  const payloadType = "application/vnd.in-toto+json";
  const sig = sign("sha256", dsse.preAuthEncoding(payloadType, payload), await privateKey(keys)).toString(
    "base64",
  );
  const verifier = Buffer.from(certificate.toString("pem")).toString("base64");
  const body = {
    kind: "dsse",
    spec: {
      payloadHash: { algorithm: "sha256", value: createHash("sha256").update(payload).digest("hex") },
      signatures: [{ signature: sig, verifier }],
    },
  };
  const integratedTime = SIGNED_AT / 1_000 + late * 60;
  const canonicalizedBody = Buffer.from(JSON.stringify(body)).toString("base64");
  const logID = Buffer.from("bG9n", "base64").toString("hex");
  const promised = json.canonicalize({ body: canonicalizedBody, integratedTime, logIndex: 7, logID });
  const bundle = {
    verificationMaterial: {
      certificate: { rawBytes: der(certificate) },
      tlogEntries: [
        {
          logIndex: "7",
          logId: { keyId: "bG9n" },
          integratedTime: String(integratedTime),
          canonicalizedBody,
          inclusionPromise: {
            signedEntryTimestamp: sign("sha256", Buffer.from(promised), log).toString("base64"),
          },
        },
      ],
    },
    dsseEnvelope: { payload: payload.toString("base64"), payloadType, signatures: [{ sig }] },
  };
  tamper?.(bundle);
  return { attestations: [{ predicateType, bundle }] };
}

const checked = async (told?: Told) => verifyProvenance(await anAnswer(told), SUBJECT, trusted);

test("verifyProvenance() says who signed these bytes and what they were built from", async () => {
  expect(await checked()).toEqual({
    status: "verified",
    signer: WORKFLOW,
    source: "https://github.com/made/words",
    commit: "abcdef0123456789",
  });
});

test("verifyProvenance() calls a proof false that is about something else or was tampered with", async () => {
  const broken = (why: string) => ({ status: "broken", why: expect.stringContaining(why) });
  expect(await checked({ subject: "pkg:npm/%40made/words@0.9.0" })).toMatchObject(
    broken("it is about pkg:npm"),
  );
  expect(await checked({ bytes: Buffer.alloc(64) })).toMatchObject(broken("other content"));
  expect(await checked({ late: 30 })).toMatchObject(broken("was not valid when it was signed"));
  const tampered = (tamper: NonNullable<Told["tamper"]>) => checked({ tamper });
  expect(
    await tampered(({ dsseEnvelope }) => {
      dsseEnvelope.payloadType = "text/plain";
    }),
  ).toMatchObject(broken("signature is not valid"));
  expect(
    await tampered(({ verificationMaterial: { tlogEntries } }) => {
      tlogEntries[0].integratedTime = String(SIGNED_AT / 1_000);
    }),
  ).toMatchObject(broken("log's promise is not valid"));
  expect(
    await tampered(({ verificationMaterial }) => {
      verificationMaterial.certificate.rawBytes = "eHg=";
    }),
  ).toMatchObject(broken("cannot be read"));
  expect(await verifyProvenance("nonsense", SUBJECT, trusted)).toMatchObject(broken("cannot be read"));
});

test("verifyProvenance() does not vouch for authorities, logs and builders that it does not know", async () => {
  const unverified = (why: string) => ({ status: "unverified", why: expect.stringContaining(why) });
  expect(await checked({ by: await anAuthority() })).toMatchObject(unverified("unknown authority"));
  expect(await checked({ source: "" })).toMatchObject(unverified("no builder that names its source"));
  const noLog = await verifyProvenance(await anAnswer(), SUBJECT, { ...trusted, logs: {} });
  expect(noLog).toMatchObject(unverified("no known log"));
  expect(await verifyProvenance(await anAnswer(), SUBJECT)).toMatchObject(unverified("authority"));
});

const MINUTE = 60_000;

test.each(["dsse", "hashedrekord"] as const)(
  "verifyProvenance() verifies an entry of the kind %s in a log of the newer kind (Rekor v2), by its own proof and a stamp",
  async (kind) => {
    const newer = await aNewerLog();
    const known = { ...trusted, logs: newer.logs, stampers: newer.stampers };
    const of = async (tamper?: Told["tamper"], at = SIGNED_AT + MINUTE, keys: TrustedKeys = known) =>
      verifyProvenance(
        await anAnswer({
          tamper(bundle) {
            newer.enter(bundle, { kind, at });
            tamper?.(bundle.verificationMaterial);
          },
        }),
        SUBJECT,
        keys,
      );
    const broken = (why: string) => ({ status: "broken", why: expect.stringContaining(why) });
    expect(await of()).toMatchObject({ status: "verified", signer: WORKFLOW });
    expect(await of(undefined, SIGNED_AT + 30 * MINUTE)).toMatchObject(
      broken("was not valid when it was signed"),
    );
    for (const days of [-150, -100, 300])
      expect(await of(undefined, SIGNED_AT + days * 24 * 60 * MINUTE)).toMatchObject(
        broken("the time stamp"),
      );
    const proof = ({ tlogEntries }: ReturnType<typeof JSON.parse>) => tlogEntries[0].inclusionProof;
    for (const [tamper, why] of [
      [(material) => (proof(material).hashes = ["eA=="]), "not in its log"],
      [(material) => proof(material).hashes.push("eA=="), "not in its log"],
      [(material) => (proof(material).logIndex = "5"), "not in its log"],
      [(material) => (proof(material).checkpoint.envelope = ""), "checkpoint"],
      [
        (material) =>
          (proof(material).checkpoint.envelope = proof(material).checkpoint.envelope.replace(
            "\n5\n",
            "\n6\n",
          )),
        "checkpoint",
      ],
      [
        (material) =>
          (proof(material).checkpoint.envelope = proof(material).checkpoint.envelope.replaceAll(
            "log.made",
            "log.other",
          )),
        "checkpoint",
      ],
      [(material) => (material.tlogEntries[0].canonicalizedBody = "e30="), "not in its log"],
      [
        (material) => (material.timestampVerificationData.rfc3161Timestamps[0].signedTimestamp = "MAA="),
        "cannot be read",
      ],
    ] as const satisfies readonly [NonNullable<Told["tamper"]>, string][])
      expect(await of(tamper), String(tamper)).toMatchObject(broken(why));
    const other = await anAnswer({
      tamper: (bundle) => newer.enter(bundle, { kind, at: SIGNED_AT + MINUTE }),
    });
    const entries = (answer: unknown) =>
      (answer as { attestations: ReturnType<typeof JSON.parse>[] }).attestations[0].bundle
        .verificationMaterial;
    expect(await of((material) => (material.tlogEntries = entries(other).tlogEntries))).toMatchObject(
      broken("another signature"),
    );
    const stamps = entries(other).timestampVerificationData;
    expect(await of((material) => (material.timestampVerificationData = stamps))).toMatchObject(
      broken("the time stamp"),
    );
    const unverified = (why: string) => ({ status: "unverified", why: expect.stringContaining(why) });
    expect(await of(undefined, undefined, { ...known, stampers: [] })).toMatchObject(
      unverified("no known authority"),
    );
    expect(await of(undefined, undefined, { ...known, logs: {} })).toMatchObject(unverified("no known log"));
  },
);

test("verifyRegistrySignature() checks name, version and checksum by the keys of known registries", async () => {
  const { name, version, integrity } = SUBJECT;
  const sig = sign("sha256", Buffer.from(`${name}@${version}:${integrity}`), log).toString("base64");
  const of = (keyid: string, subject = SUBJECT) =>
    verifyRegistrySignature([{ keyid, sig }], subject, trusted);
  expect(await of("SHA256:made")).toBe("verified");
  expect(await of("SHA256:made", { ...SUBJECT, version: "1.0.1" })).toBe("broken");
  expect(await of("SHA256:other")).toBe("unknown key");
  expect(await verifyRegistrySignature([], SUBJECT, trusted)).toBe("none");
});

test("riskReport() rates a false proof as danger, another source as a warning, and names only verified facts", async () => {
  const candidate = candidateSchema.parse({
    name: "io.github.made/words",
    kind: "mcp",
    registry: "https://made.example",
    package: { type: "npm", identifier: "@made/words", version: "1.0.0" },
    repository: "https://github.com/made/words.git",
  });
  const facts = {
    versions: 1,
    maintainers: [],
    newPublisher: false,
    deprecated: false,
    signatures: [],
    provenance: true,
    hadProvenance: false,
    newScripts: false,
  };
  const report = (provenance: Awaited<ReturnType<typeof checked>> | undefined) => {
    const { lines, grade } = riskReport({ candidate, facts, provenance, older: [], now: 0 });
    return `${grade}: ${lines.flatMap(({ text, source }) => (source === "proof of origin" ? [text] : [])).join("; ")}`;
  };
  expect(report(await checked())).toMatch(
    /Signed by https.*release\.yml.*, built from .*made\/words at abcdef012345 \(verified\)$/,
  );
  expect(report(await checked({ bytes: Buffer.alloc(64) }))).toMatch(
    /^dangerous: Its proof .* is false: it is about other content/,
  );
  expect(report(await checked({ source: "https://github.com/evil/words" }))).toMatch(
    /^careful: .*not from https/,
  );
  expect(report(undefined)).toMatch(/not verified: the registry does not provide it$/);
  expect(report(await checked({ source: "" }))).not.toMatch(/built from/);
});
