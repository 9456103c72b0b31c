/** The name of a client that acts for a user, `user (client)`. Names of users contain no blank, so none can have this form. */
export function principalOf(user: string, client: string): string {
  return `${user} (${client})`;
}

/** The user that a principal acts for: the principal itself, unless it is a client. The id of a client may be an address. */
export function userOf(principal: string): string {
  return /^(\S+) \(\S+\)$/.exec(principal)?.[1] ?? principal;
}
