/** One sentence of a text, and the heading or list line that it stands under. */
export interface Sentence {
  readonly text: string;
  readonly offset: number;
  /** The heading above and the line that leads into the list, if any. */
  readonly lead: string;
}

/** A sentence longer than this is cut: nobody writes one. */
const MAX_SENTENCE = 1200;
const END = /[.!?](?=\s)|[。！？；]|;(?=\s)/g;

/** The sentences of a Markdown text, without its fenced code. Goes line by line, each once. */
export function* sentencesOf(text: string): Iterable<Sentence> {
  let heading = "";
  let intro = "";
  let fence = "";
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf("\n", from);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(from, end);
    const mark = /^\s{0,12}(`{3,}|~{3,})/.exec(line.slice(0, 40))?.[1];
    if (mark !== undefined && line.indexOf("```", line.indexOf("```") + 3) === -1) {
      if (fence === "") fence = mark.slice(0, 3);
      else if (mark.startsWith(fence)) fence = "";
    } else if (fence === "") {
      const isHeading = /^\s{0,3}#{1,6}\s/.test(line);
      const lead = isHeading ? "" : `${heading} ${intro}`;
      yield* piecesOf(line, from, lead);
      if (isHeading) [heading, intro] = [line.slice(0, 200), ""];
      else if (/[:：]\**\s*$/.test(line)) intro = line.slice(-300);
      else if (line.trim() !== "" && !/^\s*(?:[-*+]|\d+[.)])\s/.test(line)) intro = "";
    }
    from = end + 1;
  }
}

function* piecesOf(line: string, offset: number, lead: string): Iterable<Sentence> {
  let start = 0;
  END.lastIndex = 0;
  for (let match = END.exec(line); match !== null; match = END.exec(line)) {
    // "1. Run", "e.g. this" and "v2. of" end nothing.
    if (match.index - start < 12) continue;
    yield piece(line, start, match.index + 1, offset, lead);
    start = match.index + 1;
  }
  if (line.length - start >= 8) yield piece(line, start, line.length, offset, lead);
}

function piece(line: string, start: number, end: number, offset: number, lead: string): Sentence {
  return { text: line.slice(start, Math.min(end, start + MAX_SENTENCE)), offset: offset + start, lead };
}
