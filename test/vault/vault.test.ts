import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SecretUse } from "../../src/contract/data/secret.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { refusalOf } from "../../src/vault/vault.ts";
import { oldVaultKeys, vaultKey } from "../../src/vault/vault-key.ts";
import { ANN, aBinding, aVault } from "./a-vault.ts";

const VALUE = "s3cr3t-Value/with+odd=signs";
const stored = (fields: Parameters<typeof aBinding>[0] = {}) => ({
  source: "stored",
  value: VALUE,
  binding: aBinding(fields),
});

test("a binding that was changed in the store no longer opens the value", async () => {
  const { documents } = createMemoryStore();
  const vault = aVault({ documents });
  await vault.set("TOKEN", stored({ tools: ["sql:shop"] }), ANN);
  expect(await vault.reveal("TOKEN", { user: "sql:shop" })).toBe(VALUE);
  const held = (await documents.get("secrets", "TOKEN")) as object; // the vault wrote it
  for (const change of [
    { binding: aBinding({ tools: ["sql:shop"], hosts: ["evil.test"] }) },
    { source: "env:OTHER" },
    { sealed: "AAAA" },
  ]) {
    await documents.put("secrets", "TOKEN", { ...held, ...change });
    await expect(vault.reveal("TOKEN", { user: "sql:shop" })).rejects.toMatchObject({ code: "io_error" });
  }
  await documents.put("secrets", "OTHER", { ...held, name: "OTHER" });
  await expect(vault.reveal("OTHER", { user: "sql:shop" })).rejects.toMatchObject({ code: "io_error" });
});

test("another key opens nothing, and says what to do", async () => {
  const { documents } = createMemoryStore();
  await aVault({ documents }).set("TOKEN", stored({ tools: ["sql:shop"] }), ANN);
  await expect(aVault({ documents }).reveal("TOKEN", { user: "sql:shop" })).rejects.toThrow(
    "Cannot read the secret TOKEN: it was stored with another key, or changed since. `dejima secret set TOKEN` sets it again",
  );
});

test("rekey() encrypts with the key in use what keys from before opened; a secret that no key opens changes nothing", async () => {
  const { documents } = createMemoryStore();
  const [before, now] = [randomBytes(32), randomBytes(32)];
  await aVault({ documents, key: before }).set("TOKEN", stored({ tools: ["sql:shop"] }), ANN);
  const between = aVault({ documents, key: now, oldKeys: [randomBytes(32), before] });
  expect(await between.reveal("TOKEN", { user: "sql:shop" })).toBe(VALUE);
  expect(await between.rekey(ANN)).toEqual(["TOKEN"]);
  expect(between.told.changes).toEqual([{ name: "TOKEN", change: "rekey", ...ANN }]);
  expect(await aVault({ documents, key: now }).reveal("TOKEN", { user: "sql:shop" })).toBe(VALUE);
  const held = await documents.get("secrets", "TOKEN");
  await aVault({ documents }).set("ALIEN", stored(), ANN);
  await expect(aVault({ documents, key: before, oldKeys: [now] }).rekey(ANN)).rejects.toThrow("another key");
  expect(await documents.get("secrets", "TOKEN")).toEqual(held);
  expect(oldVaultKeys(`${before.toString("base64")}, ${now.toString("hex")}`)).toEqual([before, now]);
});

test("reveal() needs a binding that names the user itself: builtin tools never get a value", async () => {
  const vault = aVault();
  await vault.set("TOKEN", stored(), ANN);
  for (const user of ["sql:shop", "shell", "builtin:x", "mcp:github"])
    await expect(vault.reveal("TOKEN", { user })).rejects.toMatchObject({ code: "tool_not_allowed" });
  expect(vault.told.uses).toEqual([]);
});

test("boundTo() gives a secret to those that its binding names; builtin covers tools, no skill and no server", async () => {
  const vault = aVault();
  await vault.set("A", stored(), ANN);
  await vault.set("B", stored({ tools: ["mcp:github", "http_get"] }), ANN);
  const names = async (user: string) => (await vault.boundTo({ user })).map(({ name }) => name);
  expect(await names("shell")).toEqual(["A"]);
  expect(await names("http_get")).toEqual(["A", "B"]);
  expect(await names("mcp:github")).toEqual(["B"]);
  for (const user of ["mcp:other", "skill:a", "api:a", "sql:a"]) expect(await names(user)).toEqual([]);
});

test("a bound secret that was removed, rebound or rotated meanwhile is so for those that hold it", async () => {
  const vault = aVault();
  await vault.set("TOKEN", stored(), ANN);
  const [bound] = await vault.boundTo({ user: "shell" });
  const use: SecretUse = { url: "https://api.test/", method: "GET", place: "header" };
  await vault.rotate("TOKEN", "another value", ANN);
  expect(await bound?.reveal(use)).toBe("another value");
  await vault.set("TOKEN", stored({ tools: ["mcp:github"] }), ANN);
  await expect(bound?.reveal(use)).rejects.toMatchObject({ code: "tool_not_allowed" });
  await vault.remove("TOKEN", ANN);
  await expect(bound?.reveal(use)).rejects.toMatchObject({ code: "not_found" });
});

test("each value is redacted before it is used, each change and use is told by name alone", async () => {
  const vault = aVault();
  await vault.set("TOKEN", stored(), ANN);
  await (await vault.boundTo({ user: "shell", callId: "r.1" }))[0]?.reveal({
    url: "https://api.test/x?y=1",
    method: "GET",
    place: "header",
  });
  await vault.remove("TOKEN", ANN);
  expect(vault.told.values).toContain(VALUE);
  expect(vault.told.uses).toEqual([{ name: "TOKEN", user: "shell", callId: "r.1", host: "api.test" }]);
  expect(vault.told.changes.map(({ change }) => change)).toEqual(["set", "remove"]);
  expect(JSON.stringify([vault.told.uses, vault.told.changes, await vault.list()])).not.toContain(VALUE);
});

test("values come from the environment or a file with each use", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-vault-"));
  try {
    const variables: Record<string, string> = { A_VARIABLE: VALUE };
    const vault = aVault({ variables });
    const binding = aBinding({ tools: ["sql:shop"] });
    await writeFile(join(folder, "key"), `${VALUE} of a file\n`);
    await vault.set("FROM_ENV", { source: "env:A_VARIABLE", binding }, ANN);
    await vault.set("FROM_FILE", { source: `file:${join(folder, "key")}`, binding }, ANN);
    const read = (name: string) => vault.reveal(name, { user: "sql:shop" });
    expect([await read("FROM_ENV"), await read("FROM_FILE")]).toEqual([VALUE, `${VALUE} of a file`]);
    variables.A_VARIABLE = "changed since";
    expect(await read("FROM_ENV")).toBe("changed since");
    variables.A_VARIABLE = "short";
    await expect(read("FROM_ENV")).rejects.toThrow("8 to 64000 characters");
    await rm(join(folder, "key"));
    await expect(read("FROM_FILE")).rejects.toThrow("ENOENT");
    await expect(vault.rotate("FROM_ENV", "new value!", ANN)).rejects.toMatchObject({ code: "conflict" });
    await expect(vault.set("NONE", { source: "env:NONE", binding }, ANN)).rejects.toThrow("NONE is not set");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  ["1TOKEN", {}],
  ["A-B", {}],
  ["A", { hosts: ["*"] }],
  ["A", { hosts: ["*.com"] }],
  ["A", { hosts: ["https://api.test"] }],
  ["A", { tools: ["Mcp:x"] }],
  ["A", { methods: ["get it"] }],
  ["A", { paths: ["v1"] }],
])("set() refuses the name %s with %j", async (name, fields) => {
  await expect(aVault().set(name, stored(fields), ANN)).rejects.toMatchObject({ code: "invalid_input" });
});

const use = (url: string, fields: Partial<SecretUse> = {}): SecretUse => ({
  url,
  method: "GET",
  place: "header",
  ...fields,
});

test.each<[string, Parameters<typeof aBinding>[0], SecretUse, boolean]>([
  ["the host", {}, use("https://api.test/x"), true],
  ["its other spelling", {}, use("https://API.Test./x"), true],
  ["another host", {}, use("https://evil.test/"), false],
  ["a host that ends alike", {}, use("https://evilapi.test/"), false],
  ["a name below", {}, use("https://a.api.test/"), false],
  ["a name below a star", { hosts: ["*.api.test"] }, use("https://a.api.test/"), true],
  ["another port", {}, use("https://api.test:8443/"), false],
  ["a port that is bound", { hosts: ["api.test:8443"] }, use("https://api.test:8443/"), true],
  ["no TLS", {}, use("http://api.test:443/"), false],
  ["a user name that looks like the host", {}, use("https://api.test@evil.test/"), false],
  ["a path", { paths: ["/v1/**"] }, use("https://api.test/v1/a/b"), true],
  ["another path", { paths: ["/v1/**"] }, use("https://api.test/v2/a"), false],
  ["a path that goes up", { paths: ["/v1/**"] }, use("https://api.test/v1/../v2"), false],
  ["a path that goes up, encoded", { paths: ["/v1/**"] }, use("https://api.test/v1/..%2fv2"), false],
  ["a path with a backslash", { paths: ["/v1/**"] }, use("https://api.test/v1/a%5c..%5cv2"), false],
  ["a path encoded twice", { paths: ["/v1/**"] }, use("https://api.test/v1/..%252fv2"), false],
  [
    "a path with long spellings",
    { paths: ["/v1/**"] },
    use("https://api.test/v1/%c0%ae%c0%ae%c0%afv2"),
    false,
  ],
  ["a path with wide signs", { paths: ["/v1/**"] }, use("https://api.test/v1/．．／v2"), false],
  ["one part of a path", { paths: ["/v1/*/me"] }, use("https://api.test/v1/ann/me"), true],
  ["two parts instead of one", { paths: ["/v1/*/me"] }, use("https://api.test/v1/a/b/me"), false],
  ["a method", { methods: ["GET"] }, use("https://api.test/"), true],
  ["another method", { methods: ["GET"] }, use("https://api.test/", { method: "DELETE" }), false],
  ["a place", {}, use("https://api.test/", { place: "body" }), false],
  ["a place that is bound", { places: ["query"] }, use("https://api.test/", { place: "query" }), true],
])("refusalOf() knows %s", (_what, fields, request, fine) => {
  expect(refusalOf(aBinding(fields), request) === undefined).toBe(fine);
});

test("the key file is made once, for its owner alone, and refused when others can read it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-vault-"));
  try {
    const file = join(folder, "deep", "vault.key");
    const key = await vaultKey({ environmentKey: undefined, file });
    expect(await vaultKey({ environmentKey: undefined, file })).toEqual(key);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const given = (await readFile(file, "utf8")).trim();
    expect(await vaultKey({ environmentKey: given, file: undefined })).toEqual(key);
    expect(await vaultKey({ environmentKey: Buffer.from(key).toString("hex"), file: undefined })).toEqual(
      key,
    );
    await chmod(file, 0o640);
    await expect(vaultKey({ environmentKey: undefined, file })).rejects.toThrow("chmod 600");
    await expect(vaultKey({ environmentKey: "too short", file })).rejects.toThrow("openssl rand -base64 32");
    await expect(vaultKey({ environmentKey: undefined, file: undefined })).rejects.toThrow(
      "DEJIMA_VAULT_KEY",
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
