/** The languages that people are spoken to in. */
export type Language = "en" | "zh";

/** Chinese as soon as a Chinese character stands in it, unless kana say that it is Japanese. */
export function languageOf(text: string): Language {
  return /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? "zh"
    : "en";
}

/** Whether a text says by itself which language it is in: a path, a number, a command or one short word does not. */
export function showsLanguage(text: string): boolean {
  if (/\p{Script=Han}/u.test(text)) return true;
  const words = text.split(/\s+/).filter((word) => /^[\p{L}'’]{2,}[.,;:!?]*$/u.test(word));
  return words.length >= 2;
}
