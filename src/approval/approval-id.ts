import { randomInt } from "node:crypto";

const CONSONANTS = "bdfghjkmnprstvz";
const VOWELS = "aeiou";
const SYLLABLES = 3;

/** A new id that can be read aloud and typed: `tazuko`. Ids are short, so the store must check whether one is taken. */
export function newApprovalId(): string {
  const letter = (letters: string) => letters.charAt(randomInt(letters.length));
  return Array.from({ length: SYLLABLES }, () => letter(CONSONANTS) + letter(VOWELS)).join("");
}
