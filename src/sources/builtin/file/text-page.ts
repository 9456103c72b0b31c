/** Some lines of a text, and where they stand in it. */
interface TextPage {
  /** With line ends as they are in the file. */
  readonly content: string;
  readonly fromLine: number;
  readonly lines: number;
  readonly totalLines: number;
  /** Whether lines follow after this page. */
  readonly more: boolean;
}

/** Cuts a page of whole lines out of a text. A line end at the very end begins no further line. */
export function textPage(text: string, fromLine: number, maxLines: number): TextPage {
  let line = 1;
  let begin = fromLine === 1 ? 0 : text.length;
  let end = text.length;
  let at = 0;
  for (let next = text.indexOf("\n"); next !== -1 && next + 1 < text.length; next = text.indexOf("\n", at)) {
    at = next + 1;
    line += 1;
    if (line === fromLine) begin = at;
    if (line === fromLine + maxLines) end = at;
  }
  const totalLines = text === "" ? 0 : line;
  const lines = Math.max(0, Math.min(maxLines, totalLines - fromLine + 1));
  return {
    content: text.slice(begin, end),
    fromLine,
    lines,
    totalLines,
    more: fromLine + lines <= totalLines,
  };
}
