const MAX_SHOWN = 200;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** A path in quotes, for messages. */
export function quotePath(path: string): string {
  return `"${printable(path)}"`;
}

/** A path for people to read: cut when long, with nothing invisible in it. */
export function printable(path: string): string {
  const shown = path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path;
  return shown.replace(INVISIBLE, spellOut);
}

function spellOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
