/** Some neighbouring lines of prose, without the marks of Markdown, and where they begin. */
interface Passage {
  readonly text: string;
  readonly offset: number;
}

/** How many lines with text one instruction may spread over. */
const LINES = 10;
/** A line is bounded, so that a text of one line cannot make patterns slow. */
const MAX_LINE = 2000;

/** Slides over the text: each line that holds `anchor` with the lines before and after it. */
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

/** Each line that holds `anchor`, as it stands. */
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

/** Lines with text in them: blank ones and drawn boxes separate nothing. */
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

/** A line without the marks of Markdown: keeps the target of links, drops emphasis, ticks and table bars. */
export function plain(line: string): string {
  return line
    .replace(/\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, "$1 $2")
    .replace(/[*`|>#║]+|(?<!\w)_+|_+(?!\w)/g, " ")
    .replace(/\s+/g, " ");
}
