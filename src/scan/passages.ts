/** Neighbouring lines of prose without Markdown syntax, and their offset. */
interface Passage {
  readonly text: string;
  readonly offset: number;
}

/** Maximum number of text lines of one instruction. */
const LINES = 10;
/** Longer lines are cut, so that a text of one line cannot make patterns slow. */
const MAX_LINE = 2000;

/** Yields each line that matches `anchor`, together with the lines before and after it. */
export function* passagesAround(text: string, anchor: RegExp): Iterable<Passage> {
  if (!anchor.test(text)) return;
  const lines = linesOf(text);
  for (const [index, line] of lines.entries()) {
    if (!anchor.test(line.text)) continue;
    const from = Math.max(0, index - 4);
    const near = lines.slice(from, index + LINES - 3).map(({ text }) => plain(text));
    yield { text: near.join("\n"), offset: line.offset };
  }
}

/** Yields each line that matches `anchor`, unchanged. */
export function* linesWith(text: string, anchor: RegExp): Iterable<Passage> {
  const anchors = new RegExp(anchor, "gi");
  for (let match = anchors.exec(text); match !== null; match = anchors.exec(text)) {
    const offset = text.lastIndexOf("\n", match.index) + 1;
    const newline = text.indexOf("\n", match.index);
    const end = newline === -1 ? text.length : newline;
    const from = Math.max(offset, match.index - MAX_LINE / 2);
    yield { text: text.slice(from, Math.min(end, from + MAX_LINE)), offset };
    anchors.lastIndex = end;
  }
}

/** Lines with text. Blank lines and drawn boxes are skipped. */
function linesOf(text: string): Passage[] {
  const lines: Passage[] = [];
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf("\n", from);
    const end = Math.min(newline === -1 ? text.length : newline, from + MAX_LINE);
    const line = text.slice(from, end);
    if (/[a-z0-9]/i.test(line) || /[\p{L}\p{N}]/u.test(line)) lines.push({ text: line, offset: from });
    from = text[end] === "\n" ? end + 1 : end;
  }
  return lines;
}

/** A line without Markdown syntax: keeps the targets of links, drops emphasis, backticks and table bars. */
export function plain(line: string): string {
  return line
    .replace(/\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, "$1 $2")
    .replace(/[*`|>#║]+|(?<!\w)_+|_+(?!\w)/g, " ")
    .replace(/\s+/g, " ");
}

const FENCES = ["```", "~~~"] as const;

/** The fenced blocks of a Markdown text with their offsets and the word after the opening fence, in lower case. */
export function* fencedCode(text: string): Iterable<{ text: string; offset: number; label: string }> {
  let open: { readonly start: number; readonly mark: string; readonly label: string } | undefined;
  for (const { from, mark, lineEnd } of fenceLines(text)) {
    if (open === undefined) {
      const label = /^\s*\{?\.?([\w+-]*)/.exec(text.slice(from + mark.length, lineEnd))?.[1] ?? "";
      open = { start: lineEnd + 1, mark, label: label.toLowerCase() };
    } else if (mark.startsWith(open.mark)) {
      const end = text.lastIndexOf("\n", from) + 1;
      yield { text: text.slice(open.start, end), offset: open.start, label: open.label };
      open = undefined;
    }
  }
  if (open !== undefined) yield { text: text.slice(open.start), offset: open.start, label: open.label };
}

/** The lines that begin with a fence. Found by position, because a pattern over the whole text can be made slow. */
function* fenceLines(text: string): Iterable<{ from: number; mark: string; lineEnd: number }> {
  const next = FENCES.map((fence) => text.indexOf(fence));
  for (;;) {
    const found = next.filter((at) => at !== -1);
    if (found.length === 0) return;
    const from = Math.min(...found);
    const newline = text.indexOf("\n", from);
    const lineEnd = newline === -1 ? text.length : newline;
    const indent = text.slice(text.lastIndexOf("\n", from) + 1, from);
    if (indent.length <= 12 && /^[ \t]*$/.test(indent)) {
      const mark = /^(?:`{3,16}|~{3,16})/.exec(text.slice(from, from + 16))?.[0] ?? "";
      yield { from, mark, lineEnd };
    }
    for (const [index, fence] of FENCES.entries()) {
      const at = next[index] ?? -1;
      if (at !== -1 && at < lineEnd) next[index] = text.indexOf(fence, lineEnd);
    }
  }
}

/** Where a line begins and ends in its text. */
interface LineRange {
  readonly from: number;
  readonly end: number;
}

/**
 * The characters of ordinary texts, as UTF-16 ranges: ASCII, Western letters, Chinese, Japanese and Korean, typographic marks,
 * arrows, box drawing, most emoji. None is invisible or looks like an ASCII letter.
 */
const ORDINARY =
  "9-a d 20-7e a1-ac ae-17f 2010-2015 2018-2023 2026 2030-203a 20a0-20bf 2190-23ff 2500-27bf 3001-30ff 4e00-9fff ac00-d7a3 ff0c d83d-d83e dc00-dfff";

const IS_ORDINARY = ordinary();

/** The lines of a text with any other character, without their line ends. */
export function* unusualLines(text: string): Iterable<LineRange> {
  if (/^[\t\n\r -~]*$/.test(text)) return;
  for (let at = 0; at < text.length; at++) {
    if (IS_ORDINARY[text.charCodeAt(at)] === 1) continue;
    const from = text.lastIndexOf("\n", at) + 1;
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    yield { from, end: text[end - 1] === "\r" ? end - 1 : end };
    at = end;
  }
}

function ordinary(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const range of ORDINARY.split(" ")) {
    const [first = "", last = first] = range.split("-");
    table.fill(1, Number.parseInt(first, 16), Number.parseInt(last, 16) + 1);
  }
  return table;
}
