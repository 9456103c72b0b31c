import { addressKind, hostOf, isCommonHost } from "../address.ts";

/** What a skill says it is for: what its programs do is compared with this. */
export interface Purpose {
  /** Name and description, in lower case. */
  readonly stated: string;
  /** The whole main text, in lower case. */
  readonly text: string;
}

/** Whether an address belongs to what the skill says it is for, or to nobody in particular. */
export function isExpected(address: string, { stated, text }: Purpose): boolean {
  const kind = addressKind(address);
  if (kind === "local") return true;
  if (kind === "raw-number" || kind === "drop-box") return false;
  const host = hostOf(address);
  if (isCommonHost(address)) return true;
  const labels = host.split(".");
  const main = labels.at(-2) ?? host;
  if (main.length < 3 || main === "example") return false;
  const words = main.split("-").filter((word) => word.length > 2);
  return stated.includes(main) || words.some((word) => stated.includes(word)) || occurrences(text, main) >= 3;
}

/** Whether the main text names the host of an address at all. */
export function isMentioned(address: string, { text }: Purpose): boolean {
  const main = hostOf(address).split(".").at(-2) ?? "";
  return main.length > 2 && text.includes(main);
}

/** Whether the stated purpose speaks of any of these. */
export function speaksOf({ stated }: Purpose, words: RegExp): boolean {
  return words.test(stated);
}

function occurrences(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at !== -1 && count < 3; at = text.indexOf(word, at + word.length))
    count += 1;
  return count;
}

/** The purpose of a skill: what its front matter says, or the beginning of its text. A program alone has none. */
export function purposeOf(texts: readonly { readonly file: string; readonly text: string }[]): Purpose {
  const main = texts.find(({ file }) => /(?:^|\/)SKILL\.md$/i.test(file))?.text ?? "";
  const header = /^---\r?\n([\s\S]{0,8000}?)\r?\n---/.exec(main.trimStart())?.[1];
  // Without front matter the addresses of its own commands must not count as declared.
  const stated = header ?? main.slice(0, 600).replace(/[a-z]{2,6}:\/\/\S+/gi, " ");
  return { stated: stated.toLowerCase(), text: main.toLowerCase() };
}
