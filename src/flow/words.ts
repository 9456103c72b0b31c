import { cachedByName } from "../text/cached-by-name.ts";
import { snakeName } from "../text/snake-name.ts";

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;

/**
 * The words of a text, without case and punctuation. Each Chinese or Japanese character is a word. Lookalike letters stay
 * different, so that a disguised name does not count as the one that the user wrote.
 */
export function wordsOf(text: string): string[] {
  return text.normalize("NFC").toLowerCase().replace(/['’]/g, "").match(WORD) ?? [];
}

/** Joins words into a text that can be searched for whole phrases: no word matches a part of another. */
export function phraseOf(words: readonly string[]): string {
  return ` ${words.join(" ")} `;
}

/**
 * Maximum number of words to compare. Longer texts match nothing: comparing costs too much, and few people write that many words
 * for others.
 */
const MOST_WORDS = 2_000;

/** Maximum number of words to follow in one run. */
const LONGEST_RUN = 40;

/** Whether words consist of runs that occur in a text. Each run has at least `least` words, or all words if there are fewer. */
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
    // A run that was cut off at the maximum continues in the next one.
    at += length === LONGEST_RUN ? length - least : length;
  }
  return true;
}

/** The words of a name from code: `fileId` and `file_id` are both `file id`. */
export const nameWords = cachedByName((name): readonly string[] =>
  wordsOf(snakeName(name).replaceAll("_", " ")),
);

/** The singular of a word: "users" and "user" become the same word. */
export function singularOf(word: string): string {
  if (word === "people") return "person";
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word;
  return word.replace(/ies$/, "y").replace(/s$/, "");
}
