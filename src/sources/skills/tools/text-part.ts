/** As much of a text as a result hands over whole, with room for what JSON adds. */
const PAGE_CHARACTERS = 12_000;

interface TextPart {
  readonly text: string;
  /** Where to read on; left out at the end. */
  readonly nextOffset?: number;
}

/** Cuts a part out of a text, at the end of a line where one is near. */
export function textPart(text: string, offset: number): TextPart {
  if (text.length - offset <= PAGE_CHARACTERS) return { text: text.slice(offset) };
  const newline = text.lastIndexOf("\n", offset + PAGE_CHARACTERS - 1);
  const end = newline > offset + PAGE_CHARACTERS / 2 ? newline + 1 : offset + PAGE_CHARACTERS;
  return { text: text.slice(offset, end), nextOffset: end };
}
