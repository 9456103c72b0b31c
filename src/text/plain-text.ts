import { hiddenKind, MAX_LEFTOVER, replaceHidden } from "./hidden-characters.ts";

const STYLE_CODES = /\x1b\[[0-9;:]{0,40}m/g;

/**
 * Text from outside for a model: exactly what a person would see. Hidden characters are removed, a run of more than two is replaced
 * by its count, and other line ends become newlines.
 */
export function plainText(text: string): string {
  return replaceHidden(text.replaceAll(STYLE_CODES, "").replaceAll("\r\n", "\n"), (run) => {
    const hidden = run.filter((character) => visibleForm(character) === "");
    const visible = run.map(visibleForm).join("");
    return hidden.length <= MAX_LEFTOVER ? visible : `[${hidden.length} hidden characters]${visible}`;
  });
}

/** The visible form of a character: a line end, a blank, or an empty text. */
function visibleForm(character: string): string {
  const kind = hiddenKind(character);
  if (kind === "break" || /[\r\v\f\x85]/.test(character)) return "\n";
  return kind === "blank" ? " " : "";
}
