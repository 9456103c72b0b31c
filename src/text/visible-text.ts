import { replaceUnseen } from "./unseen.ts";

const MARKED_ONE_BY_ONE = 8;

/**
 * Text from outside as a terminal may show it: characters that nobody sees become visible marks, so that nothing can move
 * the cursor, hide words, turn the direction of reading or forge a prompt. New lines and tabs stay.
 */
export function visibleText(text: string): string {
  return replaceUnseen(text.replaceAll("\r\n", "\n"), marks);
}

/** The same on one line, for a quoted word in a question: line ends and tabs become visible marks, too. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll(/[\t\n]/g, mark);
}

function marks(run: readonly string[]): string {
  if (run.length <= MARKED_ONE_BY_ONE) return run.map(mark).join("");
  return `${mark(run[0] ?? "")}<and ${run.length - 1} more hidden characters>`;
}

function mark(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
