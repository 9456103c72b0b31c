import { randomBytes } from "node:crypto";
import type { SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import type { RemoteServer } from "../server-settings.ts";
import { type Fetch, isUnknownToOldServer } from "../wire/remote-fetch.ts";
import { type CredentialStore, type Credentials, keepCredentials } from "./credentials.ts";
import { createOAuthProvider, innerDejimaError, isMachineGrant } from "./oauth-provider.ts";
import { asksForProof } from "./proof-of-key.ts";

/** Shows a URL to the user, and receives the answer of their browser. */
export interface LoginDoor {
  /** The redirect URL of the browser. */
  readonly redirectUrl: string;
  show(url: URL): void | Promise<void>;
  /** The query parameters that the browser returned with. */
  answer(): Promise<URLSearchParams>;
}

interface LoginOptions {
  readonly server: string;
  /** The name that the credentials are kept under. */
  readonly account: string;
  readonly place: RemoteServer;
  readonly storage: CredentialStore;
  readonly send: Fetch;
  readonly identity: { readonly name: string; readonly version: string };
}

/** Has the user log in at a server, and stores the tokens. `open` is a server that needs no login. */
export async function logIn(options: LoginOptions, door: LoginDoor): Promise<"logged-in" | "open"> {
  const { server, account, place, storage } = options;
  if (place.oauth === undefined || isMachineGrant(place.oauth))
    throw new DejimaError(
      "invalid_input",
      `Cannot log in to the MCP server "${server}": its config already sets a login. Remove headers.Authorization or oauth`,
      { server },
    );
  const credentials = keepCredentials(storage, account, place.url);
  const { wanted } = await credentials.get();
  await credentials.change((previous) => beforeLogin(previous, door.redirectUrl));
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
    throw innerDejimaError(error) ?? refused(server, error);
  });
  if (!shown || transport === undefined) return "open";
  const answer = await door.answer();
  if (answer.get("state") !== state)
    throw refused(server, new Error("the browser came back with an answer to another question"));
  // The issuer is checked before anything else of the answer is used; only then can its error text be
  // trusted.
  await transport.finishAuth(answer).catch((error: unknown) => {
    throw innerDejimaError(error) ?? refused(server, error);
  });
  return "logged-in";
}

/**
 * What is useful of earlier logins for another one: no tokens, and only registrations that will be accepted.
 */
function beforeLogin(previous: Credentials, redirectUrl: string): Credentials {
  const { discovery, wanted, key: _ofOldTokens, ...rest } = previous;
  const fits = ({ scope = wanted }: { scope?: string }) =>
    wanted === undefined ||
    scope === undefined ||
    wanted.split(" ").every((each) => scope.split(" ").includes(each));
  const clients = Object.entries(previous.clients).filter(([, client]) => fits(client as { scope?: string })); // stored by the SDK as such
  return {
    ...rest,
    tokens: {},
    // A registration with another redirect URL, or for a smaller scope, would be rejected.
    clients: previous.redirectUrl === redirectUrl ? Object.fromEntries(clients) : {},
    // Metadata discovered while more scope was requested is still valid; anything older is fetched again.
    ...(wanted === undefined || discovery === undefined ? {} : { discovery }),
  };
}

type Transport = StreamableHTTPClientTransport | SSEClientTransport;

interface Challenged extends LoginOptions {
  readonly provider: ReturnType<typeof createOAuthProvider>;
  readonly wanted: string | undefined;
}

/** Requests the scope that the server wanted beyond the granted one. */
async function askForMore({ place, send, provider, wanted = "" }: Challenged): Promise<Transport> {
  const { StreamableHTTPClientTransport, auth } = await import("@modelcontextprotocol/client");
  const serverUrl = new URL(place.url);
  await auth(provider, { serverUrl, scope: wanted, forceReauthorization: true, fetchFn: send });
  return new StreamableHTTPClientTransport(serverUrl, { authProvider: provider, fetch: send });
}

/** Connects until the server sends an authentication challenge, newest protocol first. */
async function challenge({ place, send, identity, provider }: Challenged): Promise<Transport | undefined> {
  const sdk = await import("@modelcontextprotocol/client");
  const parts = { authProvider: provider, fetch: send, requestInit: { headers: place.headers } };
  const tryTransport = async (transport: Transport): Promise<Transport | undefined> => {
    const client = new sdk.Client(identity, { versionNegotiation: { mode: "auto" } });
    try {
      await client.connect(transport);
      // Some servers challenge only requests after the handshake.
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
    return await tryTransport(new sdk.StreamableHTTPClientTransport(url, parts));
  } catch (error) {
    if (!isUnknownToOldServer(error)) throw error;
    return tryTransport(new sdk.SSEClientTransport(url, parts));
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
