import { hiddenKind, replaceHidden } from "./hidden-characters.ts";

/**
 * Text from outside as one line of a list. It has no line ends or hidden characters, so it cannot imitate another row or heading.
 * If it is too long, it is cut between words.
 */
export function oneLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  if (text.length <= maxLength && /^[!-~]*$/.test(text)) return text;
  const seen = replaceHidden(text.slice(0, maxLength * 4), (run) =>
    run.some((character) => /control|break|blank/.test(hiddenKind(character) ?? "")) ? " " : "",
  );
  const line = seen.replaceAll(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  const cut = line
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/\uFFFD$/, "");
  const blank = cut.lastIndexOf(" ");
  return `${(blank > maxLength / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}
