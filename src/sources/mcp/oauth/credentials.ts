import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { z } from "zod";

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
