import { join } from "node:path";
import { configFolder } from "../../config/places/state-folder.ts";
import type { BoundSecret } from "../../contract/data/secret.ts";
import { DejimaError } from "../../contract/error.ts";
import { runOfCall } from "../../execution/run/run-id.ts";
import { isGrantable } from "../../sandbox/process/spawn-child.ts";
import { keyringEntry } from "../../sandbox/process/system-keyring.ts";
import { lazily, once } from "../../support/once.ts";
import type { SecretChange, SecretPurpose, Vault } from "../../vault/vault.ts";
import { KEY_VARIABLE, OLD_KEYS_VARIABLE, oldVaultKeys, vaultKey } from "../../vault/vault-key.ts";
import type { Foundation } from "../foundation.ts";
import type { OpenRuns } from "../storage/run-registry.ts";
import type { Storage } from "../storage/wire-storage.ts";

/** The vault, and the functions that other parts of a runtime use of it. */
export interface VaultServices {
  service(): Promise<Vault>;
  /** The secrets that a purpose may use without seeing them. */
  secretsFor(purpose: SecretPurpose): Promise<readonly BoundSecret[]>;
  /** Every value to redact, including the key. */
  values(): Promise<string[]>;
  /** Calls the listener with every value that is set from now on. */
  onValue(listener: ValueListener): void;
}

type ValueListener = (value: string) => Promise<void>;

interface VaultParts {
  readonly openRuns: OpenRuns;
  /** Records a change in a separate log. */
  recordChange(change: SecretChange): Promise<void>;
}

/** How many uses of one call are deduplicated. Beyond that they are recorded again. */
const MAX_DEDUPLICATED_USES = 10_000;

/** Opens the vault when a secret is first looked up. */
export function wireVault(
  { variables }: Foundation,
  { store, isNew }: Storage,
  { openRuns, recordChange }: VaultParts,
): VaultServices {
  const recorded = new Set<string>();
  const listeners: ValueListener[] = [];
  const key = once(async () => {
    const folder = configFolder(variables);
    return vaultKey({
      environmentKey: variables[KEY_VARIABLE],
      file: folder && join(folder, "vault.key"),
      keyring: () =>
        folder === undefined ? undefined : keyringEntry({ account: folder, environment: variables }),
    });
  });
  const oldKeys = lazily(() => oldVaultKeys(variables[OLD_KEYS_VARIABLE]));
  const service = once(async (): Promise<Vault> => {
    const [{ createVault }, { openSecretStore }, { documents }] = await Promise.all([
      import("../../vault/vault.ts"),
      import("../../vault/secret-store.ts"),
      store(),
    ]);
    const vault = createVault({
      secrets: openSecretStore({
        documents,
        key: key.get,
        oldKeys,
        variables,
        keyring: async (service, account) =>
          keyringEntry({ service, account, environment: variables })?.read(),
      }),
      now: Date.now,
      onChange: recordChange,
      async onValue(value) {
        await Promise.all(listeners.map((hear) => hear(value)));
      },
      async onUse({ callId, ...use }) {
        const runId = callId === undefined ? undefined : runOfCall(callId);
        if (callId === undefined || runId === undefined) return; // belongs to no call: the vault itself records the last use
        const once = `${callId} ${use.name} ${use.host}`;
        if (recorded.has(once)) return;
        if (recorded.size >= MAX_DEDUPLICATED_USES) recorded.clear();
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
      const environmentKeys = [
        variables[KEY_VARIABLE] ?? "",
        ...(variables[OLD_KEYS_VARIABLE] ?? "").split(","),
      ];
      const storedValues = isNew() ? [] : await (await service.get()).values();
      return [...storedValues, ...environmentKeys.map((text) => text.trim()).filter((text) => text !== "")];
    },
    onValue: (listener) => void listeners.push(listener),
  };
}
