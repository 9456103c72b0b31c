import { DejimaError } from "../../contract/error.ts";

/** What an identity provider says of a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Plain letters only: others look like them, or become them in lower case. No ":" either, which names of messengers have. */
const MAIL = /^[\w.!#$%&'*+=?^`{|}~-]{1,64}@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10})$/i;

/** The longest id that OpenID Connect knows. */
const LONGEST_ID = 255;

/**
 * The name by which a person is known here: their mail address where the provider has checked it, else their id at the provider.
 * It always holds an "@", which no token's name does, so that nobody can sign in as somebody with a token.
 */
export function identityOf({ sub, email, email_verified: verified }: Claims, issuer: string): string {
  const { host } = new URL(issuer);
  const mail = verified === true && typeof email === "string" ? MAIL.exec(email) : null;
  // An address at the provider's own host could be the id of somebody else there.
  if (mail !== null && mail[1]?.toLowerCase() !== host) return mail[0].toLowerCase();
  if (sub.length > LONGEST_ID || !sub.isWellFormed())
    throw new DejimaError(
      "unauthenticated",
      "Cannot sign in: the identity provider gave an id that cannot be used",
    );
  // Each character that is no letter or digit is spelled out: no two ids become one name.
  return `${encodeURIComponent(sub).replace(/[()'!*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}@${host}`;
}

/** What the provider says in two places. A mail address counts as checked only where the same place says so. */
export function joinClaims(token: Claims, told: Claims): Claims {
  const { email: _email, email_verified: _verified, ...others } = token;
  return { ...(told.email === undefined ? token : others), ...told };
}
