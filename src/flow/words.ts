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

/** Whether words are made of runs that stand in a text, each at least `least` words long, or as long as all of them together. */
export function madeOfRuns(words: readonly string[], phrases: string, least: number): boolean {
  for (let at = 0; at < words.length; ) {
    let length = 0;
    while (at + length < words.length && phrases.includes(phraseOf(words.slice(at, at + length + 1))))
      length++;
    if (length < Math.min(least, words.length)) return false;
    at += length;
  }
  return true;
}
