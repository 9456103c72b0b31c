import type { webcrypto } from "node:crypto";
import { chmod, mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { errnoOf } from "../../../support/disk/errno.ts";
import { replaceFile } from "../../../support/disk/replace-file.ts";
import { takeLock } from "../../../support/process/lock-file.ts";

/** The interval and the timeout of attempts to get the lock. */
const LOCK_RETRY_MS = 20;

const LOCK_TIMEOUT_MS = 60_000;

/** The folder with the credentials of single users, by server. */
const USERS = ".users/";

const isMissing = (error: unknown) => errnoOf(error) === "ENOENT";

// Only we write these; the SDK checks them when it reads them.
const anObject = <Value>() => z.custom<Value>((value) => typeof value === "object" && value !== null);

/** The stored credentials of one server. */
export const credentialsSchema = z.object({
  /** The server's URL. They are useless at any other address. */
  url: z.string(),
  /** The redirect URL that was registered, to be used again. */
  redirectUrl: z.string().optional(),
  /** This program's registration at each authorization server, by issuer. */
  clients: z.record(z.string(), anObject<StoredOAuthClientInformation>()).default({}),
  tokens: z.record(z.string(), anObject<StoredOAuthTokens>()).default({}),
  /** The issuer of the latest tokens. */
  issuer: z.string().optional(),
  discovery: anObject<OAuthDiscoveryState>().optional(),
  verifier: z.string().optional(),
  /** The private key that tokens are bound to, if the authorization server binds them. */
  key: anObject<webcrypto.JsonWebKey>().optional(),
  /** The scope that the server asked for beyond the granted one. The next login requests it. */
  wanted: z.string().optional(),
});

export type Credentials = z.infer<typeof credentialsSchema>;

/** Stores credentials by server name, separate from everything else. */
export interface CredentialStore {
  read(server: string): Promise<unknown>;
  write(server: string, credentials: Credentials): Promise<void>;
  /** Deletes them. Returns whether there were any. */
  delete(server: string): Promise<boolean>;
  /** Deletes those of all users of a server with `perUser`. */
  deleteUsers(server: string): Promise<void>;
  /** Does work under a lock of this name, across processes. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** The credentials of one server. Those for another address are ignored. */
export interface CredentialManager {
  get(): Promise<Credentials>;
  change(change: (stored: Credentials) => Credentials): Promise<void>;
}

export function keepCredentials(storage: CredentialStore, server: string, url: string): CredentialManager {
  let last: Promise<unknown> = Promise.resolve();
  async function get(): Promise<Credentials> {
    const stored = credentialsSchema.safeParse(await storage.read(server));
    return stored.success && stored.data.url === url ? stored.data : { url, clients: {}, tokens: {} };
  }
  return {
    get,
    change(change) {
      const next = last.then(() =>
        storage.alone(server, async () => storage.write(server, change(await get()))),
      );
      last = next.catch(() => {});
      return next;
    },
  };
}

/** Stores credentials as one file per server, readable only by its owner, in a private folder. */
export function createCredentialFiles(folder: string): CredentialStore {
  const clean = (name: string) => name.replaceAll(/[^\w.-]/g, "_").replace(/^\.+/, "_");
  const fileOf = (account: string) =>
    account.startsWith(USERS)
      ? join(folder, USERS, ...account.slice(USERS.length).split("/").map(clean)).concat(".json")
      : join(folder, `${clean(account)}.json`);
  async function makeFolder(account: string): Promise<void> {
    await mkdir(dirname(fileOf(account)), { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  }
  return {
    async alone(name, work) {
      await makeFolder(name);
      const release = await lock(`${fileOf(name)}.lock`);
      try {
        return await work();
      } finally {
        release();
      }
    },
    async read(server) {
      try {
        return JSON.parse(await readFile(fileOf(server), "utf8"));
      } catch (error) {
        if (error instanceof SyntaxError || isMissing(error)) return undefined;
        throw error;
      }
    },
    async write(server, credentials) {
      await makeFolder(server);
      await replaceFile(fileOf(server), `${JSON.stringify(credentials, null, 2)}\n`);
    },
    async delete(server) {
      try {
        await rm(fileOf(server));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    deleteUsers: (server) => rm(join(folder, USERS, clean(server)), { recursive: true, force: true }),
  };
}

/** A lock whose process has ended is free. */
async function lock(path: string): Promise<() => void> {
  for (let waited = 0; ; waited += LOCK_RETRY_MS) {
    const taken = takeLock(path);
    if ("release" in taken) return taken.release;
    if (waited >= LOCK_TIMEOUT_MS)
      throw new DejimaError(
        "conflict",
        `Cannot change credentials: process ${taken.heldBy} has locked "${path}". End it, or remove that file`,
      );
    await delay(LOCK_RETRY_MS);
  }
}
