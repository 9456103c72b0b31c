/** The languages of messages to people. */
export type Language = "en" | "zh";

/** The language of a text: Chinese if it contains a Chinese character and no kana, which would make it Japanese. */
export function languageOf(text: string): Language {
  return /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? "zh"
    : "en";
}

/** The language of a terminal: Chinese if its locale says so. */
export function languageOfLocale({
  LC_ALL,
  LC_MESSAGES,
  LANG,
}: Readonly<Record<string, string | undefined>>): Language {
  return /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || "") ? "zh" : "en";
}

/** Whether a text shows its language. A path, a number, a command or one short word does not. */
export function showsLanguage(text: string): boolean {
  const isAscii = ASCII.test(text);
  if (!isAscii && /\p{Script=Han}/u.test(text)) return true;
  // The classes of Unicode take ten times as long.
  const word = isAscii ? /^[A-Za-z']{2,}[.,;:!?]*$/ : /^[\p{L}'’]{2,}[.,;:!?]*$/u;
  return text.split(/\s+/).filter((part) => word.test(part)).length >= 2;
}

const ASCII = /^[\x00-\x7f]*$/;
