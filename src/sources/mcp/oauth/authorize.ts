import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import type { OAuthSettings, ServerSettings } from "../server-settings.ts";
import { type CredentialStore, keepCredentials } from "./credentials.ts";
import { loginNeeded } from "./login-needed.ts";
import { createOAuthProvider } from "./oauth-provider.ts";

/** Where a browser would come back to; used only where one can. */
const NOWHERE = "http://127.0.0.1/callback";

/**
 * Uses and refreshes the credentials of a server while nobody can be asked. Where the user has to agree to something, it fails
 * and says so; what the server wanted is kept for the next login. None for servers that have their own header, or want none.
 */
export async function authorizationOf(
  { name, place }: ServerSettings,
  storage: CredentialStore,
): Promise<OAuthClientProvider | undefined> {
  if (place.type !== "http" || place.oauth === undefined) return undefined;
  if (place.oauth.grant === "client_credentials") return ownAuthorization(place.oauth);
  const credentials = keepCredentials(storage, name, place.url);
  return createOAuthProvider({
    settings: place.oauth,
    credentials,
    redirectUrl: NOWHERE,
    async onStart() {
      const { tokens } = await credentials.get();
      if (Object.keys(tokens).length === 0) throw loginNeeded(name, false);
    },
    async onRedirect(url) {
      const { isStrictScopeSuperset } = await import("@modelcontextprotocol/client");
      const { tokens, issuer = "" } = await credentials.get();
      const wanted = url.searchParams.get("scope") ?? undefined;
      const wider = isStrictScopeSuperset(wanted, tokens[issuer]?.scope) && tokens[issuer] !== undefined;
      if (wider && wanted !== undefined) await credentials.change((held) => ({ ...held, wanted }));
      throw loginNeeded(name, wider);
    },
  });
}

/** Lets this program in for its own sake. Its tokens are kept nowhere: another is had at any time. */
async function ownAuthorization(settings: OAuthSettings): Promise<OAuthClientProvider> {
  const { ClientCredentialsProvider } = await import("@modelcontextprotocol/client");
  const { clientId = "", clientSecret = "", issuer = "", scope } = settings;
  return new ClientCredentialsProvider({
    clientId,
    clientSecret,
    clientName: "Dejima",
    expectedIssuer: issuer,
    ...(scope === undefined ? {} : { scope }),
  });
}
