import { stripVTControlCharacters } from "node:util";
import { hiddenKind } from "../../../text/hidden-characters.ts";

const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}])$/u;
const COMBINING = /^\p{M}$/u;
/** Kinds of hidden characters that take no column. The others are drawn as blanks or boxes. */
const WITHOUT_WIDTH: ReadonlySet<string | undefined> = new Set([
  "hidden",
  "direction",
  "tag",
  "selector",
  "joiner",
]);

/**
 * How many columns a text takes on a terminal. East Asian characters and emoji take two, combining marks
 * and hidden characters none.
 */
export function displayWidth(text: string): number {
  let sum = 0;
  for (const character of stripVTControlCharacters(text)) sum += characterWidth(character);
  return sum;
}

/** How many columns one character takes. */
export function characterWidth(character: string): 0 | 1 | 2 {
  if (character >= " " && character <= "~") return 1;
  if (COMBINING.test(character) || WITHOUT_WIDTH.has(hiddenKind(character))) return 0;
  return WIDE.test(character) ? 2 : 1;
}
