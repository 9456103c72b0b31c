import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { DEFAULT_TENANT } from "../../contract/user/tenant.ts";
import type { DocumentRepository } from "../../store/store.ts";
import { defined } from "../../support/defined.ts";
import { canonicalJson } from "../../support/json.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { once } from "../../support/once.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { openExpiring } from "../oauth/expiring-documents.ts";
import { isLoopback } from "../site.ts";
import { type Caller, ROLES, type Role } from "../tokens.ts";
import { type Claims, identityOf, joinClaims } from "./identity.ts";
import { openSessions, type Sessions } from "./sessions.ts";

/** How people sign in: with which provider, and with which roles. */
interface SignInSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly scopes: readonly string[];
  /** The claim that names a person's groups. */
  readonly groupsClaim: string;
  /**
   * The claim that must name the tenant. Without one, everybody known to the provider belongs to this tenant.
   */
  readonly tenantClaim?: string | undefined;
  readonly roles: RoleGroups;
  readonly sessionLasts: number;
}

interface SignInOptions {
  readonly settings: SignInSettings;
  readonly documents: DocumentRepository;
  /** The tenant of this server. */
  readonly tenant?: string | undefined;
  now?(): number;
}

/** Sign-in with an OpenID Connect provider: the code flow with PKCE, bound to the browser that began it. */
export interface SignIn {
  readonly sessions: Sessions;
  readonly lastsMs: number;
  /** Starts a sign-in. Returns the URL for the browser, and the secret it must bring back. */
  begin(redirect: string): Promise<{ readonly url: string; readonly state: string }>;
  /** Completes the sign-in with this state. Returns the person's session. */
  finish(
    address: URL,
    state: string | undefined,
  ): Promise<{ readonly session: string; readonly caller: Caller }>;
  /** Fetches the provider's metadata, to check that it answers. */
  check(): Promise<{ readonly issuer: string }>;
}

const TEN_MINUTES = 600_000;
const MAX_PENDING_SIGN_INS = 1_000;
const WAIT_S = 15;

const begunSignIn = z.object({
  verifier: z.string(),
  nonce: z.string(),
  redirect: z.string(),
  expiresAt: z.int(),
});

/** Opens sign-in. The provider's metadata is fetched when someone first signs in. */
export function openSignIn({
  settings,
  documents,
  tenant = DEFAULT_TENANT,
  now = Date.now,
}: SignInOptions): SignIn {
  const { issuer, clientId, clientSecret, groupsClaim, tenantClaim, roles } = settings;
  // After a change of provider or of groups for a role, everybody signs in again.
  const rules = sha256(canonicalJson({ issuer, clientId, groupsClaim, roles, ...defined({ tenantClaim }) }));
  const sessions = openSessions(documents, now, rules);
  const begun = openExpiring({
    documents,
    collection: "sign-ins-begun",
    schema: begunSignIn,
    most: MAX_PENDING_SIGN_INS,
    now,
  });
  const library = once(() => import("openid-client"));
  const provider = once(async () => {
    const client = await library.get();
    const auth = clientSecret === undefined ? client.None() : undefined;
    const { protocol, hostname } = new URL(issuer);
    const plain = protocol === "http:";
    if (plain && !isLoopback(hostname))
      throw new DejimaError(
        "invalid_input",
        `Cannot sign in with ${issuer}: over http, anyone on the network could impersonate anyone. Use its https address`,
      );
    try {
      return await client.discovery(new URL(issuer), clientId, clientSecret, auth, {
        timeout: WAIT_S,
        ...(plain ? { execute: [client.allowInsecureRequests] } : {}),
      });
    } catch (cause) {
      throw new DejimaError(
        "server_unavailable",
        `Cannot sign in: the identity provider ${issuer} gave no valid answer (${thrownText(cause)})`,
        {},
        { cause },
      );
    }
  });

  async function claimsOf(
    address: URL,
    { verifier, nonce, redirect }: z.output<typeof begunSignIn>,
    state: string,
  ): Promise<Claims> {
    const client = await library.get();
    const configuration = await provider.get();
    // The redirect address of the browser, as the provider knows it.
    const back = new URL(redirect);
    back.search = address.search;
    try {
      const tokens = await client.authorizationCodeGrant(configuration, back, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error("no ID token came");
      const needed = [groupsClaim, ...(tenantClaim === undefined ? [] : [tenantClaim])];
      const known = needed.every((claim) => groupsOf(claims, claim).length > 0);
      if (known || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
      return joinClaims(claims, await client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
    } catch (cause) {
      throw new DejimaError(
        "unauthenticated",
        `Cannot sign in: the identity provider's answer is not valid (${thrownText(cause)}). Start again at /sign-in`,
        {},
        { cause },
      );
    }
  }

  return {
    sessions,
    lastsMs: settings.sessionLasts,
    async begin(redirect) {
      const client = await library.get();
      const configuration = await provider.get();
      const verifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      await begun.put(sha256(state), { verifier, nonce, redirect, expiresAt: now() + TEN_MINUTES });
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirect,
        scope: settings.scopes.join(" "),
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return { url: url.href, state };
    },
    async finish(address, state) {
      const returnedState = address.searchParams.get("state") ?? "";
      const known =
        state === undefined || state !== returnedState ? undefined : await begun.take(sha256(state));
      if (state === undefined || known === undefined)
        throw new DejimaError(
          "unauthenticated",
          "Cannot sign in: this browser did not start the sign-in, or it took longer than ten minutes. Start again at /sign-in",
        );
      const claims = await claimsOf(address, known, state);
      const name = identityOf(claims, issuer);
      if (tenantClaim !== undefined && !groupsOf(claims, tenantClaim).includes(tenant))
        throw new DejimaError(
          "forbidden",
          `Cannot let ${name} in: the identity provider does not name them for the tenant "${tenant}" (claim ${tenantClaim})`,
        );
      const role = roleOfGroups(groupsOf(claims, groupsClaim), roles);
      if (role === undefined)
        throw new DejimaError(
          "forbidden",
          `Cannot let ${name} in: none of their groups has a role here. An admin gives one with \`dejima sign-in set --role user=GROUP\``,
        );
      return { session: await sessions.begin({ name, role }, settings.sessionLasts), caller: { name, role } };
    },
    async check() {
      return { issuer: (await provider.get()).serverMetadata().issuer };
    },
  };
}

/** Which groups of the identity provider have which role. `*` means everybody who can sign in. */
type RoleGroups = Readonly<Partial<Record<Role, readonly string[] | undefined>>>;

const MAX_GROUPS = 1_000;

/** The groups in a claim: a list, or one name. `path` may lead into objects, as `realm_access.roles` does. */
function groupsOf(claims: Readonly<Record<string, unknown>>, path: string): readonly string[] {
  let value: unknown = Object.hasOwn(claims, path) ? claims[path] : claims;
  if (value === claims)
    for (const part of path.split(".")) {
      const inside: unknown = value;
      value =
        typeof inside === "object" && inside !== null && Object.hasOwn(inside, part)
          ? Reflect.get(inside, part)
          : undefined;
    }
  const names = Array.isArray(value) ? value.slice(0, MAX_GROUPS) : [value];
  return names.filter((name) => typeof name === "string" && name !== "");
}

/** The highest role of these groups. `undefined` if none of them has one. */
function roleOfGroups(groups: readonly string[], roles: RoleGroups): Role | undefined {
  return ROLES.findLast((role) =>
    (roles[role] ?? []).some((group) => group === "*" || groups.includes(group)),
  );
}
