import { randomInt } from "node:crypto";

const CONSONANTS = "bdfghjkmnprstvz";
const VOWELS = "aeiou";
const SYLLABLES = 3;

/** A new id that can be said and typed: `tazuko`. Short, so the store must be asked whether it is taken. */
export function newApprovalId(): string {
  const letter = (letters: string) => letters.charAt(randomInt(letters.length));
  return Array.from({ length: SYLLABLES }, () => letter(CONSONANTS) + letter(VOWELS)).join("");
}
