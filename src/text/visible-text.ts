import { replaceHidden } from "./hidden-characters.ts";

const MAX_MARKS = 8;

/**
 * Text from outside for a terminal: hidden characters become visible marks, so that nothing can move the cursor, hide words, change
 * the reading direction or forge a prompt. Newlines and tabs are kept.
 */
export function visibleText(text: string): string {
  return replaceHidden(text.replaceAll("\r\n", "\n"), marks);
}

/** The same on one line, for a quoted word in a question: line ends and tabs become visible marks, too. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll(/[\t\n]/g, mark);
}

/** Data as equivalent JSON text that can be shown on a terminal: hidden characters are escaped. */
export function visibleJson(value: unknown): string {
  return replaceHidden(JSON.stringify(value) ?? "null", (run) => run.map(escaped).join(""));
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

function marks(run: readonly string[]): string {
  if (run.length <= MAX_MARKS) return run.map(mark).join("");
  return `${mark(run[0] ?? "")}<and ${run.length - 1} more hidden characters>`;
}

function mark(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** Text of several lines as a quoted block. Each line has a prefix, so that none can imitate our own lines. */
export function quotedBlock(text: string): string {
  return visibleText(text)
    .split("\n")
    .map((line) => `│ ${line}`)
    .join("\n");
}
