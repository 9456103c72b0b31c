const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;

/**
 * The words of a text: without case and signs, each Chinese character a word. Letters that only look alike stay different, so that
 * no disguised name counts as the one that the user wrote.
 */
export function wordsOf(text: string): string[] {
  return text.normalize("NFC").toLowerCase().replace(/['’]/g, "").match(WORD) ?? [];
}

/** Words as one text in which a phrase can be looked for as a whole: no word matches a part of another. */
export function phraseOf(words: readonly string[]): string {
  return ` ${words.join(" ")} `;
}

/** More words than this are nobody's: to compare them costs too much, and few people write so many for others. */
const MOST_WORDS = 2_000;

/** Runs need not be followed further. */
const LONGEST_RUN = 40;

/** Whether words are made of runs that stand in a text, each at least `least` words long, or as long as all of them together. */
export function madeOfRuns(words: readonly string[], phrases: string, least: number): boolean {
  if (words.length > MOST_WORDS) return false;
  for (let at = 0; at < words.length; ) {
    let length = 0;
    while (
      length < LONGEST_RUN &&
      at + length < words.length &&
      phrases.includes(phraseOf(words.slice(at, at + length + 1)))
    )
      length++;
    if (length < Math.min(least, words.length)) return false;
    // A run that was not followed to its end goes on in the next.
    at += length === LONGEST_RUN ? length - least : length;
  }
  return true;
}
