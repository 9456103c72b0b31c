import type { BlobStore } from "../blobs/blob-store.ts";
import { DejimaError } from "../contract/error.ts";
import { once } from "../support/once.ts";
import { trimEndOf } from "../text/trim-end.ts";
import type { Foundation } from "./foundation.ts";
import type { VaultServices } from "./wire-vault.ts";

/** Who reads the keys of the blob store in the vault. */
const VAULT_USER = "blobs:store";

/** Where runs leave what other machines need. */
export interface Blobs {
  /** Opens the blob store. `undefined` if the config names none: all is in the home then. */
  readonly open: (() => Promise<BlobStore>) | undefined;
  /** `the blob store` if it cannot be used now. */
  missing(): Promise<string[]>;
}

/** Puts off opening the blob store until it is used. Its keys come from the environment, else from the vault. */
export function wireBlobs({ settings, variables }: Foundation, vault: VaultServices): Blobs {
  const { blobs: address, runs, tenant } = settings.config;
  if (address === undefined) return { open: undefined, missing: async () => [] };
  const opened = once(async () => {
    if (runs === "here")
      throw new DejimaError(
        "invalid_input",
        "Cannot use `blobs`: it is for runs that several machines share. Set `runs: workers` and a PostgreSQL store, or leave `blobs` out",
      );
    const { openBlobs } = await import("../blobs/open-blobs.ts");
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

/** Each tenant has a place of its own below the address: no hash leads to what another one keeps. */
function ofTenant(address: string, tenant: string | undefined): string {
  const url = tenant === undefined ? null : URL.parse(address);
  if (url === null) return address;
  url.pathname = `${trimEndOf(url.pathname, /\//)}/tenant-${tenant}`;
  return url.href;
}
