import { z } from "zod";

const base64 = z.base64().max(200_000);

const logEntrySchema = z.looseObject({
  logIndex: z.coerce.number(),
  logId: z.looseObject({ keyId: z.string().max(200) }),
  integratedTime: z.coerce.number().optional(),
  /** Logs since 2025 (Rekor v2) prove that they contain an entry, instead of promising to add it. */
  inclusionProof: z
    .looseObject({
      logIndex: z.coerce.number().int().nonnegative(),
      hashes: z.array(base64).max(64).default([]),
      checkpoint: z.looseObject({ envelope: z.string().max(10_000) }).default({ envelope: "" }),
    })
    .nullish(),
  inclusionPromise: z.looseObject({ signedEntryTimestamp: base64 }).nullish(),
  canonicalizedBody: base64,
});

/** An entry of a transparency log. */
export type LogEntry = z.infer<typeof logEntrySchema>;

/** A signed statement with the material to verify it, in Sigstore's format. */
export const bundleSchema = z.looseObject({
  verificationMaterial: z.looseObject({
    certificate: z.looseObject({ rawBytes: base64 }).optional(),
    x509CertificateChain: z
      .looseObject({ certificates: z.array(z.looseObject({ rawBytes: base64 })).min(1) })
      .optional(),
    tlogEntries: z.array(logEntrySchema).max(10).default([]),
    /** Stamps that say when the signature was made (RFC 3161). */
    timestampVerificationData: z
      .looseObject({
        rfc3161Timestamps: z
          .array(z.looseObject({ signedTimestamp: base64 }))
          .max(10)
          .default([]),
      })
      .nullish(),
  }),
  dsseEnvelope: z.looseObject({
    payload: base64,
    payloadType: z.string().max(200),
    signatures: z.array(z.looseObject({ sig: base64 })).min(1),
  }),
});

export type Bundle = z.infer<typeof bundleSchema>;

/** A registry's attestations for one version of a package. */
export const attestationsSchema = z.looseObject({
  attestations: z.array(z.looseObject({ predicateType: z.string(), bundle: z.unknown() })).max(50),
});

/** The statement of a bundle, with its subject. */
export const statementSchema = z.looseObject({
  subject: z
    .array(z.looseObject({ name: z.string(), digest: z.record(z.string(), z.string()) }))
    .min(1)
    .max(100),
  predicateType: z.string(),
});

const hash = z.looseObject({ algorithm: z.literal("sha256"), value: z.string() });

/** A log's entry for a signature, in the two formats that are used for statements. */
export const logBodySchema = z.union([
  z.looseObject({
    kind: z.literal("dsse"),
    spec: z.looseObject({
      payloadHash: hash,
      signatures: z.array(z.looseObject({ signature: z.string(), verifier: z.string() })).min(1),
    }),
  }),
  z.looseObject({
    kind: z.literal("intoto"),
    spec: z.looseObject({
      content: z.looseObject({
        payloadHash: hash,
        envelope: z.looseObject({
          signatures: z.array(z.looseObject({ sig: z.string(), publicKey: z.string() })).min(1),
        }),
      }),
    }),
  }),
]);

const newSignature = z.looseObject({
  content: z.string(),
  verifier: z.looseObject({ x509Certificate: z.looseObject({ rawBytes: z.string() }) }),
});
const newHash = z.looseObject({ algorithm: z.literal("SHA2_256"), digest: z.string() });

/** The same in a log of the newer kind (Rekor v2), which keeps the hash of the payload or of all that was signed. */
export const newLogBodySchema = z.union([
  z.looseObject({
    kind: z.literal("dsse"),
    apiVersion: z.literal("0.0.2"),
    spec: z.looseObject({
      dsseV002: z.looseObject({ payloadHash: newHash, signatures: z.array(newSignature).min(1) }),
    }),
  }),
  z.looseObject({
    kind: z.literal("hashedrekord"),
    apiVersion: z.literal("0.0.2"),
    spec: z.looseObject({
      hashedRekordV002: z.looseObject({ data: newHash, signature: newSignature }),
    }),
  }),
]);
