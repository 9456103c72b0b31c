/** The fenced blocks of a Markdown text with their offsets. Goes line by line: a pattern over all of it can be made slow. */
export function* fencedCode(text: string): Iterable<{ text: string; offset: number }> {
  let [start, fence] = [-1, ""];
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf("\n", from);
    const end = newline === -1 ? text.length : newline;
    const [, mark] = /^[ \t]{0,12}(`{3,16}|~{3,16})/.exec(text.slice(from, from + 40)) ?? [];
    if (mark !== undefined && start === -1) [start, fence] = [end + 1, mark];
    else if (mark?.startsWith(fence)) {
      yield { text: text.slice(start, from), offset: start };
      start = -1;
    }
    from = end + 1;
  }
  if (start !== -1) yield { text: text.slice(start), offset: start };
}
