/** Some neighbouring lines of prose, without the marks of Markdown, and where they begin. */
interface Passage {
  readonly text: string;
  readonly offset: number;
}

/** How many lines with text one instruction may spread over. */
const LINES = 10;

/** Slides over the text: each line that holds `anchor` with the lines before and after it. */
export function* passagesAround(text: string, anchor: RegExp): Iterable<Passage> {
  const lines = linesOf(text);
  for (const [index, line] of lines.entries()) {
    if (!anchor.test(line.text)) continue;
    const from = Math.max(0, index - 4);
    const near = lines.slice(from, index + LINES - 3).map(({ text }) => plain(text));
    yield { text: near.join("\n"), offset: line.offset };
  }
}

/** Lines with text in them: blank ones and drawn boxes separate nothing. */
function linesOf(text: string): Passage[] {
  const lines: Passage[] = [];
  // A line is bounded, so that a text of one line cannot make patterns slow.
  for (const match of text.matchAll(/[^\n]{1,2000}/g)) {
    if (/[\p{L}\p{N}]/u.test(match[0])) lines.push({ text: match[0], offset: match.index });
  }
  return lines;
}

/** Keeps the target of links, drops emphasis, ticks and table bars. */
function plain(line: string): string {
  return line
    .replace(/\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, "$1 $2")
    .replace(/[*_`|>#║]+/g, " ")
    .replace(/\s+/g, " ");
}
