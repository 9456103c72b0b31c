import { z } from "zod";

const witness = z.union([
  z.strictObject({
    file: z.string().min(1).describe("A file elsewhere: another disk, a share, another account"),
  }),
  z.strictObject({
    webhook: z.url({ protocol: /^https?$/ }).describe("A server that gets each end of the chain as JSON"),
  }),
  z.strictObject({
    timestamp: z.url({ protocol: /^https?$/ }).describe("A time stamping authority (RFC 3161)"),
    certificate: z.string().optional().describe("Its certificate as a PEM file, to check its signatures"),
  }),
]);

/** How the harbour log is written and anchored. */
export const log = z
  .strictObject({
    durability: z
      .enum(["written", "buffered"])
      .default("written")
      .describe(
        "written: each record leaves the process before the call goes on; buffered: in batches, faster",
      ),
    signingKey: z
      .string()
      .optional()
      .describe("Ed25519 private key (PEM) that signs the chain of heads; `dejima log sign` creates one"),
    witnesses: z
      .array(witness)
      .max(10)
      .default([])
      .describe("Who else gets the end of the chain of heads when a run ends"),
  })
  .prefault({});
