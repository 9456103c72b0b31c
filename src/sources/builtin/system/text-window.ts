/** One page of a long text. */
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

/** Where a piece of text occurs, ignoring case, with what stands around it. */
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
