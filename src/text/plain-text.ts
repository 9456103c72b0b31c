import { replaceUnseen, unseenKind } from "./unseen.ts";

/** As many as a web page or an editor leaves behind; more may carry a message, and the reader is told of them. */
const LEFT_BEHIND = 2;
const STYLE_CODES = /\x1b\[[0-9;:]{0,40}m/g;

/**
 * Text from outside as a model may read it: exactly what a person would see. Characters that nobody sees are taken out, a
 * longer run of them is replaced by its count; other line ends become new lines.
 */
export function plainText(text: string): string {
  return replaceUnseen(text.replaceAll(STYLE_CODES, "").replaceAll("\r\n", "\n"), (run) => {
    const hidden = run.filter((character) => stand(character) === "");
    const stood = run.map(stand).join("");
    return hidden.length <= LEFT_BEHIND ? stood : `[${hidden.length} hidden characters]${stood}`;
  });
}

/** What a person sees in place of a character: a line end, a blank or nothing. */
function stand(character: string): string {
  const kind = unseenKind(character);
  if (kind === "break" || /[\r\v\f\x85]/.test(character)) return "\n";
  return kind === "blank" ? " " : "";
}
