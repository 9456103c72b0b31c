import { DejimaError } from "../../contract/error.ts";

/** An identity provider's claims about a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/**
 * Plain letters only: others look like them, or become them in lower case. No ":" either, which messenger
 * names contain.
 */
const MAIL = /^[\w.!#$%&'*+=?^`{|}~-]{1,64}@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10})$/i;

/** The longest id in OpenID Connect. */
const MAX_ID_LENGTH = 255;

/**
 * The local name of a person: their verified mail address, else their id at the provider. It always contains an
 * "@", which no token's name does, so that nobody can sign in as someone with a token.
 */
export function identityOf({ sub, email, email_verified: verified }: Claims, issuer: string): string {
  const { host } = new URL(issuer);
  const mail = verified === true && typeof email === "string" ? MAIL.exec(email) : null;
  // An address at the provider's own host could equal the id of someone else there.
  if (mail !== null && mail[1]?.toLowerCase() !== host) return mail[0].toLowerCase();
  if (sub.length > MAX_ID_LENGTH || !sub.isWellFormed())
    throw new DejimaError(
      "unauthenticated",
      "Cannot sign in: the identity provider gave an id that cannot be used",
    );
  // Each character that is not a letter or digit is escaped: no two ids become one name.
  return `${encodeURIComponent(sub).replace(/[()'!*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}@${host}`;
}

/**
 * Merges the provider's two sources of claims. A mail address counts as verified only if the same source says
 * so.
 */
export function joinClaims(token: Claims, userInfo: Claims): Claims {
  const { email: _email, email_verified: _verified, ...others } = token;
  return { ...(userInfo.email === undefined ? token : others), ...userInfo };
}
