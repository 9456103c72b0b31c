import { DejimaError } from "../../../contract/error.ts";

interface Replacement {
  readonly find: string;
  readonly replace: string;
  readonly replaceAll: boolean;
}

const SHOWN_LINES = 5;

/**
 * Replaces the only occurrence of a passage, or all of them. In a file with Windows line ends a passage written with plain
 * ones is found too, and replaced in kind.
 */
export function replaceExactly(
  text: string,
  { find, replace, replaceAll }: Replacement,
  path: string,
): { text: string; replacements: number } {
  const refuse = (why: string) => new DejimaError("invalid_input", `Cannot edit "${path}": ${why}`, { path });
  if (find === replace) throw refuse('"find" and "replace" are the same, so nothing would change');
  const windows = !text.includes(find) && text.includes("\r\n") && !find.includes("\r");
  const wanted = windows ? find.replaceAll("\n", "\r\n") : find;
  const given = windows ? replace.replaceAll(/\r?\n/g, "\r\n") : replace;
  const places = occurrences(text, wanted);
  if (places.length === 0) throw refuse(`"find" does not occur in it (0 matches). ${hint(text, find)}`);
  if (places.length > 1 && !replaceAll) {
    const lines = places.slice(0, SHOWN_LINES).map((place) => lineAt(text, place));
    const rest = places.length > SHOWN_LINES ? " and more" : "";
    throw refuse(
      `"find" occurs ${places.length} times (lines ${lines.join(", ")}${rest}). Add lines around it until it is the only one, or set replaceAll`,
    );
  }
  return { text: text.split(wanted).join(given), replacements: places.length };
}

function occurrences(text: string, find: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + find.length)) places.push(at);
  return places;
}

function hint(text: string, find: string): string {
  const wanted = find.trim().split(/\r?\n/)[0]?.trim() ?? "";
  const near = wanted === "" ? -1 : text.indexOf(wanted);
  return near === -1
    ? "Read the file and copy the passage from it"
    : `Its first line occurs in line ${lineAt(text, near)}: compare blanks and line breaks there`;
}

function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < place; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
