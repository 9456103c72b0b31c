import { readFile } from "node:fs/promises";
import type { FetchLike, OAuthClientProvider, OAuthTokens } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";
import { defined } from "../../../support/defined.ts";
import type { OAuthSettings } from "../server-settings.ts";

const NAME = "Dejima";
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/**
 * Authorizes this program itself, without a user login. Its tokens are not stored: it can always get another.
 */
export async function ownAuthorization(
  settings: OAuthSettings,
  send: FetchLike,
): Promise<OAuthClientProvider> {
  const { ClientCredentialsProvider, PrivateKeyJwtProvider } = await import("@modelcontextprotocol/client");
  const { grant, clientId = "", clientSecret = "", privateKey, algorithm = "ES256", scope } = settings;
  if (grant === "jwt_bearer") return byAssertion(settings, send);
  const client = {
    clientId,
    clientName: NAME,
    expectedIssuer: settings.issuer ?? "",
    ...defined({ scope }),
  };
  return privateKey === undefined
    ? new ClientCredentialsProvider({ ...client, clientSecret })
    : new PrivateKeyJwtProvider({ ...client, privateKey, algorithm });
}

/**
 * Presents a signed assertion: of the machine that this runs on (workload identity), or, with
 * `identityProvider`, of the company's sign-in, which exchanges it for one that this server accepts.
 */
async function byAssertion(settings: OAuthSettings, send: FetchLike): Promise<OAuthClientProvider> {
  const { clientId = "", clientSecret = "", issuer = "", identityProvider, scope } = settings;
  if (identityProvider === undefined) return workload(settings);
  const sdk = await import("@modelcontextprotocol/client");
  return new sdk.CrossAppAccessProvider({
    clientId,
    clientSecret,
    clientName: NAME,
    expectedIssuer: issuer,
    fetchFn: send,
    async assertion({ authorizationServerUrl, resourceUrl, ...options }) {
      const asks = {
        audience: authorizationServerUrl,
        resource: resourceUrl,
        idToken: await assertionOf(settings),
        clientId: identityProvider.clientId,
        fetchFn: send,
        ...defined({ clientSecret: identityProvider.clientSecret, scope: options.scope ?? scope }),
      };
      const { issuer: idpUrl, tokenEndpoint } = identityProvider;
      const granted =
        tokenEndpoint === undefined
          ? await sdk.discoverAndRequestJwtAuthGrant({ ...asks, idpUrl })
          : await sdk.requestJwtAuthorizationGrant({ ...asks, tokenEndpoint });
      return granted.jwtAuthGrant;
    },
  });
}

function workload(settings: OAuthSettings): OAuthClientProvider {
  const { clientId = "", clientSecret, issuer = "", scope } = settings;
  let current: OAuthTokens | undefined;
  let verifier = "";
  return {
    redirectUrl: undefined,
    clientMetadata: {
      client_name: NAME,
      redirect_uris: [],
      grant_types: [JWT_BEARER],
      token_endpoint_auth_method: clientSecret === undefined ? "none" : "client_secret_basic",
    },
    clientInformation: () => ({ client_id: clientId, issuer, ...defined({ client_secret: clientSecret }) }),
    tokens: () => current,
    saveTokens(tokens) {
      current = tokens;
    },
    redirectToAuthorization() {
      throw new Error("a program that shows an assertion is never sent to a browser");
    },
    saveCodeVerifier(newVerifier) {
      verifier = newVerifier;
    },
    codeVerifier: () => verifier,
    async prepareTokenRequest(requestedScope) {
      const wanted = requestedScope ?? scope;
      return new URLSearchParams({
        grant_type: JWT_BEARER,
        assertion: await assertionOf(settings),
        ...defined({ scope: wanted }),
      });
    },
  };
}

/** Read again each time: the writer of the file replaces it before it expires. */
async function assertionOf({ assertion, assertionFile }: OAuthSettings): Promise<string> {
  if (assertion !== undefined) return assertion;
  try {
    return (await readFile(assertionFile ?? "", "utf8")).trim();
  } catch (cause) {
    throw new DejimaError(
      "server_unavailable",
      `Cannot log in: the file "${assertionFile}" of oauth.assertionFile cannot be read`,
      {},
      { cause },
    );
  }
}
