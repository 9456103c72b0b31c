import { replaceUnseen, unseenRuns, withoutByteOrderMark } from "../../../text/unseen.ts";

/** The hidden characters of a text, in the order in which they stand. */
export function hiddenCharacters(text: string): string[] {
  return unseenRuns(withoutByteOrderMark(text)).flatMap((run) => [...run.text]);
}

/** What of a text can be seen, at most so many characters of it. */
export function plainText(text: string, maxLength: number): string {
  const seen = replaceUnseen(text, () => "")
    .replaceAll("\r\n", "\n")
    .trim();
  return seen.length <= maxLength ? seen : `${seen.slice(0, maxLength).toWellFormed()}…`;
}

/** One line of at most so many characters: the first sentence where it fits. */
export function summaryOf(text: string, maxLength: number): string {
  const line = plainText(text, 2_000).replace(/\s+/g, " ");
  const sentence = /^.{10,}?[.!?。](?=\s|$)/u.exec(line)?.[0] ?? line;
  const short = sentence.length <= maxLength ? sentence : line;
  return short.length <= maxLength ? short.replace(/\.$/, "") : `${short.slice(0, maxLength - 1).trimEnd()}…`;
}
