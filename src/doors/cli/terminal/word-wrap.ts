import { characterWidth, displayWidth } from "./display-width.ts";

/**
 * Breaks lines between words as text arrives, by its width on the screen. Holds back the last word until it
 * is complete.
 */
export interface WordWrap {
  push(text: string): string;
  /** Text that keeps its own line breaks, such as code. */
  keep(text: string): string;
  /** Returns the word held back. */
  end(): string;
}

/** A colour, a line end, blanks, or one character. */
const TOKEN = /\x1b\[[\d;]*m|\n|[ \t]+|./gsu;
/** Never first on a line: it belongs to the character before it. */
const CLOSING = /^[、。，．：；！？）」』】》〉”’…—,.:;!?)\]}]$/u;
const BULLET = /^(?:[-*•◦]|\d{1,3}[.)])$/;
/** Lines narrower than this are not worth breaking between words. */
const MIN_COLUMNS = 20;

/** Creates a wrap. `columns` is called each time, because windows change their size. */
export function createWordWrap(columns: () => number): WordWrap {
  let column = 0;
  let indent = 0;
  let word = "";
  let width = 0;
  let blanks = "";

  function place(): string {
    if (word === "") return "";
    const [pending, wide, before] = [word, width, blanks];
    [word, width, blanks] = ["", 0, ""];
    const room = Math.max(MIN_COLUMNS, columns());
    if (column > indent && wide > 0 && column + before.length + wide > room) {
      const margin = " ".repeat(Math.min(indent, room / 2));
      column = margin.length + wide;
      return `\n${margin}${pending}`;
    }
    if (BULLET.test(pending) && column === 0) indent = before.length + wide + 1;
    column += before.length + wide;
    return before + pending;
  }
  function take(token: string): string {
    if (token === "\n") {
      const out = place() + blanks;
      [column, indent, blanks] = [0, 0, ""];
      return `${out}\n`;
    }
    if (token.startsWith("\x1b")) {
      word += token;
      return "";
    }
    if (token.startsWith(" ") || token.startsWith("\t")) {
      const out = place();
      blanks += token.replaceAll("\t", "    ");
      return out;
    }
    const wide = characterWidth(token);
    // A line may break anywhere between East Asian characters.
    const joins =
      wide < 2 ? !/[\u2e80-\uffe6]$/u.test(word) || wide === 0 || CLOSING.test(token) : CLOSING.test(token);
    const out = joins || word === "" ? "" : place();
    word += token;
    width += wide;
    return out;
  }

  return {
    push: (text) => (text.match(TOKEN) ?? []).map(take).join(""),
    keep(text) {
      const out = place() + blanks + text;
      blanks = "";
      const last = text.split("\n").at(-1) ?? "";
      column = text.includes("\n") ? displayWidth(last) : column + displayWidth(last);
      return out;
    },
    end() {
      const out = place() + blanks;
      [column, indent, blanks] = [0, 0, ""];
      return out;
    },
  };
}

/** A whole text with its lines broken between words. Lines of quoted blocks stay as they are. */
export function wrapText(text: string, columns: number): string {
  const wrap = createWordWrap(() => columns);
  return text
    .split("\n")
    .map((line) => (line.startsWith("│ ") ? line : wrap.push(line) + wrap.end()))
    .join("\n");
}
