import { Marked, type Token, type TokenizerAndRendererExtension } from "marked";

/** A formula in a text. */
export interface MathToken {
  readonly type: "math";
  readonly raw: string;
  readonly text: string;
  /** Whether it is on a separate line. */
  readonly display: boolean;
}

/** `$$…$$` and `\[…\]` as blocks. */
const BLOCK = /^(?:\$\$([^$]+?)\$\$|\\\[([\s\S]+?)\\\])[ \t]*(?:\n|$)/;
/**
 * `$…$` and `\(…\)` in a line. Amounts such as "$5 and $6" are not formulas: a formula begins and ends
 * without a space, and no digit follows.
 */
const INLINE =
  /^(?:\$\$([^$\n]+?)\$\$|\$(?![\s$])((?:\\.|[^$\\\n])*?[^\s\\$])\$(?!\d)|\\\(([^\n]+?)\\\)|\\\[([^\n]+?)\\\])/;

const math = (level: "block" | "inline"): TokenizerAndRendererExtension => ({
  name: level === "block" ? "blockMath" : "math",
  level,
  // A block begins on a new line; a paragraph is cut nowhere else.
  start: (text) => text.match(level === "block" ? /^(?:\$\$|\\\[)/m : /\$|\\[([]/)?.index,
  tokenizer(text) {
    const found = (level === "block" ? BLOCK : INLINE).exec(text);
    if (found === null) return undefined;
    const [raw, ...bodies] = found;
    const body = bodies.find((one) => one !== undefined)?.trim() ?? "";
    if (body === "") return undefined;
    return { type: "math", raw, text: body, display: level === "block" || /^(?:\$\$|\\\[)/.test(raw) };
  },
});

const reader = new Marked({ extensions: [math("block"), math("inline")] });

/** The parts of a Markdown text, with formulas. */
export function readMarkdown(text: string): Token[] {
  return reader.lexer(text);
}

/** Whether a code block is closed: while it is streamed, it is not. */
export function isClosed({ raw }: { readonly raw: string }): boolean {
  return /\n[ \t]*(?:`{3,}|~{3,})[ \t]*\n*$/.test(raw);
}
