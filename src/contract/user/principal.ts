/**
 * The name of a client that acts for a user: the user's, and its own. No user's name can have this form, because none holds a
 * blank.
 */
export function principalOf(user: string, client: string): string {
  return `${user} (${client})`;
}

/** The user that a principal acts for: the principal itself, unless it is a client. The id of a client may be an address. */
export function userOf(principal: string): string {
  return /^(\S+) \(\S+\)$/.exec(principal)?.[1] ?? principal;
}
