/** Normalizes a text for searching: Latin letters in lower case, and a space for NUL, which PostgreSQL cannot store. */
export function searchable(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replaceAll("\0", " ");
}
