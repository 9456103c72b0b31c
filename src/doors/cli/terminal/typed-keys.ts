/** Turn the terminal's bracketed paste mode on and off. */
export const PASTE_MARKS = { on: "\x1b[?2004h", off: "\x1b[?2004l" } as const;

const BEGIN = "\x1b[200~";
const END = "\x1b[201~";

/**
 * Removes pasted text from a stream of key presses, by the terminal's paste marks. `onPaste` is called at the
 * end of each paste.
 */
export function typedKeys(onPaste: () => void): (keys: string) => string {
  let pasting = false;
  let buffer = "";
  return (keys) => {
    let typed = "";
    let rest = buffer + keys;
    buffer = "";
    for (;;) {
      const mark = pasting ? END : BEGIN;
      const at = rest.indexOf(mark);
      if (at < 0) {
        buffer = begunMark(rest, mark);
        if (!pasting) typed += rest.slice(0, rest.length - buffer.length);
        return typed;
      }
      if (pasting) onPaste();
      else typed += rest.slice(0, at);
      pasting = !pasting;
      rest = rest.slice(at + mark.length);
    }
  };
}

/**
 * The beginning of a mark at the end of the text: the rest comes with the next read. The Escape key alone is
 * not one.
 */
function begunMark(text: string, mark: string): string {
  for (let length = mark.length - 1; length > 2; length--)
    if (text.endsWith(mark.slice(0, length))) return mark.slice(0, length);
  return "";
}
