/**
 * A text in pieces of at most `most` UTF-16 units, cut between lines if possible, and never inside a
 * character.
 */
export function messagePieces(text: string, most: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const line = rest.lastIndexOf("\n", most - 1);
    const cut = line > most / 2 ? line + 1 : isHalf(rest, most) ? most - 1 : most;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  // Messengers refuse blank messages.
  return [...pieces, rest].filter((piece) => piece.trim() !== "");
}

function isHalf(text: string, index: number): boolean {
  const code = text.charCodeAt(index - 1);
  return code >= 0xd800 && code <= 0xdbff;
}
