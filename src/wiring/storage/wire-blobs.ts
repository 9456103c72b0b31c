import type { BlobStore } from "../../blobs/blob-store.ts";
import { DejimaError } from "../../contract/error.ts";
import { DEFAULT_TENANT } from "../../contract/user/tenant.ts";
import { once } from "../../support/once.ts";
import { trimEndOf } from "../../text/text-end.ts";
import type { VaultServices } from "../containment/wire-vault.ts";
import type { Foundation } from "../foundation.ts";

/** The vault user that reads the keys of the blob store. */
const VAULT_USER = "blobs:store";

/** Where runs store what other machines need. */
export interface Blobs {
  /** Opens the blob store. `undefined` if the config names none: everything is then in the home. */
  readonly open: (() => Promise<BlobStore>) | undefined;
  /** `the blob store` if it cannot be used now. */
  missing(): Promise<string[]>;
}

/**
 * Defers opening the blob store until its first use. Its keys come from the environment, else from the vault.
 */
export function wireBlobs({ settings, variables }: Foundation, vault: VaultServices): Blobs {
  const { blobs: address, runs, tenant } = settings.config;
  if (address === undefined) return { open: undefined, missing: async () => [] };
  const opened = once(async () => {
    if (runs === "here")
      throw new DejimaError(
        "invalid_input",
        "Cannot use `blobs`: it is for runs that several machines share. Set `runs: workers` and a PostgreSQL store, or leave `blobs` out",
      );
    const { openBlobs } = await import("../../blobs/open-blobs.ts");
    return openBlobs(ofTenant(address, tenant), async (name) => variables[name] || fromVault(name));
  });
  const fromVault = async (name: string) => {
    try {
      return await (await vault.service()).reveal(name, { user: VAULT_USER });
    } catch (error) {
      if (error instanceof DejimaError && error.code === "not_found") return undefined;
      throw error;
    }
  };
  return {
    open: opened.get,
    async missing() {
      try {
        await (await opened.get()).check();
        return [];
      } catch {
        return ["the blob store"];
      }
    },
  };
}

/** Each tenant but the default one has its own prefix below the address, so no hash leads to another tenant's data. */
function ofTenant(address: string, tenant = DEFAULT_TENANT): string {
  const url = tenant === DEFAULT_TENANT ? null : URL.parse(address);
  if (url === null) return address;
  url.pathname = `${trimEndOf(url.pathname, /\//)}/tenant-${tenant}`;
  return url.href;
}
