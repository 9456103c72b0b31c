/** Telegram takes no longer message, counted in UTF-16 units. */
const MOST = 4_096;

/** A text in pieces that Telegram takes, cut between lines where that is possible, and never inside a character. */
export function messagePieces(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > MOST) {
    const line = rest.lastIndexOf("\n", MOST - 1);
    const cut = line > MOST / 2 ? line + 1 : isHalf(rest, MOST) ? MOST - 1 : MOST;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  // Blank messages are refused.
  return [...pieces, rest].filter((piece) => piece.trim() !== "");
}

function isHalf(text: string, index: number): boolean {
  const code = text.charCodeAt(index - 1);
  return code >= 0xd800 && code <= 0xdbff;
}
