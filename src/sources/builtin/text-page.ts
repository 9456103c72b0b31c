/** Cuts a page of characters out of a long text. */
export function pageOf(text: string, offset: number, limit: number) {
  const end = Math.min(text.length, offset + limit);
  const next = end < text.length ? { nextOffset: end } : {};
  return { text: text.slice(offset, end).toWellFormed(), offset, totalCharacters: text.length, ...next };
}

interface FindOptions {
  readonly from: number;
  readonly window: number;
  readonly maxHits: number;
}

/** Finds each occurrence of a text, ignoring case, with its surroundings. */
export function findLiteral(text: string, wanted: string, { from, window, maxHits }: FindOptions) {
  const haystack = text.toLowerCase();
  const needle = wanted.toLowerCase();
  const hits: { offset: number; line: number; text: string }[] = [];
  let line = 1;
  let counted = 0;
  let at = haystack.indexOf(needle, from);
  for (; at !== -1 && hits.length < maxHits; at = haystack.indexOf(needle, at + needle.length)) {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++;
    const excerpt = text.slice(Math.max(0, at - window), at + needle.length + window).toWellFormed();
    hits.push({ offset: at, line, text: excerpt });
  }
  const more = at === -1 ? {} : { nextOffset: at };
  return { hits, totalCharacters: text.length, ...more };
}

/** Some lines of a text, and their place in it. */
interface TextPage {
  /** With the file's own line ends. */
  readonly content: string;
  readonly fromLine: number;
  readonly lines: number;
  readonly totalLines: number;
  /** Whether lines follow after this page. */
  readonly more: boolean;
}

/** Cuts a page of whole lines out of a text. A line end at the very end starts no further line. */
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
