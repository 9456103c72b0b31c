import { trimEndOf } from "../../../text/text-end.ts";
import { visibleText } from "../../../text/visible-text.ts";

/** Turn the terminal's bracketed paste mode on and off. */
export const PASTE_MARKS = { on: "\x1b[?2004h", off: "\x1b[?2004l" } as const;

const BEGIN = "\x1b[200~";
const END = "\x1b[201~";

/**
 * Tells pasted text from key presses, by the terminal's paste marks. `onPaste` is called at the end of each
 * paste, and returns the text to insert instead.
 */
export function typedKeys(onPaste: (text: string) => string): (keys: string) => string {
  let pasted: string | undefined;
  let buffer = "";
  return (keys) => {
    let typed = "";
    let rest = buffer + keys;
    buffer = "";
    for (;;) {
      const mark = pasted === undefined ? BEGIN : END;
      const at = rest.indexOf(mark);
      if (at < 0) {
        buffer = begunMark(rest, mark);
        const whole = rest.slice(0, rest.length - buffer.length);
        if (pasted === undefined) return typed + whole;
        pasted += whole;
        return typed;
      }
      if (pasted === undefined) {
        typed += rest.slice(0, at);
        pasted = "";
      } else {
        typed += onPaste(pasted + rest.slice(0, at));
        pasted = undefined;
      }
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

const LINE_END = " ⏎ ";
/** A longer paste is shown as its number of lines. */
const MAX_SHOWN = 500;

/** Pasted text in a line editor: one line on the screen, whole in the message. */
interface PastedText {
  /** What the editor shows of a paste. */
  shown(text: string): string;
  /** A line of the editor with the pasted text in it. */
  whole(line: string): string;
}

/** Keeps the pastes of a chat. `describe` names one that is too long to be shown. */
export function createPastedText(describe: (number: number, lines: number) => string): PastedText {
  const long = new Map<string, string>();
  const short: string[] = [];
  let count = 0;
  let containsBreak = false;
  return {
    shown(pasted) {
      // Control characters would act on the editor: a tab completes, an escape begins a key.
      const lines = pasted
        .replaceAll(/\r\n?/g, "\n")
        .replaceAll("\t", "    ")
        .replaceAll(/[\x00-\x09\x0b-\x1f\x7f]/g, "");
      const text = visibleText(trimEndOf(lines, /\n/));
      // A paste that contains the placeholder of another one must not become that other one.
      if (text.length <= MAX_SHOWN && ![...long.keys()].some((name) => text.includes(name))) {
        short.push(text);
        containsBreak ||= text.includes("\n");
        return text.replaceAll("\n", LINE_END);
      }
      const nextName = () => describe(++count, text.split("\n").length);
      let name = nextName();
      while (short.some((earlier) => earlier.includes(name))) name = nextName();
      long.set(name, text);
      return name;
    },
    whole(line) {
      const broken = containsBreak ? line.replaceAll(LINE_END, "\n") : line;
      return expanded(broken, [...long]);
    },
  };
}

/** A line with each name replaced by its text, in which no name is replaced. */
function expanded(line: string, [first, ...rest]: readonly (readonly [string, string])[]): string {
  if (first === undefined) return line;
  const [name, text] = first;
  const parts = line.split(name).map((part) => expanded(part, rest));
  return parts.join(text);
}
