/** How far the closing line of a private key is looked for. */
const LONGEST_KEY = 200_000;
const CLOSING = /-----END[ A-Z0-9_-]{0,100}?KEY(?: BLOCK)?-----/;
const BODY = /[A-Za-z0-9+/=:,.\s\\"-]{0,20000}/y;
/** Lines of a key that is longer still: one after another, without words between them. */
const MORE_LINES =
  /[A-Za-z0-9+/=]*(?:(?:\\[nr]|[\s"\\,])*[A-Za-z0-9+/=]{40,})*(?:[\s"\\,]*[A-Za-z0-9+/=]*$)?/y;

/** The end of a private key whose first line ends at `from`; of one that is cut off, the end of what can belong to it. */
export function endOfKey(text: string, from: number): number {
  const closing = CLOSING.exec(text.slice(from, from + LONGEST_KEY));
  if (closing !== null) return from + closing.index + closing[0].length;
  return endOf(MORE_LINES, text, endOf(BODY, text, from));
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
