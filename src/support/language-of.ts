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
  if (/\p{Script=Han}/u.test(text)) return true;
  const words = text.split(/\s+/).filter((word) => /^[\p{L}'’]{2,}[.,;:!?]*$/u.test(word));
  return words.length >= 2;
}
