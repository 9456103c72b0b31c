/** get_user-name reads as get user name. */
export function spellOut(identifier: string): string {
  return identifier.replaceAll(/[_\-./:]+/g, " ");
}
