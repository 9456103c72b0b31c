/** A text as a pattern of `LIKE … ESCAPE '!'` in which its own characters mean themselves. */
export function likeOf(text: string): string {
  return `%${text.replace(/[!%_]/g, "!$&")}%`;
}
