import { z } from "zod";

const base64 = z.base64().max(200_000);

/** A signed statement with the material to verify it, in Sigstore's format. */
export const bundleSchema = z.looseObject({
  verificationMaterial: z.looseObject({
    certificate: z.looseObject({ rawBytes: base64 }).optional(),
    x509CertificateChain: z
      .looseObject({ certificates: z.array(z.looseObject({ rawBytes: base64 })).min(1) })
      .optional(),
    tlogEntries: z
      .array(
        z.looseObject({
          logIndex: z.coerce.number(),
          logId: z.looseObject({ keyId: z.string().max(200) }),
          integratedTime: z.coerce.number().optional(),
          /** Logs of 2025 (Rekor v2) prove that they keep an entry and promise nothing. */
          inclusionProof: z.unknown().optional(),
          inclusionPromise: z.looseObject({ signedEntryTimestamp: base64 }).nullish(),
          canonicalizedBody: base64,
        }),
      )
      .max(10)
      .default([]),
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
