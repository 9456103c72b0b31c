import type { FetchLike, OAuthClientProvider } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";
import { defined } from "../../../support/defined.ts";
import { accountOf } from "../server-account.ts";
import type { OAuthSettings, ServerSettings } from "../server-settings.ts";
import { type CredentialManager, type CredentialStore, keepCredentials } from "./credentials.ts";
import { ownAuthorization } from "./own-authorization.ts";
import { openProofOfKey } from "./proof-of-key.ts";

/** A placeholder for grants without a redirect. */
const UNUSED_REDIRECT = "http://127.0.0.1/callback";

interface ProviderOptions {
  readonly settings: OAuthSettings;
  readonly credentials: CredentialManager;
  /** Where the browser comes back to. */
  readonly redirectUrl: string;
  /** The user has to be asked, at this URL. Throws if nobody can be. */
  onRedirect(url: URL): Promise<void>;
  /** Called before anything is discovered or registered. Throws if that would be pointless. */
  onStart(): Promise<void>;
  state?(): string;
  /** Whether the server asked for tokens that are bound to a key. Default: only if the stored ones are. */
  wantsProof?(): boolean;
}

/** The provider through which the SDK reads and writes credentials. Everything it learns is stored. */
export function createOAuthProvider(options: ProviderOptions): OAuthClientProvider {
  const { settings, credentials, redirectUrl, onRedirect, onStart, state } = options;
  const { clientId, clientSecret, clientMetadataUrl, scope } = settings;
  return {
    redirectUrl,
    clientMetadata: {
      client_name: "Dejima",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: clientSecret === undefined ? "none" : "client_secret_basic",
      ...defined({ scope }),
    },
    ...defined({ clientMetadataUrl, state }),
    dpop: openProofOfKey(credentials, () => options.wantsProof?.() ?? false),
    async clientInformation(context) {
      const { clients } = await credentials.get();
      const registered = clients[context?.issuer ?? ""];
      if (clientId === undefined || (registered !== undefined && registered.client_id !== clientId))
        return registered;
      // Bound to the first authorization server that it was used at: no other one sees the secret.
      const issuer = Object.values(clients).find(({ client_id }) => client_id === clientId)?.issuer;
      return {
        client_id: clientId,
        ...defined({ client_secret: clientSecret, issuer }),
      };
    },
    saveClientInformation: (information, context) =>
      credentials.change((previous) => {
        const issuer = context?.issuer ?? information.issuer ?? "";
        // What is in the config is stored nowhere else.
        const own = information.client_id === clientId ? { client_id: clientId, issuer } : information;
        return { ...previous, redirectUrl, clients: { ...previous.clients, [issuer]: own } };
      }),
    async tokens(context) {
      const { tokens, issuer } = await credentials.get();
      return tokens[context?.issuer ?? issuer ?? ""];
    },
    saveTokens: (tokens, context) =>
      credentials.change(({ wanted: _granted, verifier: _used, ...previous }) => {
        const issuer = context?.issuer ?? tokens.issuer ?? "";
        return { ...previous, issuer, tokens: { ...previous.tokens, [issuer]: tokens } };
      }),
    redirectToAuthorization: onRedirect,
    saveCodeVerifier: (verifier) => credentials.change((previous) => ({ ...previous, verifier })),
    codeVerifier: async () => (await credentials.get()).verifier ?? "",
    saveDiscoveryState: (discovery) => credentials.change((previous) => ({ ...previous, discovery })),
    async discoveryState() {
      await onStart();
      return (await credentials.get()).discovery;
    },
    invalidateCredentials: (what) =>
      credentials.change(({ discovery, verifier, ...previous }) => ({
        ...previous,
        ...(what === "all" || what === "discovery" || discovery === undefined ? {} : { discovery }),
        ...(what === "all" || what === "verifier" || verifier === undefined ? {} : { verifier }),
        clients: what === "all" || what === "client" ? {} : previous.clients,
        tokens: what === "all" || what === "tokens" ? {} : previous.tokens,
      })),
  };
}

/** Whether a server grants this program access without a user login. */
export const isMachineGrant = ({ grant = "authorization_code" }: OAuthSettings) =>
  grant !== "authorization_code";

/**
 * Uses and refreshes the credentials of a server while nobody can be asked. If the user has to log in, it
 * fails and says so; the requested scope is stored for the next login. `undefined` for servers that have their
 * own header or need no authorization.
 */
export async function authorizationOf(
  settings: ServerSettings,
  { storage, send }: { readonly storage: CredentialStore; readonly send: FetchLike },
): Promise<OAuthClientProvider | undefined> {
  const { place } = settings;
  if (place.type !== "http" || place.oauth === undefined) return undefined;
  if (isMachineGrant(place.oauth)) return ownAuthorization(place.oauth, send);
  const credentials = keepCredentials(storage, accountOf(settings), place.url);
  return createOAuthProvider({
    settings: place.oauth,
    credentials,
    redirectUrl: UNUSED_REDIRECT,
    async onStart() {
      const { tokens } = await credentials.get();
      if (Object.keys(tokens).length === 0) throw loginNeeded(settings, false);
    },
    async onRedirect(url) {
      const { isStrictScopeSuperset } = await import("@modelcontextprotocol/client");
      const { tokens, issuer = "" } = await credentials.get();
      const wanted = url.searchParams.get("scope") ?? undefined;
      const wider = isStrictScopeSuperset(wanted, tokens[issuer]?.scope) && tokens[issuer] !== undefined;
      if (wider && wanted !== undefined) await credentials.change((previous) => ({ ...previous, wanted }));
      throw loginNeeded(settings, wider);
    },
  });
}

/** The error for a server that needs its user to log in, or to agree to a wider scope. */
function loginNeeded({ name: server, user }: ServerSettings, wider: boolean): DejimaError {
  const wants = wider ? "it wants you to agree to more than before" : "it wants you to log in";
  const command = `dejima mcp login ${server}${user === undefined ? "" : ` --user ${user}`}`;
  return new DejimaError(
    "server_unavailable",
    `Cannot use the MCP server "${server}": ${wants}. \`${command}\` does that`,
    { server, login: command },
  );
}

/** Whether an error means that someone has to log in: not a failure of the server. */
export function isLoginNeeded(error: unknown): boolean {
  return innerDejimaError(error)?.details.login !== undefined;
}

/** Our own error inside a library's error. */
export function innerDejimaError(error: unknown): DejimaError | undefined {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 8; inner = inner.cause, depth++)
    if (inner instanceof DejimaError) return inner;
  return undefined;
}
