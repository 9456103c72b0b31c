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

/** The lines that begin with a fence. Found by position: a pattern over all of the text can be made slow. */
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
