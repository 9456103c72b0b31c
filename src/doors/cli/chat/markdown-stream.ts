import type { styleText } from "node:util";
import { trimEndOf } from "../../../text/text-end.ts";
import type { WordWrap } from "../terminal/word-wrap.ts";

type Format = Parameters<typeof styleText>[0];
type Style = (format: Format, text: string) => string;

/**
 * Styles Markdown as it streams: code, emphasis and headings. Holds back only marks that the next piece may
 * complete.
 */
interface MarkdownStream {
  push(text: string): string;
  /** Returns the text held back and resets the state. */
  end(): string;
}

const OPENING = /^[ \t]*(?:`{1,2}|~{1,2}|#{1,6})?$/;
const MARK = /(`+|\*\*)/;

/**
 * Creates a stream. Its text must already be free of terminal escapes. With a wrap, lines break between
 * words, except in code.
 */
export function createMarkdownStream(style: Style, wrap?: WordWrap): MarkdownStream {
  let pending = "";
  let atLineStart = true;
  let inFence = false;
  let line: "plain" | "heading" | "fence" = "plain";
  let inline: Format | undefined;

  function formatOf(): Format | undefined {
    if (line === "fence") return "dim";
    if (inFence) return "cyan";
    return line === "heading" ? "bold" : inline;
  }
  function shown(text: string): string {
    const format = formatOf();
    const styled = text === "" || format === undefined ? text : style(format, text);
    if (wrap === undefined) return styled;
    return inFence || line === "fence" ? wrap.keep(styled) : wrap.push(styled);
  }
  function begin(text: string): string {
    atLineStart = false;
    if (/^[ \t]*(?:```|~~~)/.test(text)) {
      line = "fence";
      inFence = !inFence;
    } else if (!inFence && /^#{1,6} /.test(text)) {
      line = "heading";
      return text.replace(/^#+ /, "");
    } else line = "plain";
    return text;
  }
  function inlined(text: string): string {
    if (line !== "plain" || inFence) return shown(text);
    return text
      .split(MARK)
      .map((piece) => {
        if (piece !== "**" && !/^`+$/.test(piece)) return shown(piece);
        const format = piece === "**" ? "bold" : "cyan";
        if (inline !== undefined && inline !== format) return shown(piece);
        inline = inline === undefined ? format : undefined;
        return "";
      })
      .join("");
  }
  function take(text: string, last: boolean): string {
    if (atLineStart && !last && OPENING.test(text)) {
      pending = text;
      return "";
    }
    const rest = atLineStart ? begin(text) : text;
    const body = trimEndOf(rest, /[`*]/);
    pending = last || line !== "plain" ? "" : rest.slice(body.length);
    return inlined(pending === "" ? rest : body);
  }

  return {
    push(text) {
      const [first = "", ...others] = (pending + text).split("\n");
      pending = "";
      if (others.length === 0) return take(first, false);
      let out = "";
      const lines = [first, ...others];
      for (const [at, whole] of lines.entries()) {
        const last = at < lines.length - 1;
        out += take(whole, last);
        if (!last) break;
        out += wrap === undefined ? "\n" : wrap.push("\n");
        atLineStart = true;
        inline = undefined;
      }
      return out;
    },
    end() {
      const out = (pending === "" ? "" : take(pending, true)) + (wrap?.end() ?? "");
      atLineStart = true;
      inFence = false;
      inline = undefined;
      return out;
    },
  };
}
