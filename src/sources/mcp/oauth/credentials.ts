import type { webcrypto } from "node:crypto";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { takeLock } from "../../../support/lock-file.ts";

/** How often it is tried to be the only one, and for how long. */
const TRY_MS = 20;

const GIVE_UP_MS = 60_000;

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

// Only ours to write; the protocol's library checks what it reads back.
const held = <Value>() => z.custom<Value>((value) => typeof value === "object" && value !== null);

/** All that is kept of a login at one server. */
export const credentialsSchema = z.object({
  /** The server that it is for; of no use at any other address. */
  url: z.string(),
  /** Where the browser came back to: registered so, and so to be used again. */
  redirectUrl: z.string().optional(),
  /** This program as each authorization server knows it, by issuer. */
  clients: z.record(z.string(), held<StoredOAuthClientInformation>()).default({}),
  tokens: z.record(z.string(), held<StoredOAuthTokens>()).default({}),
  /** Whose tokens were saved last. */
  issuer: z.string().optional(),
  discovery: held<OAuthDiscoveryState>().optional(),
  verifier: z.string().optional(),
  /** The private key that tokens are bound to, where the authorization server binds them. */
  key: held<webcrypto.JsonWebKey>().optional(),
  /** What the server asked for beyond what was granted; the next login asks the user for it. */
  wanted: z.string().optional(),
});

export type Credentials = z.infer<typeof credentialsSchema>;

/** Keeps credentials by the name of the server, apart from everything else. */
export interface CredentialStore {
  read(server: string): Promise<unknown>;
  write(server: string, credentials: Credentials): Promise<void>;
  /** Whether there were any. */
  delete(server: string): Promise<boolean>;
  /** Does work while nobody else, in whatever process, does any under the same name. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** The credentials of one server. Those of another address are as good as none. */
export interface CredentialManager {
  get(): Promise<Credentials>;
  change(change: (held: Credentials) => Credentials): Promise<void>;
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

/** Keeps credentials as one file per server that nobody but its owner can read, in a folder that nobody else can enter. */
export function createCredentialFiles(folder: string): CredentialStore {
  const fileOf = (server: string) => join(folder, `${server.replaceAll(/[^\w.-]/g, "_")}.json`);
  let count = 0;
  async function makeFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  }
  return {
    async alone(name, work) {
      await makeFolder();
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
      await makeFolder();
      count++;
      const beside = `${fileOf(server)}.${process.pid}-${count}`;
      await writeFile(beside, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: "wx" });
      await rename(beside, fileOf(server));
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
  };
}

/** The lock of a process that has ended is nobody's. */
async function lock(path: string): Promise<() => void> {
  for (let waited = 0; ; waited += TRY_MS) {
    const taken = takeLock(path);
    if ("release" in taken) return taken.release;
    if (waited >= GIVE_UP_MS)
      throw new DejimaError(
        "conflict",
        `Cannot change credentials: process ${taken.heldBy} holds "${path}". End it, or remove that file`,
      );
    await delay(TRY_MS);
  }
}
