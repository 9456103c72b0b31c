import { randomBytes } from "node:crypto";
import type { SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import type { RemoteServer } from "../server-settings.ts";
import { type Fetch, isUnknownToOldServer } from "../wire/remote-fetch.ts";
import { type CredentialStore, type Credentials, keepCredentials } from "./credentials.ts";
import { createOAuthProvider, isOwnGrant, ownError } from "./oauth-provider.ts";
import { asksForProof } from "./proof-of-key.ts";

/** Shows an address to the user, and takes the answer that their browser brings back. */
export interface LoginDoor {
  /** Where the browser comes back to. */
  readonly redirectUrl: string;
  show(url: URL): void | Promise<void>;
  /** The parameters that the browser came back with. */
  answer(): Promise<URLSearchParams>;
}

interface LoginOptions {
  readonly server: string;
  readonly place: RemoteServer;
  readonly storage: CredentialStore;
  readonly send: Fetch;
  readonly identity: { readonly name: string; readonly version: string };
}

/** Has the user agree to what a server wants, and keeps the tokens. `open` is a server that wants no login. */
export async function logIn(options: LoginOptions, door: LoginDoor): Promise<"logged-in" | "open"> {
  const { server, place, storage } = options;
  if (place.oauth === undefined || isOwnGrant(place.oauth))
    throw new DejimaError(
      "invalid_input",
      `Cannot log in to the MCP server "${server}": its config says how to be let in. Take out headers.Authorization or oauth`,
      { server },
    );
  const credentials = keepCredentials(storage, server, place.url);
  const { wanted } = await credentials.get();
  await credentials.change((held) => beforeLogin(held, door.redirectUrl));
  const state = randomBytes(24).toString("base64url");
  let shown = false;
  let wantsProof = false;
  const send: Fetch = async (url, init) => {
    const answer = await options.send(url, init);
    wantsProof ||= asksForProof(answer);
    return answer;
  };
  const provider = createOAuthProvider({
    settings: place.oauth,
    credentials,
    redirectUrl: door.redirectUrl,
    state: () => state,
    onStart: async () => {},
    wantsProof: () => wantsProof,
    async onRedirect(url) {
      shown = true;
      await door.show(url);
    },
  });
  const begin = wanted === undefined ? challenge : askForMore;
  const transport = await begin({ ...options, send, provider, wanted }).catch((error: unknown) => {
    throw ownError(error) ?? refused(server, error);
  });
  if (!shown || transport === undefined) return "open";
  const answer = await door.answer();
  if (answer.get("state") !== state)
    throw refused(server, new Error("the browser came back with an answer to another question"));
  // The issuer is checked before anything else of the answer is read; only then are its own words worth something.
  await transport.finishAuth(answer).catch((error: unknown) => {
    throw ownError(error) ?? refused(server, error);
  });
  return "logged-in";
}

/** What of earlier logins is of use for another: no tokens, and this program only as it will be taken. */
function beforeLogin(held: Credentials, redirectUrl: string): Credentials {
  const { discovery, wanted, key: _ofOldTokens, ...rest } = held;
  const fits = ({ scope = wanted }: { scope?: string }) =>
    wanted === undefined ||
    scope === undefined ||
    wanted.split(" ").every((each) => scope.split(" ").includes(each));
  const clients = Object.entries(held.clients).filter(([, client]) => fits(client as { scope?: string }));
  return {
    ...rest,
    tokens: {},
    // Registered with another address to come back to, or for less, it would be turned away.
    clients: held.redirectUrl === redirectUrl ? Object.fromEntries(clients) : {},
    // What was just found out while more was wanted is still true; anything older is asked anew.
    ...(wanted === undefined || discovery === undefined ? {} : { discovery }),
  };
}

type Transport = StreamableHTTPClientTransport | SSEClientTransport;

interface Challenged extends LoginOptions {
  readonly provider: ReturnType<typeof createOAuthProvider>;
  readonly wanted: string | undefined;
}

/** Asks for what the server wanted beyond what it had been granted. */
async function askForMore({ place, send, provider, wanted = "" }: Challenged): Promise<Transport> {
  const { StreamableHTTPClientTransport, auth } = await import("@modelcontextprotocol/client");
  const serverUrl = new URL(place.url);
  await auth(provider, { serverUrl, scope: wanted, forceReauthorization: true, fetchFn: send });
  return new StreamableHTTPClientTransport(serverUrl, { authProvider: provider, fetch: send });
}

/** Knocks until the server asks who we are: the way that its own protocol goes, newest first. */
async function challenge({ place, send, identity, provider }: Challenged): Promise<Transport | undefined> {
  const sdk = await import("@modelcontextprotocol/client");
  const parts = { authProvider: provider, fetch: send, requestInit: { headers: place.headers } };
  const knock = async (transport: Transport): Promise<Transport | undefined> => {
    const client = new sdk.Client(identity, { versionNegotiation: { mode: "auto" } });
    try {
      await client.connect(transport);
      // Some ask only for more than a greeting.
      if (client.getServerCapabilities()?.tools !== undefined) await client.listTools();
      return undefined;
    } catch (error) {
      if (error instanceof sdk.UnauthorizedError) return transport;
      throw error;
    } finally {
      await client.close().catch(() => {});
    }
  };
  const url = new URL(place.url);
  try {
    return await knock(new sdk.StreamableHTTPClientTransport(url, parts));
  } catch (error) {
    if (!isUnknownToOldServer(error)) throw error;
    return knock(new sdk.SSEClientTransport(url, parts));
  }
}

function refused(server: string, cause: unknown): DejimaError {
  const why = thrownText(cause);
  return new DejimaError(
    "server_unavailable",
    `Cannot log in to the MCP server "${server}": ${why.slice(0, 300)}`,
    { server },
    { cause },
  );
}
