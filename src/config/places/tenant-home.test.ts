import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadConfig } from "../load-config.ts";
import { claimForTenant } from "./tenant-home.ts";

const folder = mkdtempSync(join(tmpdir(), "dejima-tenant-home-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("claimForTenant() keeps a home to the tenant that used it first", () => {
  const home = join(folder, "acme");
  claimForTenant(home, "acme");
  mkdirSync(join(home, "runs"));
  claimForTenant(home, "acme");
  for (const other of ["globex", "default", undefined])
    expect(() => claimForTenant(home, other)).toThrow('it belongs to the tenant "acme"');
});

test("claimForTenant() gives no tenant a home that holds runs of the default one", () => {
  const home = join(folder, "old");
  mkdirSync(join(home, "runs"), { recursive: true });
  claimForTenant(home);
  expect(() => claimForTenant(home, "acme")).toThrow('it belongs to the tenant "default"');
});

const variables = { HOME: folder, DEJIMA_STORE: "postgres://db/x" };

test("loadConfig() takes the tenant from the environment", async () => {
  const { config } = await loadConfig({ cwd: folder, variables: { ...variables, DEJIMA_TENANT: "acme" } });
  expect(config).toMatchObject({ tenant: "acme", store: "postgres://db/x" });
});

test.each([
  [{ HOME: folder, DEJIMA_TENANT: "acme" }, 'Cannot use the tenant "acme" with SQLite'],
  [{ ...variables, DEJIMA_TENANT: "Acme Inc" }, 'Cannot use the tenant "Acme Inc": its name has up to 40 of'],
])("loadConfig() of %j says: %s", async (given, message) => {
  await expect(loadConfig({ cwd: folder, variables: given })).rejects.toThrow(message);
});
