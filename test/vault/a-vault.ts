import { randomBytes } from "node:crypto";
import type { SecretBinding } from "../../src/contract/data/secret.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import type { DocumentRepository } from "../../src/store/store.ts";
import { defined } from "../../src/support/defined.ts";
import { openSecretStore } from "../../src/vault/secret-store.ts";
import { createVault, type SecretChange, type SecretPurpose, type Vault } from "../../src/vault/vault.ts";

interface TestVaultOptions {
  readonly documents?: DocumentRepository;
  readonly key?: Uint8Array;
  readonly oldKeys?: readonly Uint8Array[];
  readonly variables?: Readonly<Record<string, string | undefined>>;
  readonly keyring?: (service: string, account: string) => Promise<string | undefined>;
}

/** A vault, with what it told: changes, uses and values, in order. */
interface TestVault extends Vault {
  readonly told: {
    readonly changes: SecretChange[];
    readonly uses: (SecretPurpose & { readonly name: string; readonly host?: string })[];
    readonly values: string[];
  };
}

/** A vault over a store in memory, or over the documents of another. */
export function aVault({
  documents = createMemoryStore().documents,
  key = randomBytes(32),
  oldKeys = [],
  variables = {},
  keyring,
}: TestVaultOptions = {}): TestVault {
  const told: TestVault["told"] = { changes: [], uses: [], values: [] };
  const vault = createVault({
    secrets: openSecretStore({
      documents,
      key: async () => key,
      oldKeys: () => oldKeys,
      variables,
      ...defined({ keyring }),
    }),
    now: Date.now,
    onChange: async (change) => void told.changes.push(change),
    onUse: async (use) => void told.uses.push(use),
    onValue: async (value) => void told.values.push(value),
  });
  return { ...vault, told };
}

/** A binding to one host for the tools of Dejima, with what a test changes about it. */
export function aBinding(fields: Partial<SecretBinding> = {}): SecretBinding {
  return {
    hosts: ["api.test"],
    paths: ["/**"],
    methods: ["*"],
    tools: ["builtin"],
    places: ["header"],
    ...fields,
  };
}

/** Who sets secrets in tests. */
export const ANN = { by: "ann" };
