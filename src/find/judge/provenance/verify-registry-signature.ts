import { TRUSTED_KEYS, type TrustedKeys } from "./trusted-keys.ts";
import type { ProvenSubject } from "./verify-provenance.ts";

/** The result of verifying the registry's own signature of a version. */
export type RegistrySignature = "verified" | "broken" | "unknown key" | "none";

/** Verifies that a known registry has signed the name, version and checksum of a package. */
export async function verifyRegistrySignature(
  signatures: readonly { readonly keyid: string; readonly sig: string }[],
  { name, version, integrity }: ProvenSubject,
  { registries }: TrustedKeys = TRUSTED_KEYS,
): Promise<RegistrySignature> {
  if (signatures.length === 0) return "none";
  const known = signatures.find(({ keyid }) => Object.hasOwn(registries, keyid));
  if (known === undefined) return "unknown key";
  const { crypto } = await import("@sigstore/core");
  const key = crypto.createPublicKey(Buffer.from(registries[known.keyid] ?? "", "base64"));
  const signed = Buffer.from(`${name}@${version}:${integrity}`);
  return crypto.verify(signed, key, Buffer.from(known.sig, "base64")) ? "verified" : "broken";
}
