import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { type SecretInfo, secretInfoSchema } from "../contract/data/secret.ts";
import { DejimaError } from "../contract/error.ts";
import type { DocumentRepository } from "../store/store.ts";
import { canonicalJson } from "../support/json.ts";
import { thrownText } from "../support/thrown-text.ts";
import { trimEndOf } from "../text/text-end.ts";
import { checkValue } from "./check-secret.ts";
import { seal, unseal } from "./seal.ts";

const SECRETS = "secrets";
const USES = "secret-uses";
const MAX_FILE_BYTES = 64_000;

/** A use is stored at most this often for each secret. The log has every use. */
const USE_EVERY_MS = 1_000;

const storedSchema = secretInfoSchema.omit({ lastUse: true }).extend({ sealed: z.string() });

/** A secret as it is stored: everything but the value is readable. */
export type StoredSecret = z.infer<typeof storedSchema>;

type LastUse = NonNullable<SecretInfo["lastUse"]>;

/** The secrets in a store of any kind. */
export interface SecretStore {
  get(name: string): Promise<StoredSecret | undefined>;
  list(): Promise<StoredSecret[]>;
  put(secret: StoredSecret): Promise<void>;
  delete(name: string): Promise<boolean>;
  /** Encrypts the value. It decrypts only with the name, source and binding that it was stored with. */
  sealed(secret: Omit<StoredSecret, "sealed">, value: string): Promise<StoredSecret>;
  /** The same secret, encrypted with the key in use. Rejects where no key opens it. */
  resealed(secret: StoredSecret): Promise<StoredSecret>;
  /** Rejects if it cannot be read: another key, changed in the store, or its variable or file is missing. */
  valueOf(secret: StoredSecret): Promise<string>;
  info(secret: StoredSecret): Promise<SecretInfo>;
  noteUse(name: string, use: LastUse): Promise<void>;
}

interface StoreOptions {
  readonly documents: DocumentRepository;
  /** The key. Called with the first secret. */
  key(): Promise<Uint8Array>;
  /** Earlier keys. They decrypt secrets and encrypt none. */
  oldKeys?(): readonly Uint8Array[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Reads an entry of the system's keyring. `undefined` if there is none. Omitted without a keyring. */
  readonly keyring?: ((service: string, account: string) => Promise<string | undefined>) | undefined;
}

/** Opens the secrets in the documents of a store. */
export function openSecretStore({ documents, key, oldKeys, variables, keyring }: StoreOptions): SecretStore {
  /** Opens a value with the first key that fits. The error is that of the key in use. */
  const open = async (secret: StoredSecret): Promise<string> => {
    const context = contextOf(secret);
    try {
      return unseal(secret.sealed, { key: await key(), context });
    } catch (error) {
      for (const old of oldKeys?.() ?? []) {
        try {
          return unseal(secret.sealed, { key: old, context });
        } catch {
          // another one may fit
        }
      }
      throw error;
    }
  };
  const noted = new Map<string, number>();
  return {
    async get(name) {
      const stored = await documents.get(SECRETS, name);
      return stored === undefined ? undefined : storedSchema.parse(stored);
    },
    list: async () => (await documents.list(SECRETS)).map(({ value }) => storedSchema.parse(value)),
    put: (secret) => documents.put(SECRETS, secret.name, secret),
    async delete(name) {
      await documents.delete(USES, name);
      return documents.delete(SECRETS, name);
    },
    sealed: async (secret, value) => ({
      ...secret,
      sealed: seal(value, { key: await key(), context: contextOf(secret) }),
    }),
    resealed: async (secret) => ({
      ...secret,
      sealed: seal(await open(secret), { key: await key(), context: contextOf(secret) }),
    }),
    async valueOf(secret) {
      try {
        const plainText = await open(secret);
        const value =
          secret.source === "stored" ? plainText : await outsideValue(secret.source, { variables, keyring });
        checkValue(secret.name, value);
        return value;
      } catch (cause) {
        throw new DejimaError(
          "io_error",
          `Cannot read the secret ${secret.name}: ${thrownText(cause)}. ${secret.source === "stored" ? `\`dejima secret set ${secret.name}\` sets it again` : "Put the value there, or name another source with --from"}`,
          { secret: secret.name },
          { cause },
        );
      }
    },
    async info({ sealed: _sealed, ...shown }) {
      const lastUse = secretInfoSchema.shape.lastUse.safeParse(await documents.get(USES, shown.name)).data;
      return lastUse === undefined ? shown : { ...shown, lastUse };
    },
    async noteUse(name, use) {
      const at = Date.parse(use.at);
      if (at - (noted.get(name) ?? 0) < USE_EVERY_MS) return;
      noted.set(name, at);
      await documents.put(USES, name, use);
    },
  };
}

/** The context of the encryption: after a change of the binding in the store, the value cannot be decrypted. */
function contextOf({ name, source, binding }: Omit<StoredSecret, "sealed">): string {
  return canonicalJson({ name, source, binding });
}

async function outsideValue(
  source: string,
  { variables, keyring }: Pick<StoreOptions, "variables" | "keyring">,
): Promise<string> {
  const [kind = "", ...rest] = source.split(":");
  const what = rest.join(":");
  if (kind === "keyring") {
    const [service = "", ...account] = what.split("/");
    const value = await keyring?.(service, account.join("/"));
    if (value) return value;
    throw new DejimaError(
      "not_found",
      `the keyring of the system has no entry "${what}" that can be read here`,
    );
  }
  if (kind === "env") {
    const value = Object.hasOwn(variables, what) ? variables[what] : undefined;
    if (value) return value;
    throw new DejimaError("not_found", `the variable ${what} is not set`);
  }
  if (statSync(what).size > MAX_FILE_BYTES)
    throw new DejimaError("too_large", `the file "${what}" is too large`);
  return trimEndOf(readFileSync(what, "utf8"), /[\r\n]/);
}
