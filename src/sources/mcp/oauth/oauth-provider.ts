import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import type { OAuthSettings } from "../server-settings.ts";
import type { CredentialManager } from "./credentials.ts";

interface ProviderOptions {
  readonly settings: OAuthSettings;
  readonly credentials: CredentialManager;
  /** Where the browser comes back to. */
  readonly redirectUrl: string;
  /** The user has to be asked, at this address. Throws where nobody can be. */
  onRedirect(url: URL): Promise<void>;
  /** Asked before anything is discovered or registered. Throws where that would lead nowhere. */
  onStart(): Promise<void>;
  state?(): string;
}

/** What the protocol's library asks of whoever keeps credentials. Everything that it learns goes to the manager. */
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
      ...(scope === undefined ? {} : { scope }),
    },
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    ...(state === undefined ? {} : { state }),
    async clientInformation(context) {
      const { clients } = await credentials.get();
      const registered = clients[context?.issuer ?? ""];
      if (clientId === undefined || (registered !== undefined && registered.client_id !== clientId))
        return registered;
      // Bound to the first authorization server that it was used at: no other one is shown the secret.
      const issuer = Object.values(clients).find(({ client_id }) => client_id === clientId)?.issuer;
      return {
        client_id: clientId,
        ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
        ...(issuer === undefined ? {} : { issuer }),
      };
    },
    saveClientInformation: (information, context) =>
      credentials.change((held) => {
        const issuer = context?.issuer ?? information.issuer ?? "";
        // What stands in the config stands nowhere else.
        const own = information.client_id === clientId ? { client_id: clientId, issuer } : information;
        return { ...held, redirectUrl, clients: { ...held.clients, [issuer]: own } };
      }),
    async tokens(context) {
      const { tokens, issuer } = await credentials.get();
      return tokens[context?.issuer ?? issuer ?? ""];
    },
    saveTokens: (tokens, context) =>
      credentials.change(({ wanted: _granted, verifier: _used, ...held }) => {
        const issuer = context?.issuer ?? tokens.issuer ?? "";
        return { ...held, issuer, tokens: { ...held.tokens, [issuer]: tokens } };
      }),
    redirectToAuthorization: onRedirect,
    saveCodeVerifier: (verifier) => credentials.change((held) => ({ ...held, verifier })),
    codeVerifier: async () => (await credentials.get()).verifier ?? "",
    saveDiscoveryState: (discovery) => credentials.change((held) => ({ ...held, discovery })),
    async discoveryState() {
      await onStart();
      return (await credentials.get()).discovery;
    },
    invalidateCredentials: (what) =>
      credentials.change(({ discovery, verifier, ...held }) => ({
        ...held,
        ...(what === "all" || what === "discovery" || discovery === undefined ? {} : { discovery }),
        ...(what === "all" || what === "verifier" || verifier === undefined ? {} : { verifier }),
        clients: what === "all" || what === "client" ? {} : held.clients,
        tokens: what === "all" || what === "tokens" ? {} : held.tokens,
      })),
  };
}
