/** Escapes a text for `LIKE … ESCAPE '!'`, so that every character matches itself. */
export function likeOf(text: string): string {
  return `%${text.replace(/[!%_]/g, "!$&")}%`;
}
