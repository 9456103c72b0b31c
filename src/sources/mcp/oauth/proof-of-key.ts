import { createHash, type webcrypto } from "node:crypto";
import type { DpopKeyPair, DpopSession } from "@modelcontextprotocol/client";
import type { CredentialManager } from "./credentials.ts";

const ALGORITHM = "ES256";
const CURVE = { name: "ECDSA", namedCurve: "P-256" };

/** Whether a server asks for tokens that are bound to a key. */
export function asksForProof({ status, headers }: Response): boolean {
  return status === 401 && /(?:^|,) ?DPoP\b/i.test(headers.get("www-authenticate") ?? "");
}

/**
 * Binds tokens to a key of Dejima (DPoP, RFC 9449) if the server asks for it and its authorization server
 * supports it: a stolen token is then useless to others. The key is stored with the tokens, because a later
 * process has to present the same one.
 */
export function openProofOfKey(
  credentials: CredentialManager,
  isAskedFor: () => boolean,
): () => Promise<DpopSession | undefined> {
  let opened: Promise<DpopSession> | undefined;
  return async () => {
    const { discovery, key } = await credentials.get();
    if (key === undefined && !isAskedFor()) return undefined;
    if (!bindsTokens(discovery?.authorizationServerMetadata ?? {})) return undefined;
    opened ??= openSession(credentials);
    return opened;
  };
}

function bindsTokens(metadata: object): boolean {
  const offered =
    "dpop_signing_alg_values_supported" in metadata && metadata.dpop_signing_alg_values_supported;
  return Array.isArray(offered) && offered.includes(ALGORITHM);
}

async function openSession(credentials: CredentialManager): Promise<DpopSession> {
  const { DpopSession } = await import("@modelcontextprotocol/client");
  const { key } = await credentials.get();
  return DpopSession.create({ keyPair: await pairOf(key ?? (await makeKey(credentials))) });
}

/** Several processes may need a key at once; the first stored one is used by all. */
async function makeKey(credentials: CredentialManager): Promise<webcrypto.JsonWebKey> {
  const { privateKey } = await crypto.subtle.generateKey(CURVE, true, ["sign", "verify"]);
  const made = await crypto.subtle.exportKey("jwk", privateKey);
  await credentials.change((before) => ({ ...before, key: before.key ?? made }));
  return (await credentials.get()).key ?? made;
}

async function pairOf(key: webcrypto.JsonWebKey): Promise<DpopKeyPair> {
  const { crv = "", kty = "", x = "", y = "" } = key;
  const publicJwk = { crv, kty, x, y };
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey("jwk", key, CURVE, false, ["sign"]),
    crypto.subtle.importKey("jwk", publicJwk, CURVE, true, ["verify"]),
  ]);
  // RFC 7638: only these members, in this order.
  const thumbprint = createHash("sha256").update(JSON.stringify(publicJwk)).digest("base64url");
  return { privateKey, publicKey, publicJwk, thumbprint, alg: ALGORITHM };
}
