import { join } from "node:path";
import { configFolder } from "../config/state-folder.ts";
import { DejimaError } from "../contract/error.ts";
import type { BoundSecret } from "../contract/secret.ts";
import { runOfCall } from "../execution/run/run-id.ts";
import { isGrantable } from "../sandbox/process/spawn-child.ts";
import { keyringEntry } from "../sandbox/process/system-keyring.ts";
import { lazily, once } from "../support/once.ts";
import type { SecretChange, SecretPurpose, Vault } from "../vault/vault.ts";
import { KEY_VARIABLE, vaultKey } from "../vault/vault-key.ts";
import type { Foundation } from "./foundation.ts";
import type { OpenRuns } from "./run-registry.ts";
import type { Storage } from "./wire-storage.ts";

/** The vault, and what the parts of a runtime need of it. */
export interface VaultServices {
  service(): Promise<Vault>;
  /** The secrets that somebody may use without seeing them. */
  secretsFor(purpose: SecretPurpose): Promise<readonly BoundSecret[]>;
  /** Every value that is never to be seen, the key included. */
  values(): Promise<string[]>;
}

interface VaultParts {
  readonly openRuns: OpenRuns;
  /** Has a value redacted from now on. */
  learnSecret(value: string): Promise<void>;
  /** Writes a change into a log of its own. */
  recordChange(change: SecretChange): Promise<void>;
}

/** How many uses of one call are told from one another; beyond that they are recorded again. */
const MOST_NOTED = 10_000;

/** Opens the vault with the first secret that somebody looks for. */
export function wireVault(
  { variables }: Foundation,
  { store, isNew }: Storage,
  { openRuns, learnSecret, recordChange }: VaultParts,
): VaultServices {
  const recorded = new Set<string>();
  const key = lazily(() => {
    const folder = configFolder(variables);
    return vaultKey({
      ...{ given: variables[KEY_VARIABLE], file: folder && join(folder, "vault.key") },
      keyring: () =>
        folder === undefined ? undefined : keyringEntry({ account: folder, environment: variables }),
    });
  });
  const service = once(async (): Promise<Vault> => {
    const [{ createVault }, { openSecretStore }, { documents }] = await Promise.all([
      import("../vault/vault.ts"),
      import("../vault/secret-store.ts"),
      store(),
    ]);
    const vault = createVault({
      secrets: openSecretStore({ documents, key, variables }),
      now: Date.now,
      onChange: recordChange,
      onValue: learnSecret,
      async onUse({ callId, ...use }) {
        const runId = callId === undefined ? undefined : runOfCall(callId);
        if (callId === undefined || runId === undefined) return; // of no call: the vault itself keeps the last use
        const once = `${callId} ${use.name} ${use.host}`;
        if (recorded.has(once)) return;
        if (recorded.size >= MOST_NOTED) recorded.clear();
        recorded.add(once);
        openRuns
          .get(runId)
          ?.record({ type: "secret-use", runId, at: new Date().toISOString(), callId, ...use });
      },
    });
    return {
      ...vault,
      async set(name, ...secret) {
        if (isGrantable(name)) return vault.set(name, ...secret);
        throw new DejimaError(
          "invalid_input",
          `Cannot keep a secret called "${name}": no program gets a variable of this name. Choose one such as GITHUB_TOKEN`,
        );
      },
    };
  });
  return {
    service: service.get,
    secretsFor: async (purpose) => (await service.get()).boundTo(purpose),
    async values() {
      const given = variables[KEY_VARIABLE];
      const kept = isNew() ? [] : await (await service.get()).values();
      return [...kept, ...(given === undefined ? [] : [given])];
    },
  };
}
