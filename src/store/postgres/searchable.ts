/** A text as it is searched for: capital Latin letters are small, and NUL, which PostgreSQL cannot store, is a space. */
export function searchable(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replaceAll("\0", " ");
}
