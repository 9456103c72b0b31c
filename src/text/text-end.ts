/** How much of a word that was cut is left out: more than any token that could be told by its beginning. */
const WORD_CUT = /^[\w+/=.~%-]{1,400}/;

/** The end of a text, from a whole word on: nobody could tell what the second half of a token is, so it would be shown. */
export function textEnd(text: string, most: number): string {
  return text.length <= most ? text : text.slice(-most).replace(WORD_CUT, "");
}
