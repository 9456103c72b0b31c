/** No more of a text than this is read: beyond it a description says nothing new. */
const MAX_TEXT_LENGTH = 20_000;

const CAMEL = /([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g;
const MARKS = /[\u0300-\u036f]/g;
const ASCII = /^[\0-\x7f]*$/;

/**
 * One spelling for what is the same word: compatibility forms (full width, ligatures) folded, camelCase split, lower case,
 * accents dropped, traditional characters made simplified.
 */
export function normalizeText(text: string, simplified: ReadonlyMap<string, string>): string {
  const bounded = text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH) : text;
  if (ASCII.test(bounded)) return splitCamel(bounded).toLowerCase();
  const folded = splitCamel(bounded.normalize("NFKC")).toLowerCase();
  const plain = folded.normalize("NFD").replace(MARKS, "").normalize("NFC");
  let result = "";
  for (const character of plain) result += simplified.get(character) ?? character;
  return result;
}

function splitCamel(text: string): string {
  return text.replace(
    CAMEL,
    (_, a: string | undefined, b: string | undefined, c: string | undefined, d: string | undefined) =>
      `${a ?? c} ${b ?? d}`,
  );
}
