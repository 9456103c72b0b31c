/** How much of a cut word is dropped: more than any token that is recognized by its prefix. */
const WORD_CUT = /^[\w+/=.~%-]{1,400}/;

/** The end of a text, starting with a whole word: the second half of a token could not be recognized and would be shown. */
export function textEnd(text: string, most: number): string {
  return text.length <= most ? text : text.slice(-most).replace(WORD_CUT, "");
}

/** A text without these characters at its end, in linear time: `/[.,]+$/` would try from every one of them. */
export function trimEndOf(text: string, characters: RegExp): string {
  let end = text.length;
  while (end > 0 && characters.test(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}

/** At most `most` characters of a text, with `…` if that is not all. A character of two units is never cut in half. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}
