import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCredentialFiles, keepCredentials } from "./credentials.ts";
import { asksForProof, openProofOfKey } from "./proof-of-key.ts";

const URL = "https://docs.test/";
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-proof-of-key-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

async function aServer(name: string, algorithms: readonly string[] | undefined) {
  const credentials = () => keepCredentials(createCredentialFiles(folder), name, URL);
  const metadata = { issuer: URL, dpop_signing_alg_values_supported: algorithms };
  await credentials().change((held) => ({
    ...held,
    // Only this field of what was found out is read.
    discovery: { authorizationServerMetadata: metadata } as unknown as NonNullable<typeof held.discovery>,
  }));
  return credentials;
}

test("every process shows the same key, whichever made it, and only its owner can read it", async () => {
  const credentials = await aServer("docs", ["RS256", "ES256"]);
  const sessions = await Promise.all([1, 2, 3].map(() => openProofOfKey(credentials(), () => true)()));
  const later = await openProofOfKey(credentials(), () => false)();
  expect(new Set([...sessions, later].map((session) => session?.thumbprint)).size).toBe(1);
  expect(later?.publicJwk).not.toHaveProperty("d");
  const proof = await later?.buildProof({ htm: "POST", htu: URL, accessToken: "t" });
  const [header = ""] = proof?.split(".") ?? [];
  expect(JSON.parse(Buffer.from(header, "base64url").toString())).toMatchObject({
    typ: "dpop+jwt",
    alg: "ES256",
    jwk: later?.publicJwk,
  });
  expect((await stat(join(folder, "docs.json"))).mode & 0o777).toBe(0o600);
});

test("no key is made for a server that binds no tokens, or not as we sign", async () => {
  for (const [name, algorithms] of Object.entries({ none: undefined, other: ["RS256"] })) {
    const credentials = await aServer(name, algorithms);
    expect(await openProofOfKey(credentials(), () => true)()).toBeUndefined();
    expect((await credentials().get()).key).toBeUndefined();
  }
});

test("a key is made only for a server that asks for one", async () => {
  const credentials = await aServer("asks", ["ES256"]);
  expect(await openProofOfKey(credentials(), () => false)()).toBeUndefined();
  const answer = (status: number, challenge: string) =>
    asksForProof(new Response(null, { status, headers: { "www-authenticate": challenge } }));
  expect([
    answer(401, 'DPoP algs="ES256", resource_metadata="https://a.test"'),
    answer(401, 'Bearer error="invalid_token", DPoP algs="ES256"'),
    answer(401, 'Bearer realm="DPoPs"'),
    answer(403, "DPoP"),
  ]).toEqual([true, true, false, false]);
});
