import { expect, test } from "vitest";
import { checkSource } from "./check-secret.ts";

test("checkSource() refuses the vault's own key, wherever it is kept", () => {
  for (const source of [
    "env:DEJIMA_VAULT_KEY",
    "env:DEJIMA_VAULT_OLD_KEYS",
    "keyring:dejima/home",
    "file:/home/ann/.local/state/dejima/vault.key",
  ])
    expect(() => checkSource(source)).toThrow("Cannot use the key of the vault as a secret");
  for (const source of ["stored", "env:GITHUB_TOKEN", "keyring:github/ann", "file:/home/ann/token"])
    checkSource(source);
});
