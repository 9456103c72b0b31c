/** A `%` that begins no escape, an escape of a letter, a digit or one of `-._~`, or one in lower case. */
const UNPLAIN =
  /%(?![\dA-Fa-f]{2})|%(?:2[DE]|3\d|[46][1-9A-F]|5[0-9AF]|7[0-9AE]|[\dA-F][a-f]|[a-f][\dA-Fa-f])/;

/**
 * The one spelling of a path or query: a `%` that begins no escape is escaped, escapes of letters, digits and `-._~` are decoded, all
 * others are in upper case. Doing it twice changes nothing, so no escape can hide behind another one.
 */
export function plainEscapes(text: string): string {
  // Most addresses are spelled so already: a search costs less than looking at each escape.
  if (!UNPLAIN.test(text)) return text;
  return text.replace(/%([0-9a-f]{2})?/gi, (escaped, code: string | undefined) => {
    if (code === undefined) return "%25";
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escaped.toUpperCase();
  });
}

/**
 * Brings an address to its one spelling, in place: no fragment, no empty query, plain escapes. Rules judge it, and requests are made with
 * it, so that no spelling tells a server what the judgement did not see.
 */
export function plainAddress(url: URL): URL {
  // Each assignment to a part parses the whole URL again, and most addresses need none.
  if (url.href.includes("#")) url.hash = "";
  const [path, search] = [plainEscapes(url.pathname), plainEscapes(url.search)];
  if (path !== url.pathname) url.pathname = path;
  // Assigning an empty query also removes its question mark.
  if (search !== url.search || search === "") url.search = search;
  return url;
}
