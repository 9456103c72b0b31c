/** Characters that a person does not see and a model reads, as ranges of code points. */
const HIDDEN_RANGES: readonly (readonly [number, number])[] = [
  [0x00, 0x08], // control characters, but for tab and line ends
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad], // soft hyphen
  [0x34f, 0x34f], // combining grapheme joiner
  [0x61c, 0x61c],
  [0x115f, 0x1160], // fillers
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f], // zero width, direction marks
  [0x202a, 0x202e], // direction overrides
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff], // tags, and variation selectors that carry bytes
];
const HIDDEN = new RegExp(
  `[${HIDDEN_RANGES.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join("")}]`,
  "gu",
);

// Between characters that are no ASCII, joiners belong to emoji and to scripts that need them.
const JOINERS = /(?<=[^\x00-\x7f])(?:\u200c|\u200d)(?=[^\x00-\x7f])/gu;

/** The hidden characters of a text, in the order in which they stand. */
export function hiddenCharacters(text: string): string[] {
  return (
    text
      .replace(/^\ufeff/, "")
      .replace(JOINERS, "")
      .match(HIDDEN) ?? []
  );
}

/** What of a text can be seen, at most so many characters of it. */
export function plainText(text: string, maxLength: number): string {
  const seen = text.replace(HIDDEN, "").replaceAll("\r\n", "\n").trim();
  return seen.length <= maxLength ? seen : `${seen.slice(0, maxLength).toWellFormed()}…`;
}

/** One line of at most so many characters: the first sentence where it fits. */
export function summaryOf(text: string, maxLength: number): string {
  const line = plainText(text, 2_000).replace(/\s+/g, " ");
  const sentence = /^.{10,}?[.!?。](?=\s|$)/u.exec(line)?.[0] ?? line;
  const short = sentence.length <= maxLength ? sentence : line;
  return short.length <= maxLength ? short.replace(/\.$/, "") : `${short.slice(0, maxLength - 1).trimEnd()}…`;
}
