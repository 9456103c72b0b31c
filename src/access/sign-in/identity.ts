/** What an identity provider says of a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

const MAIL = /^[^\s@/()]{1,100}@[^\s@/()]{1,150}$/u;

/**
 * The name by which a person is known here: their mail address where the provider has checked it, else their id at the provider.
 * It always holds an "@", which no token's name does, so that nobody can sign in as somebody with a token.
 */
export function identityOf({ sub, email, email_verified: verified }: Claims, issuer: string): string {
  if (verified === true && typeof email === "string" && MAIL.test(email)) return email.toLowerCase();
  // Each character that is no letter or digit is spelled out: no two ids become one name.
  return `${encodeURIComponent(sub).replace(/[()'!*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}@${new URL(issuer).host}`;
}
